/// Keys under which results stand in sorted runs, so that merging the runs gives the order that is
/// wanted.
enum ResultOrder {
    /// How many bytes stand before the key, for results with a number.
    private static let numberBytes = 16

    /// Replaces `sortKey` by that of a key and its result.
    static func write(
        _ key: ByteView,
        _ value: ReducedValue,
        _ order: NativeJobSettings.Order,
        to sortKey: inout [UInt8]
    ) {
        sortKey.removeAll(keepingCapacity: true)
        if order == .value {
            if let number = value.number {
                sortKey.append(0)
                // Complemented, so that the greatest comes first; the sign bit stays as it is,
                // which has negative numbers after all others.
                let bits = UInt128(truncatingIfNeeded: number.units) ^ (UInt128.max >> 1)
                for place in 0..<numberBytes {
                    sortKey.append(UInt8(truncatingIfNeeded: bits >> (8 * (15 - place))))
                }
            } else {
                sortKey.append(1)
            }
        }
        sortKey.append(contentsOf: key.buffer)
    }

    /// The key of a sort key.
    static func key(of sortKey: ByteView, _ order: NativeJobSettings.Order) -> ByteView {
        guard order == .value, let kind = sortKey.first else { return sortKey }
        return sortKey.dropping(kind == 0 ? 1 + numberBytes : 1)
    }
}

/// Collects the results of one partition as sorted runs.
struct ResultCollector: ~Copyable {
    private let settings: NativeJobSettings
    private let file: SpillFile
    private let sorting: PlainCollector<ByteView>?
    private var ordered = SortedRun.Writer()
    private var orderedRange: Range<Int>?
    private var sortKey: [UInt8] = []
    private var payload: [UInt8] = []
    private(set) var runs: [StoredRun] = []
    private(set) var counters = NativeJobCounters()

    init(settings: NativeJobSettings, file: SpillFile) {
        self.settings = settings
        self.file = file
        sorting =
            settings.reducedOrder == .value ? PlainCollector(Partitioner(partitions: 1)) : nil
    }

    /// Takes in a result; keys come in ascending order.
    mutating func add(_ key: ByteView, _ value: ReducedValue) throws(NativeJobError) {
        counters.keys += 1
        payload.removeAll(keepingCapacity: true)
        value.encode(into: &payload)
        if let sorting {
            ResultOrder.write(key, value, settings.reducedOrder, to: &sortKey)
            collect(in: sorting)
            if sorting.footprint > settings.reduceShare { try spillSorted(sorting) }
        } else {
            payload.withUnsafeBytes { ordered.append(key: key, value: ByteView($0)) }
            if ordered.count > settings.reduceShare { try spillOrdered() }
        }
    }

    /// Ends the partition.
    mutating func finish() throws(NativeJobError) {
        if let sorting {
            let run = greatest(of: sorting)
            if !run.isEmpty { runs.append(.held(StableBytes(copying: run))) }
        } else if orderedRange != nil {
            if ordered.count > 0 { try spillOrdered() }
            if let range = orderedRange { runs.append(.spilled(file, range)) }
        } else if ordered.count > 0 {
            runs.append(.held(StableBytes(copying: ordered.view.buffer)))
        }
    }

    private func collect(in sorting: PlainCollector<ByteView>) {
        sortKey.withUnsafeBytes { key in
            payload.withUnsafeBytes { value in
                let pair = MapOutput<ByteView>.Pair(key: ByteView(key), value: ByteView(value))
                withUnsafePointer(to: pair) {
                    sorting.consume(UnsafeBufferPointer(start: $0, count: 1))
                }
            }
        }
    }

    /// What was collected, sorted; of it only as much as can be wanted.
    private func greatest(of sorting: PlainCollector<ByteView>) -> [UInt8] {
        let run = sorting.drain()[0]
        guard let top = settings.top else { return run }
        return run.withUnsafeBytes { bytes in
            var cursor = SortedRun.Cursor(ByteView(bytes))
            var kept = SortedRun.Writer()
            var count = 0
            while count < top, (try? cursor.advance()) == true {
                kept.append(key: cursor.key, value: cursor.value)
                count += 1
            }
            return kept.bytes
        }
    }

    private mutating func spillSorted(
        _ sorting: PlainCollector<ByteView>
    ) throws(NativeJobError) {
        let run = greatest(of: sorting)
        runs.append(.spilled(file, try file.append(run)))
        count(run.count)
    }

    /// Appends to the one run of the partition.
    private mutating func spillOrdered() throws(NativeJobError) {
        let range = try file.append(ordered.view.buffer.bytes)
        orderedRange = (orderedRange?.lowerBound ?? range.lowerBound)..<range.upperBound
        count(ordered.count)
        ordered.removeAll()
    }

    private mutating func count(_ bytes: Int) {
        counters.spills += 1
        counters.spilledBytes += bytes
    }
}
