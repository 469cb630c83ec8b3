import Testing

@testable import Simulator

struct CallTests {
    private let bed = Testbed()
    private let latency = LinkSettings(latency: .constant(.milliseconds(10)))

    // MARK: Answers

    @Test
    func `a call ends after one latency in each direction`() {
        bed.addAnswering("b")
        let ends = bed.call("b", from: bed.simulation.addNode("a"), 41, timeout: .seconds(1))
        #expect(bed.simulation.run().ending == .quiescent)
        #expect(ends.values == [.init(.success(42), at: .milliseconds(2))])
    }

    @Test
    func `what a node does not serve is refused`() {
        bed.simulation.addNode("b")
        bed.simulation.addNode("c") { [network = bed.network] node in
            network.serve(Service<String, String>("number"), on: node) { $0.reply("text") }
        }
        let a = bed.simulation.addNode("a")
        let nothing = bed.call("b", from: a, timeout: .seconds(1))
        let otherTypes = bed.call("c", from: a, timeout: .seconds(1))
        _ = bed.simulation.run()
        let refused = Testbed.Ended(.failure(.refused), at: .milliseconds(2))
        #expect(nothing.values == [refused])
        #expect(otherTypes.values == [refused])
    }

    @Test
    func `a node that nobody knows is an error at once`() {
        let ends = bed.call("nobody", from: bed.simulation.addNode("a"), timeout: nil)
        _ = bed.simulation.run()
        #expect(ends.values == [.init(.failure(.unknownNode("nobody")), at: .zero)])
    }

