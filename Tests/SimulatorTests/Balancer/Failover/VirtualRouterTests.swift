import Testing

@testable import Simulator

/// The states of RFC 5798, section 6.4, and what they come to on a network.
struct VirtualRouterTests {
    private func advertisement(
        _ priority: Int,
        sender: Int = 9,
        interval: Duration = .seconds(1)
    ) -> VirtualRouter.Advertisement {
        .init(priority: priority, interval: interval, sender: sender)
    }

    @Test
    func `times are those of the RFC`() {
        let router = VirtualRouter(priority: 100, number: 1)
        // (256 - 100) / 256 of a second, and three seconds more.
        #expect(router.skewTime == .nanoseconds(609_375_000))
        #expect(router.masterDownInterval == .nanoseconds(3_609_375_000))
        #expect(VirtualRouter(priority: 254, number: 1).skewTime == .nanoseconds(7_812_500))
    }

    @Test
    func `a backup takes the address after silence, the owner at once`() {
        var backup = VirtualRouter(priority: 100, number: 1)
        #expect(backup.start() == .init(timer: backup.masterDownInterval))
        let taken = backup.timeOut()
        #expect(taken.takesAddress && taken.timer == .seconds(1))
        #expect(taken.advertisement == advertisement(100, sender: 1))
        #expect(backup.state == .master)
        var owner = VirtualRouter(priority: 255, number: 1)
        #expect(owner.start().takesAddress && owner.state == .master)
    }

    @Test(arguments: [
        // The priority it hears, whether it preempts, and its next time.
        (100, true, 3_609), (101, true, 3_609), (99, true, nil), (99, false, 3_609),
        (0, true, 609),
    ])
    func `a backup listens to its betters`(priority: Int, preempts: Bool, next: Int?) {
        var router = VirtualRouter(
            priority: 100,
            number: 1,
            settings: .init(preempts: preempts)
        )
        _ = router.start()
        let effect = router.receive(advertisement(priority))
        #expect(effect.timer.map { Int($0.wholeNanoseconds / 1_000_000) } == next)
        #expect(router.state == .backup && effect.advertisement == nil)
    }

    @Test
    func `a backup goes by the interval of who has the address`() {
        var router = VirtualRouter(priority: 128, number: 1)
        _ = router.start()
        let effect = router.receive(advertisement(200, interval: .seconds(2)))
        #expect(effect.timer == .seconds(7))
    }

    @Test(arguments: [
        // Priority and address of the other, and who has the address then.
        (101, 0, VirtualRouter.State.backup), (100, 2, .backup), (100, 0, .master),
        (99, 9, .master),
    ])
    func `of two that have the address the better one keeps it`(
        priority: Int,
        sender: Int,
        state: VirtualRouter.State
    ) {
        var router = VirtualRouter(priority: 100, number: 1)
        _ = router.start()
        _ = router.timeOut()
        _ = router.receive(advertisement(priority, sender: sender))
        #expect(router.state == state)
    }

    @Test
    func `who has the address says so where another gives it up`() {
        var router = VirtualRouter(priority: 100, number: 1)
        _ = router.start()
        _ = router.timeOut()
        #expect(router.receive(advertisement(0)).advertisement?.priority == 100)
    }
}

/// Nodes that share an address on a simulated network.
struct AddressHolderTests {
    private let simulation = Simulation(seed: 1)
    private let network: Network
    private let journal = AddressJournal()
    private let nodes: [Node]

    init() {
        let network = Network(simulation: simulation)
        let simulation = simulation
        let journal = journal
        self.network = network
        let names = ["one", "two", "three"]
        nodes = names.enumerated().map { index, name in
            simulation.addNode(name) { node in
                network.serve(.http, on: node) {
                    $0.reply(HTTPResponse(status: 200, servedBy: name))
                }
                AddressHolder.start(
                    VirtualRouter(priority: 102 - index, number: index),
                    of: "service",
                    beside: names.filter { $0 != name },
                    on: node,
                    network: network,
                    journal: journal
                )
            }
        }
    }

    private func run(until seconds: Int) {
        _ = simulation.run(until: .instant(.zero.advanced(by: .seconds(seconds))))
    }

    private var events: [String] {
        journal.entries.map { "\($0.node) \($0.event.rawValue) \($0.instant)" }
    }

    @Test
    func `the best one takes the address first, the next one when it falls silent`() {
        run(until: 10)
        nodes[0].crash()
        run(until: 20)
        // 3 s + (256 - 102) / 256 s; then its last word, a message, and 3 s + (256 - 101) / 256 s.
        #expect(
            journal.entries.map { "\($0.node) \($0.instant.nanoseconds / 1_000_000)" } == [
                "one 3601", "two 13208",
            ]
        )
        nodes[0].restart()
        run(until: 30)
        #expect(journal.entries.map(\.node) == ["one", "two", "one", "two"])
        #expect(journal.entries.last?.event == .gaveUp)
    }

    @Test
    func `whoever calls the address reaches who has it`() {
        let client = simulation.addNode("client")
        let answers = Box<[String]>([])
        for second in [5, 12, 18, 30] {
            client.spawn("request") { [network] in
                try await client.nap(second * 1_000)
                let request = HTTPRequest(.get, "/")
                let answer = try? await network.call(
                    .http,
                    of: "service",
                    from: client,
                    request,
                    timeout: .seconds(1)
                )
                answers.value.append(answer?.servedBy ?? "nobody")
            }
        }
        run(until: 10)
        nodes[0].crash()
        run(until: 20)
        nodes[0].restart()
        run(until: 40)
        #expect(answers.value == ["one", "nobody", "two", "one"])
    }

    @Test
    func `a partition makes two of them have it, and its end one`() {
        run(until: 10)
        let cut = network.begin(.blocked) { source, destination in
            (source.name == "one") != (destination.name == "one")
        }
        run(until: 20)
        #expect(journal.entries.map(\.node) == ["one", "two"])
        network.end(cut)
        run(until: 30)
        #expect(events.count == 3)
        #expect(
            journal.entries.last.map { "\($0.node) \($0.event.rawValue)" }
                == "two leaves the address"
        )
    }
}
