@testable import Simulator

/// Runs a job on texts, task after task, with spills between blocks.
struct MemoryJob {
    let code: JobCode
    var partitions = 2
    var combines = true
    var badRecords = BadRecordPolicy.skip

    init(_ code: JobCode) {
        self.code = code
        combines = code.isCombinable
    }

    /// Keys and results of the texts, cut into splits; every task gives its pairs in two runs.
    func run(_ texts: [String], splitSize: Int) throws -> [String: String] {
        var runs: [[[UInt8]]] = Array(repeating: [], count: partitions)
        try withSplits(texts, splitSize) { blocks in
            let task = code.makeMapTask(settings)
            for (number, block) in blocks.enumerated() {
                try task.map(block)
                if number == 0 { task.drain().enumerated().forEach { runs[$0].append($1) } }
            }
            task.finish()
            task.drain().enumerated().forEach { runs[$0].append($1) }
        }
        var results: [String: String] = [:]
        for partition in runs {
            try partition.withByteViews { views in
                var previous: [UInt8]?
                try code.reduceRuns(views, combines) { key, value in
                    let key = Array(key)
                    if let previous { precondition(previous.lexicographicallyPrecedes(key)) }
                    previous = key
                    precondition(results[String(decoding: key, as: UTF8.self)] == nil)
                    results[String(decoding: key, as: UTF8.self)] = value.text
                }
            }
        }
        return results
    }

    /// The same by the plain way.
    func runSequentially(_ texts: [String], splitSize: Int) throws -> [String: String] {
        var splits: [[RecordBlock]] = []
        return try texts.withByteViews { views in
            for split in SplitPlan.splits(sizes: views.map(\.count), splitSize: splitSize) {
                splits.append([block(split, of: views)])
            }
            let results = try code.sequentialRun(of: splits, badRecords: badRecords)
            return Dictionary(
                uniqueKeysWithValues: results.map {
                    (String(decoding: $0.key, as: UTF8.self), $0.value.text)
                }
            )
        }
    }

    private var settings: MapTaskSettings {
        MapTaskSettings(
            partitioner: Partitioner(partitions: partitions),
            combines: combines,
            badRecords: badRecords
        )
    }

    private func withSplits(
        _ texts: [String],
        _ splitSize: Int,
        _ body: ([RecordBlock]) throws -> Void
    ) throws {
        try texts.withByteViews { views in
            for split in SplitPlan.splits(sizes: views.map(\.count), splitSize: splitSize) {
                let whole = block(split, of: views)
                var middle = whole.bytes.count / 2
                while middle > 0, whole.bytes[middle - 1] != 0x0A { middle -= 1 }
                try body([
                    RecordBlock(
                        bytes: whole.bytes.slice(0..<middle),
                        source: whole.source,
                        offset: whole.offset
                    ),
                    RecordBlock(
                        bytes: whole.bytes.dropping(middle),
                        source: whole.source,
                        offset: whole.offset + middle
                    ),
                ])
            }
        }
    }

    private func block(_ split: InputSplit, of views: [ByteView]) -> RecordBlock {
        let records = split.records(of: views[split.input])
        return RecordBlock(
            bytes: views[split.input].slice(records),
            source: .empty,
            offset: records.lowerBound
        )
    }
}

extension ReducedValue {
    /// The result as text.
    var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [String] {
    /// Views of the bytes of every text.
    func withByteViews<Result>(_ body: ([ByteView]) throws -> Result) rethrows -> Result {
        let texts: [[UInt8]] = map { [UInt8]($0.utf8) }
        return try texts.withByteViews(body)
    }
}
