import Simulator

/// Workload w3: a million requests join the shortest of three queues.
package enum QueueWorkload {
    struct Request: Sendable {
        var arrival: VirtualInstant
        var demand: Duration
    }

    /// Runs it with `scale` times the requests.
    package static func run(scale: Double, servers: ServerKind = .processes) -> Measurement {
        let simulation = Simulation(seed: 3)
        let count = Int(1e6 * scale)
        let node = simulation.addNode("cluster")
        let tally = Tally(node: node, capacity: count)
        let queues = (0..<3).map { servers.start(number: $0, at: tally, on: node) }
        let source = Source(node: node, tally: tally) { queues[$0].put($1) }
        source.start(count)
        let name = servers == .processes ? "w3" : "w3-handlers"
        return tally.measurement(name, simulation.run())
    }
}

/// What the balancer and the servers share: requests in each queue, and the answers.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
private final class Tally: ServiceDesk, @unchecked Sendable {
    let node: Node
    @exclusivity(unchecked) var active = [0, 0, 0]
    @exclusivity(unchecked) var counts = [0, 0, 0]
    @exclusivity(unchecked) var responses: [UInt64] = []
    private let capacity: Int

    init(node: Node, capacity: Int) {
        self.node = node
        self.capacity = capacity
        responses.reserveCapacity(capacity)
    }

    func demand(of request: QueueWorkload.Request) -> Duration { request.demand }

    func complete(_ request: QueueWorkload.Request, on server: Int) {
        active[server] -= 1
        responses.append(node.now.nanoseconds - request.arrival.nanoseconds)
    }

    /// The server with the fewest requests, the first of those.
    func shortest() -> Int {
        var best = 0
        for index in 1..<3 where active[index] < active[best] { best = index }
        active[best] += 1
        counts[best] += 1
        return best
    }

    func measurement(_ workload: String, _ outcome: RunOutcome) -> Measurement {
        let mean = responses.reduce(0) { $0 + Double($1) } / Double(responses.count) / 1e9
        let tail = Double(element(Int(0.99 * Double(responses.count)), of: &responses)) / 1e9
        return Measurement(
            workload: workload,
            operations: responses.count,
            checks: [
                ("mean", fixed(mean, digits: 9)), ("p99", fixed(tail, digits: 9)),
                ("counts", counts.map(String.init).joined(separator: "/")),
            ],
            digest: outcome.digest
        )
    }
}

private actor Source: SimulatedActor {
    nonisolated let node: Node
    private let tally: Tally
    private let put: @Sendable (Int, QueueWorkload.Request) -> Void
    private var gaps = SplitMix64(seed: 11)
    private var demands = SplitMix64(seed: 22)

    init(
        node: Node,
        tally: Tally,
        put: @escaping @Sendable (Int, QueueWorkload.Request) -> Void
    ) {
        self.node = node
        self.tally = tally
        self.put = put
    }

    nonisolated func start(_ count: Int) {
        node.spawn("arrivals") { try await self.arrivals(count) }
    }

    private func arrivals(_ count: Int) async throws {
        for _ in 0..<count {
            try await node.sleep(for: gaps.exponential(rate: 2.4))
            let demand = demands.exponential(rate: 1)
            put(tally.shortest(), .init(arrival: node.now, demand: demand))
        }
        while tally.responses.count < count { try await node.sleep(for: .seconds(1)) }
    }
}

/// The element that would stand at `rank` if `values` were sorted; reorders them.
///
/// Source: Hoare, "Algorithm 65: Find", 1961.
private func element(_ rank: Int, of values: inout [UInt64]) -> UInt64 {
    var low = 0
    var high = values.count - 1
    while low < high {
        let pivot = values[low + (high - low) / 2]
        var left = low
        var right = high
        while left <= right {
            while values[left] < pivot { left += 1 }
            while values[right] > pivot { right -= 1 }
            guard left <= right else { break }
            values.swapAt(left, right)
            left += 1
            right -= 1
        }
        if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
}
