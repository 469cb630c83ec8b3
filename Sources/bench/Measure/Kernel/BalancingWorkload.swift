import Simulator

/// Workload w4: experiment A-1, with 100 clients that each wait for their answer, again and again.
///
/// Clients, servers and the ring are those of the library; there is no network between them.
package enum BalancingWorkload {
    private static let requests = 10_000
    private static let clients = 100

    struct Request: Sendable {
        var identifier: UInt64
        var reply: Mailbox<UInt64>
    }

    /// Runs it, as often as `scale` says.
    package static func run(scale: Double, servers: ServerKind = .processes) throws -> Measurement {
        var ring = SlotRing(.spec)
        try ring.add(
            contentsOf: (0..<3).map { PlacementMember(name: "Server \($0 + 1)", ordinal: $0) }
        )
        let desk = Desk(ring: ring)
        var digest = TraceDigest()
        var makespans: [Double] = []
        for round in 0..<max(1, Int(100 * scale)) {
            let simulation = Simulation(seed: UInt64(round))
            desk.open(requests)
            stand(desk, in: simulation, servers)
            let outcome = simulation.run()
            makespans.append(outcome.instant.seconds)
            digest.fold(outcome.digest.value, outcome.events)
            simulation.shutDown()
        }
        return Measurement(
            workload: servers == .processes ? "w4" : "w4-handlers",
            operations: desk.completed,
            checks: [
                ("counts", desk.counts.map(String.init).joined(separator: "/")),
                ("makespan0", fixed(makespans[0], digits: 6)),
                ("sum_makespan", fixed(makespans.reduce(0, +), digits: 4)),
            ],
            digest: digest
        )
    }

    /// Builds servers and clients on one node, as the other simulators do.
    private static func stand(_ desk: Desk, in simulation: Simulation, _ servers: ServerKind) {
        let node = simulation.addNode("cluster")
        let queues = (0..<3).map { servers.start(number: $0, at: desk, on: node) }
        for number in 0..<clients {
            let inbox = Mailbox<UInt64>("replies", on: node)
            Client(node: node, desk: desk, queues: queues, inbox: inbox).start(number)
        }
    }
}

/// What the clients share: the ring, the identifiers, and the requests left to make.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
private final class Desk: ServiceDesk, @unchecked Sendable {
    let ring: SlotRing
    @exclusivity(unchecked) private(set) var counts = [0, 0, 0]
    @exclusivity(unchecked) private(set) var completed = 0
    @exclusivity(unchecked) private var left = 0
    @exclusivity(unchecked) private var state: UInt32 = 42

    init(ring: SlotRing) {
        self.ring = ring
    }

    func open(_ requests: Int) {
        left = requests
    }

    /// The next identifier and its server; nil when all requests were made.
    func next() -> (identifier: UInt64, server: Int)? {
        guard left > 0 else { return nil }
        left -= 1
        state = (state &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
        let identifier = 100_000 + UInt64(state >> 8) % 900_000
        guard let server = ring.ownerIndex(of: PlacementKey(identifier)) else { return nil }
        counts[server] += 1
        return (identifier, server)
    }

    func demand(of _: BalancingWorkload.Request) -> Duration { .milliseconds(10) }

    func complete(_ request: BalancingWorkload.Request, on _: Int) {
        completed += 1
        request.reply.put(request.identifier)
    }
}

private actor Client: SimulatedActor {
    nonisolated let node: Node
    private let desk: Desk
    private let queues: [Mailbox<BalancingWorkload.Request>]
    private let inbox: Mailbox<UInt64>

    init(
        node: Node,
        desk: Desk,
        queues: [Mailbox<BalancingWorkload.Request>],
        inbox: Mailbox<UInt64>
    ) {
        self.node = node
        self.desk = desk
        self.queues = queues
        self.inbox = inbox
    }

    nonisolated func start(_ number: Int) {
        node.spawn("client") { try await self.request() }
    }

    private func request() async throws {
        while let (identifier, server) = desk.next() {
            queues[server].put(.init(identifier: identifier, reply: inbox))
            _ = try await inbox.receive()
        }
    }
}