    @Test
    func `only the first of several answers counts`() {
        bed.simulation.addNode("b") { [network = bed.network] node in
            network.serve(.number, on: node) { incoming in
                incoming.reply(1)
                incoming.reply(2)
                incoming.refuse()
            }
        }
        let ends = bed.call("b", from: bed.simulation.addNode("a"), timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(ends.values.map(\.result) == [.success(1)])
        #expect(bed.network.traffic.sent == 2)
    }

    // MARK: Time

    @Test
    func `a call without an answer ends exactly at its deadline`() {
        bed.addSilent("b")
        let a = bed.simulation.addNode("a")
        let ends = bed.call(
            "b",
            from: a,
            at: .nanoseconds(3),
            timeout: .nanoseconds(7_000_001)
        )
        _ = bed.simulation.run()
        #expect(ends.values == [.init(.failure(.timedOut), at: .nanoseconds(7_000_004))])
    }

    /// The answer comes after 2 ms: one nanosecond more is enough, none is not.
    @Test(arguments: [(0, false), (1, true)])
    func `an answer at the deadline is too late`(margin: Int, isAnswered: Bool) {
        bed.addAnswering("b")
        let a = bed.simulation.addNode("a")
        let timeout = Duration.milliseconds(2) + .nanoseconds(margin)
        let ends = bed.call("b", from: a, 1, timeout: timeout)
        _ = bed.simulation.run()
        let result: Result<Int, CallError> = isAnswered ? .success(2) : .failure(.timedOut)
        #expect(ends.values == [.init(result, at: .milliseconds(2))])
    }

    @Test
    func `a late answer is not taken for that of a later call`() {
        let bed = Testbed(link: latency)
        bed.addAnswering("b")
        let a = bed.simulation.addNode("a")
        let results = Collected<Result<Int, CallError>>()
        a.spawn("calls") { [network = bed.network] in
            for number in [100, 200] {
                do throws(CallError) {
                    let timeout: Duration = number == 100 ? .milliseconds(15) : .seconds(1)
                    results.values.append(
                        .success(
                            try await network.call(
                                .number,
                                of: "b",
                                from: a,
                                number,
                                timeout: timeout
                            )
                        )
                    )
                } catch {
                    results.values.append(.failure(error))
                }
            }
        }
        _ = bed.simulation.run()
        #expect(results.values == [.failure(.timedOut), .success(201)])
    }

    // MARK: Crashes

    @Test
    func `a request to an incarnation that is gone is dropped`() {
        let bed = Testbed(link: latency)
        let arrivals = Collected<(number: Int, instant: VirtualInstant)>()
        let b = bed.addAnswering("b", arrivals: arrivals)
        let a = bed.simulation.addNode("a")
        let ends = bed.call("b", from: a, 1, timeout: .seconds(1))
        let later = bed.call("b", from: a, 2, at: .milliseconds(6), timeout: .seconds(1))
        a.spawn("crash") {
            try await a.sleep(for: .milliseconds(5))
            b.crash()
            b.restart()
        }
        _ = bed.simulation.run()
        #expect(ends.values.map(\.result) == [.failure(.timedOut)])
        #expect(arrivals.values.map(\.number) == [2])
        #expect(later.values.map(\.result) == [.success(3)])
    }

    @Test
    func `a request to a node that is down is served where it is up again in time`() {
        let bed = Testbed(link: latency)
        let b = bed.addAnswering("b")
        let a = bed.simulation.addNode("a")
        b.crash()
        let early = bed.call("b", from: a, 1, timeout: .seconds(1))
        let late = bed.call("b", from: a, 2, at: .milliseconds(100), timeout: .seconds(1))
        a.spawn("restart") {
            try await a.sleep(for: .milliseconds(105))
            b.restart()
        }
        _ = bed.simulation.run()
        #expect(early.values.map(\.result) == [.failure(.timedOut)])
        #expect(late.values.map(\.result) == [.success(3)])
    }

    @Test
    func `an answer to an incarnation that is gone goes nowhere`() {
        let bed = Testbed(link: latency)
        let results = Collected<Int>()
        bed.addAnswering("b")
        let a = bed.simulation.addNode("a") { [network = bed.network] node in
            node.spawn("call") {
                let number = Int(node.incarnation) * 100
                results.values.append(
                    try await network.call(.number, of: "b", from: node, number, timeout: nil)
                )
            }
        }
        let supervisor = bed.simulation.addNode("operator")
        supervisor.spawn("restart") {
            try await supervisor.sleep(for: .milliseconds(15))
            a.crash()
            a.restart()
        }
        #expect(bed.simulation.run().violations == [])
        #expect(results.values == [201])
    }

    @Test
    func `an answer of an incarnation that is gone is not sent`() {
        let held = Collected<IncomingRequest<Int, Int>>()
        let b = bed.simulation.addNode("b") { [network = bed.network] node in
            network.serve(.number, on: node) { held.values.append($0) }
        }
        let a = bed.simulation.addNode("a")
        let ends = bed.call("b", from: a, timeout: .seconds(1))
        a.spawn("restart") {
            try await a.sleep(for: .milliseconds(10))
            b.restart()
            held.values.first?.reply(5)
            held.values.first?.refuse()
        }
        _ = bed.simulation.run()
        #expect(ends.values.map(\.result) == [.failure(.timedOut)])
        #expect(bed.network.traffic.sent == 1)
    }

    @Test
    func `a dead incarnation can neither call nor serve`() {
        bed.addAnswering("b")
        let a = bed.simulation.addNode("a")
        let caller = bed.simulation.addNode("caller")
        let errors = Collected<CallError>()
        caller.spawn("use of a dead handle") { [network = bed.network] in
            a.restart()
            do throws(CallError) {
                _ = try await network.call(.number, of: "b", from: a, 1, timeout: nil)
            } catch {
                errors.values.append(error)
            }
            network.serve(.number, on: a) { $0.reply(0) }
        }
        let refused = bed.call("a", from: caller, at: .seconds(1), timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(errors.values == [.interrupted(.crashed)])
        #expect(refused.values.map(\.result) == [.failure(.refused)])
        #expect(bed.network.traffic.sent == 2)
    }

    // MARK: Reset and cancellation

    @Test
    func `a reset ends every call to a node and no other`() {
        bed.addSilent("b")
        bed.addSilent("c")
        let a = bed.simulation.addNode("a")
        let other = bed.simulation.addNode("other")
        let toB = (0..<3).map { bed.call("b", from: a, $0, timeout: .seconds(1)) }
        let toC = bed.call("c", from: a, timeout: .seconds(1))
        let fromOther = bed.call("b", from: other, timeout: .seconds(1))
        a.spawn("reset") { [network = bed.network] in
            try await a.sleep(for: .milliseconds(100))
            network.reset(from: a, to: "b")
            network.reset(from: a, to: "nobody")
        }
        _ = bed.simulation.run()
        let reset = Testbed.Ended(.failure(.reset), at: .milliseconds(100))
        let timedOut = Testbed.Ended(.failure(.timedOut), at: .seconds(1))
        for end in toB { #expect(end.values == [reset]) }
        #expect(toC.values == [timedOut])
        #expect(fromOther.values == [timedOut])
    }

    @Test
    func `what is left of an incarnation cannot reset the calls of the next`() {
        bed.addSilent("b")
        let results = Collected<Result<Int, CallError>>()
        let a = bed.simulation.addNode("a") { [network = bed.network] node in
            node.spawn("call") {
                do throws(CallError) {
                    _ = try await network.call(
                        .number,
                        of: "b",
                        from: node,
                        1,
                        timeout: .seconds(1)
                    )
                } catch {
                    results.values.append(.failure(error))
                }
            }
            guard node.incarnation == 1 else { return }
            node.spawn("cleanup") {
                _ = try? await node.sleep(for: .seconds(100))
                for _ in 0..<10 { await Task.yield() }
                network.reset(from: node, to: "b")
            }
        }
        let supervisor = bed.simulation.addNode("operator")
        supervisor.spawn("restart") {
            try await supervisor.sleep(for: .milliseconds(10))
            a.restart()
        }
        _ = bed.simulation.run()
        #expect(results.values == [.failure(.interrupted(.crashed)), .failure(.timedOut)])
    }

    @Test
    func `a caller that is kept from going on sends nothing`() {
        bed.addAnswering("b")
        let a = bed.simulation.addNode("a")
        a.spawn("deaf") { [network = bed.network] in
            while true {
                _ = try? await network.call(.number, of: "b", from: a, 1, timeout: .seconds(1))
            }
        }
        let supervisor = bed.simulation.addNode("operator")
        let sent = Collected<Int>()
        supervisor.spawn("crash") { [network = bed.network] in
            try await supervisor.sleep(for: .milliseconds(11))
            sent.values.append(network.traffic.sent)
            a.crash()
        }
        #expect(bed.simulation.run().violations.map(\.property) == [.ignoredCrash])
        #expect(sent.values == [bed.network.traffic.sent])
        bed.simulation.shutDown()
    }

    @Test
    func `a cancelled call leaves nothing behind on its link`() throws {
        let b = bed.addSilent("b")
        let a = bed.simulation.addNode("a")
        let instants = Collected<VirtualInstant>()
        a.spawn("calls") { [network = bed.network] in
            for _ in 0..<10 {
                _ = try? await a.withTimeout(.milliseconds(5)) {
                    try await network.call(.number, of: "b", from: a, 1, timeout: nil)
                }
                instants.values.append(a.now)
            }
        }
        _ = bed.simulation.run()
        #expect(instants.values == (1...10).map { .at(.milliseconds(5 * $0)) })
        let link = bed.network.link(from: a, to: b.record)
        #expect(link.exchanges.all.isEmpty)
    }

    @Test
    func `a crash leaves nothing behind on its links`() {
        let b = bed.addSilent("b")
        let a = bed.simulation.addNode("a")
        for number in 0..<5 { bed.call("b", from: a, number, timeout: nil) }
        let supervisor = bed.simulation.addNode("operator")
        supervisor.spawn("crash") {
            try await supervisor.sleep(for: .milliseconds(100))
            a.crash()
            try await supervisor.sleep(for: .milliseconds(1))
        }
        _ = bed.simulation.run()
        #expect(bed.network.link(from: a, to: b.record).exchanges.all.isEmpty)
    }

    // MARK: Memory and repetition

    private final class Weak: @unchecked Sendable {
        weak var exchange: Exchange<Int, Int>?
        init(_ exchange: Exchange<Int, Int>) { self.exchange = exchange }
    }

    /// A node that answers, refuses, ignores or answers late, by turns.
    private func mixed(seed: UInt64, _ seen: Collected<Weak>) -> RunOutcome {
        let bed = Testbed(
            seed: seed,
            link: LinkSettings(
                latency: .exponential(mean: .milliseconds(2)),
                loss: 0.05,
                duplication: 0.1,
                reordering: 0.2
            )
        )
        bed.simulation.addNode("b") { [network = bed.network] node in
            network.serve(.number, on: node) { incoming in
                seen.values.append(Weak(incoming.exchange))
                switch incoming.request % 4 {
                case 0: incoming.reply(1)
                case 1: incoming.refuse()
                case 2: break
                default:
                    node.spawn("late answer") {
                        try await node.sleep(for: .milliseconds(60))
                        incoming.reply(2)
                    }
                }
            }
        }
        let a = bed.simulation.addNode("a")
        for number in 0..<10_000 {
            bed.call(
                "b",
                from: a,
                number,
                at: .microseconds(50 * number),
                timeout: .milliseconds(50)
            )
        }
        let outcome = bed.simulation.run()
        #expect(outcome.ending == .quiescent)
        #expect(seen.values.count > 9_000)
        #expect(seen.values.count { $0.exchange != nil } == 0)
        return outcome
    }

    @Test
    func `no call is kept after its end, and equal seeds give equal runs`() {
        let first = mixed(seed: 1, Collected())
        #expect(mixed(seed: 1, Collected()) == first)
        #expect(mixed(seed: 2, Collected()).digest != first.digest)
    }
}
