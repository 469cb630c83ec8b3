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

    /// Items that are counted at most where the file says no count.
    private static let itemsMaximum = 10_000_000

    /// How many items are due until `end`, or in all where there is none; nothing where that
    /// depends on how soon they are done.
    ///
    /// - Parameters:
    ///   - end: When the load ends, where it does.
    ///   - random: The stream that the load was started with.
    public func itemCount(until end: VirtualInstant?, random: RandomStream) -> Int? {
        if case .closed = arrival { return end == nil ? count : nil }
        let begin = VirtualInstant.zero.advanced(by: start)
        var schedule = ArrivalSchedule(arrival, random: random.split("arrivals"))
        var number = 0
        while number < Self.itemsMaximum, let due = nextDue(&schedule, after: number) {
            if let end, begin.advanced(by: due) > end { break }
            number += 1
        }
        return number
    }

    /// When the item after so many is due; nothing when there is none.
    fileprivate func nextDue(_ schedule: inout ArrivalSchedule, after issued: Int) -> Duration? {
        if let count, issued >= count { return nil }
        guard let due = schedule.next() else { return nil }
        if let duration, due >= duration { return nil }
        return due
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
    /// Has the item done without waiting for its end.
    func launch(_ item: Item)
    /// Whether another item may be launched now.
    var hasRoom: Bool { get }
    /// Waits until another item may be launched.
    func awaitRoom() async throws(Interruption)
    /// Waits for the end of the items that were launched and have no task of their own.
    func finish() async throws
}

extension LoadGenerator {
    func launch(_ item: Item) {
        node.spawn(itemName) { try await self.perform(item) }
    }

    var hasRoom: Bool { true }

    func awaitRoom() {}

    func finish() {}

    /// Begins all items; where clients wait for theirs, until the last one has ended.
    func generate() async throws {
        let start = VirtualInstant.zero.advanced(by: pace.start)
        try await node.sleep(until: start)
        if case .closed(let clients, let think, let thinkFirst) = pace.arrival {
            let ended = Mailbox<Bool>("ended clients", on: node, capacity: clients)
            for client in 0..<clients {
                let random = random.split("client \(client)")
                node.spawn("client \(client)") {
                    try await self.repeatItems(think, thinkFirst, random)
                    ended.put(true)
                }
            }
            for _ in 0..<clients { _ = try await ended.receive() }
            return
        }
        var schedule = ArrivalSchedule(pace.arrival, random: random.split("arrivals"))
        // An earlier incarnation began the first ones.
        for _ in 0..<issued { _ = schedule.next() }
        while let due = pace.nextDue(&schedule, after: issued) {
            let intended = start.advanced(by: due)
            if intended > node.now { try await node.sleep(until: intended) }
            if !hasRoom { try await awaitRoom() }
            issued += 1
            launch(begin(intended))
        }
        try await finish()
    }

    private func repeatItems(
        _ think: DurationDistribution,
        _ thinkFirst: Bool,
        _ stream: RandomStream
    ) async throws {
        var random = stream
        if thinkFirst { try await node.sleep(for: think.sample(using: &random)) }
        let end = pace.duration.map { VirtualInstant.zero.advanced(by: pace.start + $0) }
        while issued < pace.count ?? .max, node.now < end ?? .distantFuture {
            issued += 1
            try await perform(begin(node.now))
            try await node.sleep(for: think.sample(using: &random))
        }
    }
}
