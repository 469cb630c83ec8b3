import Simulator

/// Reads numbers of a run in virtual time, as a monitoring system reads them of a real one.
///
/// It looks only: it sees every event just before it happens, and reads when one is the first at or
/// after the end of an interval; and it is told of intervals that end while rounds are skipped. So
/// no event, no random number and no digest depends on it.
final class RunSampler: EventObserver {
    /// What was read.
    private(set) var table = SampleTable()
    private var parts: [any SampledPart]
    private let next: (any EventObserver)?
    /// When the next row is due, in nanoseconds.
    private var due: UInt64

    /// A sampler of `parts`.
    ///
    /// - Parameter next: Who sees every event, too.
    init(_ parts: [any SampledPart], next: (any EventObserver)?) {
        self.parts = parts
        self.next = next
        due = UInt64(SampleTable.firstInterval)
    }

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        if instant.nanoseconds >= due { sample(until: instant) }
        next?.observe(event: event, instant: instant, node: node, digest: digest)
    }

    var nextReading: VirtualInstant? {
        due == .max ? nil : VirtualInstant(nanoseconds: due)
    }

    func read(at instant: VirtualInstant) { sample(until: instant) }

    /// Reads what is left at the end of a run: the rows that no event came after, and what there is
    /// at the end itself.
    ///
    /// - Returns: Everything that was read, the last row being that of the end.
    func finish(at end: VirtualInstant) -> SampleTable {
        if end.nanoseconds >= due { sample(until: end) }
        var finished = table
        read(&finished, at: end)
        return finished
    }

    private func sample(until instant: VirtualInstant) {
        let ordinate = instant.ordinate
        table.makeRoom(until: ordinate)
        while let next = table.due, next <= ordinate {
            read(&table, at: VirtualInstant(nanoseconds: UInt64(next)))
        }
        due = table.due.map { UInt64($0) } ?? .max
    }

    private func read(_ table: inout SampleTable, at instant: VirtualInstant) {
        table.begin()
        for place in parts.indices { parts[place].read(into: &table, at: instant) }
        table.endRow()
    }
}

/// A part of a cluster that has numbers to be read.
protocol SampledPart {
    /// Puts its numbers into the row that is being read; all of them count from the start of the
    /// run, but for those that go up and down.
    mutating func read(into table: inout SampleTable, at instant: VirtualInstant)
}
