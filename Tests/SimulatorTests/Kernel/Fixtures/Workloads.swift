@testable import Simulator

/// Small programs whose order of events the tests compare.
enum Workload: String, CaseIterable, Sendable {
    /// Actors that sleep for exponential times.
    case timers
    /// Pairs that pass a message to and fro.
    case pingPong
    /// Requests that join the shortest of three queues.
    case queues
    /// Child tasks, timeouts, a disk, a crash and a restart.
    case faults

    /// Runs it and tells how it ended.
    func run(
        seed: UInt64,
        _ variant: Variant = Variant(),
        decisions: (any DecisionMaker)? = nil
    ) -> RunOutcome {
        let simulation = Simulation(seed: seed, variant, decisions: decisions)
        switch self {
        case .timers: Self.startTimers(simulation)
        case .pingPong: Self.startPingPong(simulation)
        case .queues: Self.startQueues(simulation)
        case .faults: Self.startFaults(simulation)
        }
        return simulation.run()
    }

    private static func startTimers(_ simulation: Simulation) {
        for number in 0..<20 {
            let node = simulation.addNode("sleeper \(number)")
            let host = Host(node: node)
            let random = simulation.random("sleeper \(number)")
            node.spawn("sleep") {
                var random = random
                let pause = DurationDistribution.exponential(mean: .seconds(1))
                for _ in 0..<20 {
                    let duration = pause.sample(using: &random)
                    try await host.perform { try await $0.sleep(for: duration) }
                }
            }
        }
    }

    private static func startPingPong(_ simulation: Simulation) {
        for pair in 0..<10 {
            let nodes = ["left", "right"].map { simulation.addNode("\($0) \(pair)") }
            let boxes = nodes.map { Mailbox<Int>("pings", on: $0) }
            for side in 0..<2 {
                nodes[side].spawn("play") {
                    for number in 0..<20 {
                        if number > 0 || side == 1 { _ = try await boxes[side].receive() }
                        boxes[1 - side].send(number, after: .milliseconds(1))
                    }
                }
            }
        }
    }

    private static func startQueues(_ simulation: Simulation) {
        let node = simulation.addNode("cluster")
        let queues = (0..<3).map { Mailbox<Duration>("queue \($0)", on: node) }
        for queue in queues {
            let host = Host(node: node)
            node.spawn("server", .background) {
                while true {
                    let demand = try await queue.receive()
                    try await host.perform { try await $0.work(for: demand) }
                }
            }
        }
        let stream = simulation.random("arrivals")
        node.spawn("arrivals") {
            var random = stream
            for _ in 0..<300 {
                try await node.sleep(
                    for: DurationDistribution.exponential(mean: .milliseconds(400)).sample(
                        using: &random
                    )
                )
                let demand = DurationDistribution.exponential(mean: .seconds(1)).sample(
                    using: &random
                )
                queues.min { $0.count < $1.count }?.put(demand)
            }
            while queues.contains(where: { $0.count > 0 }) { try await node.nap(1_000) }
        }
    }

    private static func startFaults(_ simulation: Simulation) {
        let node = simulation.addNode("node") { node in
            for number in 0..<5 {
                node.spawn("worker \(number)") {
                    for round in 0..<5 {
                        try? await node.withTimeout(.milliseconds(3)) {
                            async let write: Void = node.disk.write([UInt8(round)], to: "\(number)")
                            try await node.nap(number)
                            try await write
                        }
                        try await node.disk.synchronize()
                    }
                }
            }
        }
        let injector = simulation.addNode("injector")
        injector.spawn("crash") {
            try await injector.nap(7)
            node.restart()
        }
    }
}
