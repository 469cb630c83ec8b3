@testable import Simulator

/// Runs a map function on a text, and shows what it emitted.
struct MapFunctionBed {
    /// Keys and values in their order.
    var pairs: [String] = []
    /// What was counted.
    var counters = MapCounters()

    /// Maps the lines of `text`, of an input called `source`.
    init<Map: MapFunction>(
        _ map: Map,
        _ text: some Sequence<UInt8>,
        source: String = "input",
        byRecord: Bool = false
    ) {
        let collected = Collected<Map.Value>()
        var function = map
        var unreadable: [BadRecord] = []
        Array(text).withUnsafeBytes { bytes in
            Array(source.utf8).withUnsafeBytes { source in
                let block = RecordBlock(
                    bytes: ByteView(bytes),
                    source: ByteView(source),
                    offset: 0
                )
                var output = MapOutput<Map.Value>(badRecords: .skip, consumer: collected.add)
                if byRecord {
                    block.forEachLine { record in
                        output.records += 1
                        do throws(BadRecord) {
                            try function.map(record, into: &output)
                        } catch {
                            unreadable.append(error)
                        }
                    }
                } else {
                    try? function.map(block, into: &output)
                }
                output.flush()
                function.finish(into: &output)
                output.flush()
                counters.records = output.records
                counters.pairs = output.pairs
                counters.badRecords = output.badRecords + unreadable.count
                counters.lateRecords = output.lateRecords
                counters.firstBadRecord = output.firstBadRecord ?? unreadable.first
            }
        }
        pairs = collected.pairs
    }

    /// Keys alone.
    var keys: [String] { pairs.map { String($0.prefix { $0 != "=" }) } }

    private final class Collected<Value: ShuffleValue> {
        var pairs: [String] = []

        func add(_ batch: UnsafeBufferPointer<MapOutput<Value>.Pair>) {
            for pair in batch {
                pairs.append("\(text(pair.key))=\(text(pair.value))")
            }
        }

        private func text(_ value: some ShuffleValue) -> String {
            switch value {
            case let bytes as ByteView: String(decoding: bytes, as: UTF8.self)
            default: "\(value)"
            }
        }
    }
}
