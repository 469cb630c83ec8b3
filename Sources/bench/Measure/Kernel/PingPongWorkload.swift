import Simulator

/// Workload w2: 1000 pairs of actors, each of which passes a message to and fro 1000 times.
package enum PingPongWorkload {
    /// Runs it with `scale` times the messages.
    package static func run(scale: Double) -> Measurement {
        let simulation = Simulation(seed: 2)
        let limit = Int(1000 * scale)
        var players: [Player] = []
        for pair in 0..<1000 {
            let left = simulation.addNode("left \(pair)")
            let right = simulation.addNode("right \(pair)")
            let toLeft = Mailbox<Int>("pings", on: left)
            let toRight = Mailbox<Int>("pings", on: right)
            players.append(Player(node: left, inbox: toLeft, peer: toRight))
            players.append(Player(node: right, inbox: toRight, peer: toLeft))
            players[2 * pair].start(limit, serves: true)
            players[2 * pair + 1].start(limit, serves: false)
        }
        let outcome = simulation.run()
        let deliveries = players.reduce(0) { $0 + simulation.inspect($1) { $0.deliveries } }
        return Measurement(
            workload: "w2",
            operations: deliveries,
            checks: [("end", fixed(outcome.instant.seconds, digits: 6))],
            digest: outcome.digest
        )
    }
}

private actor Player: SimulatedActor {
    nonisolated let node: Node
    private let inbox: Mailbox<Int>
    private let peer: Mailbox<Int>
    private(set) var deliveries = 0

    init(node: Node, inbox: Mailbox<Int>, peer: Mailbox<Int>) {
        self.node = node
        self.inbox = inbox
        self.peer = peer
    }

    nonisolated func start(_ limit: Int, serves: Bool) {
        node.spawn("play", .background) { try await self.play(limit, serves) }
    }

    private func play(_ limit: Int, _ serves: Bool) async throws {
        if serves { peer.send(1, after: .milliseconds(1)) }
        while true {
            let number = try await inbox.receive()
            deliveries += 1
            if number < limit { peer.send(number + 1, after: .milliseconds(1)) }
        }
    }
}
