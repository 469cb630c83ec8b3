/// When the items of a load begin: requests, or jobs.
public struct LoadPace: Sendable {
    /// When they come.
    public var arrival: Arrival
    /// How many; without it, as many as come within `duration`.
    public var count: Int?
    /// When the load begins.
    public var start: Duration
    /// After which no more begin.
    public var duration: Duration?

    /// A pace with these parts.
    /// - Precondition: the load has an end.
    public init(
        arrival: Arrival,
        count: Int?,
        start: Duration = .zero,
        duration: Duration? = nil
    ) {
        precondition(count != nil || duration != nil, "a load has an end")
        self.arrival = arrival
        self.count = count
        self.start = start
        self.duration = duration
    }
}

/// Begins the items of a load at its pace.
///
/// An open load keeps its schedule whatever becomes of its items, so that a slow system does not
/// get fewer of them and look better than it is (coordinated omission).
protocol LoadGenerator: SimulatedActor {
    /// What begins: what ``begin(_:)`` gives and ``perform(_:)`` takes.
    associatedtype Item: Sendable
    /// What an item is called among the tasks of its node.
    nonisolated var itemName: String { get }
    /// When items begin.
    nonisolated var pace: LoadPace { get }
    /// What is drawn comes from here.
    nonisolated var random: RandomStream { get }
    /// How many items have begun.
    var issued: Int { get set }

    /// Notes that an item begins that was to begin at `intended`.
    func begin(_ intended: VirtualInstant) -> Item
    /// Does what the item is about, to its end.
    func perform(_ item: Item) async throws(Interruption)
}

extension LoadGenerator {
    /// Begins all items.
    func generate() async throws {
        let start = VirtualInstant.zero.advanced(by: pace.start)
        try await node.sleep(until: start)
        if case .closed(let clients, let think) = pace.arrival {
            for client in 0..<clients {
                let random = random.split("client \(client)")
                node.spawn("client \(client)") { try await self.repeatItems(think, random) }
            }
            return
        }
        var schedule = ArrivalSchedule(pace.arrival, random: random.split("arrivals"))
        while let due = nextDue(&schedule) {
            let intended = start.advanced(by: due)
            if intended > node.now { try await node.sleep(until: intended) }
            issued += 1
            let item = begin(intended)
            node.spawn(itemName) { try await self.perform(item) }
        }
    }

    /// When the next item is due; nil when there is none.
    private func nextDue(_ schedule: inout ArrivalSchedule) -> Duration? {
        if let count = pace.count, issued >= count { return nil }
        guard let due = schedule.next() else { return nil }
        if let duration = pace.duration, due >= duration { return nil }
        return due
    }

    private func repeatItems(
        _ think: DurationDistribution,
        _ stream: RandomStream
    ) async throws {
        var random = stream
        let end = pace.duration.map { VirtualInstant.zero.advanced(by: pace.start + $0) }
        while issued < pace.count ?? .max, node.now < end ?? .distantFuture {
            issued += 1
            try await perform(begin(node.now))
            try await node.sleep(for: think.sample(using: &random))
        }
    }
}
