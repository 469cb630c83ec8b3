import Foundation
import Testing

@testable import Simulator

/// What is not of the simulation, and meets it: tasks that simulated code resumes, and threads that
/// use its parts.
struct OutsiderTests {
    /// What a run leaves behind, as far as an outsider could change it.
    private struct Trace: Equatable {
        var outcome: RunOutcome
        var jobs: UInt64
        var calls: Int
        var sent: Int
        var messages: Int
        var file: Bool
    }

    // MARK: Tasks

    /// Runs three tasks of three naps each; the first feeds `stream`, if there is one.
    private static func feed(
        _ stream: AsyncStream<Int>.Continuation?,
        _ order: Simulation.Order
    ) -> Trace {
        let simulation = Simulation(seed: 1, Variant(order: order))
        let node = simulation.addNode("node")
        for number in 0..<3 {
            node.spawn("feeder") {
                for count in 0..<3 {
                    try await node.nap(1)
                    if number == 0 { stream?.yield(count) }
                    await Task.yield()
                }
            }
        }
        let outcome = simulation.run()
        return Trace(
            outcome: outcome,
            jobs: simulation.executor.state.pointee.jobs,
            calls: 0,
            sent: 0,
            messages: 0,
            file: false
        )
    }

    @Test(arguments: Simulation.Order.allCases)
    func `an older task from outside that simulated code resumes stays outside`(
        _ order: Simulation.Order
    ) async {
        // In a process of its own, whose pool has a thread for the task.
        await #expect(processExitsWith: .success) { [order = order.rawValue as String] in
            let order = Simulation.Order(rawValue: order) ?? .fifo
            for inChild in [false, true] {
                let alone = Self.feed(nil, order)
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                let seen = Journal()
                @Sendable func read() async {
                    for await number in stream { seen.note("\(number)") }
                }
                let reader = Task.detached {
                    if inChild {
                        await withTaskGroup(of: Void.self) { $0.addTask { await read() } }
                    } else {
                        await read()
                    }
                }
                // It waits for the first number by then; otherwise nothing would be resumed.
                try await Task.sleep(for: .milliseconds(100))
                let beside = Self.feed(continuation, order)
                continuation.finish()
                await reader.value
                #expect(beside == alone)
                #expect(beside.outcome.ending == .quiescent)
                #expect(seen.entries == ["0", "1", "2"])
            }
        }
    }

    @Test func `a simulation knows how many tasks there were before it`() {
        let first = Simulation(seed: 1).executor.state.pointee.newestTask
        let second = Simulation(seed: 1).executor.state.pointee.newestTask
        #expect(first != 0 && Int32(bitPattern: second &- first) > 0)
    }

    // MARK: Threads

    /// What a task tries when it has come to another thread.
    private enum Attempt: String, CaseIterable {
        case nothing, call, write, read, receive, receiveInTime, put, send, schedule, draw, spawn
        case reply, reset
    }

    /// Has a task try something after another thread has resumed it, at a time when the thread of
    /// the simulation waits for it; what can be seen of it then and at the end.
    private static func attempt(_ attempt: Attempt) -> Trace {
        let simulation = Simulation(seed: 1, Variant())
        let node = simulation.addNode(
            "node",
            disk: DiskSettings(write: .exponential(mean: .milliseconds(1)))
        )
        let network = Network(simulation: simulation)
        let mailbox = Mailbox<Int>("inbox", on: node)
        let handler = Handler("nothing", of: Host(node: node)) { _ in }
        let random = simulation.random("draws")
        let held = Collected<IncomingRequest<Int, Int>>()
        network.serve(.number, on: node) { held.values.append($0) }
        mailbox.put(7)
        node.spawn("request", .background) {
            _ = try await network.call(.number, of: "node", from: node, 1, timeout: nil)
        }
        node.spawn("main") {
            try await node.nap(3)
            await EscapeTests.resumedElsewhere(node)
            switch attempt {
            case .nothing: break
            case .call: _ = try await network.call(.number, of: "x", from: node, 1, timeout: nil)
            case .write: try await node.disk.write([1], to: "file")
            case .read: _ = try await node.disk.read("file")
            case .receive: _ = try await mailbox.receive()
            case .receiveInTime: _ = try await mailbox.receive(timeout: .seconds(1))
            case .put: mailbox.put(8)
            case .send: mailbox.send(8, after: .zero)
            case .schedule: handler.schedule(after: .zero)
            case .draw:
                var random = random
                _ = random.next()
            case .spawn: node.spawn("late") {}
            case .reply: held.values[0].reply(1)
            case .reset: network.reset(from: node, to: "node")
            }
        }
        let outcome = simulation.run()
        #expect(outcome.violations.first?.property == .foreignThread, "\(attempt)")
        let kernel = simulation.executor.state
        return Trace(
            outcome: outcome,
            jobs: kernel.pointee.jobs,
            calls: kernel.pointee.calls.capacityUsed,
            sent: network.traffic.sent,
            messages: mailbox.count,
            file: node.record.disk.size > 0
        )
    }

    /// Over the global pool, whose threads the other tests keep busy: in a process of its own.
    @Test func `what a task tries on another thread has no effect`() async {
        await #expect(processExitsWith: .success) {
            let nothing = Self.attempt(.nothing)
            #expect(nothing.messages == 1 && nothing.sent == 1 && !nothing.file)
            for attempt in Attempt.allCases {
                #expect(Self.attempt(attempt) == nothing, "\(attempt)")
            }
        }
    }
}
