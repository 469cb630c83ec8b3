@testable import Simulator

/// A topic into which lines come as time passes, each for one job alone; splits count lines.
struct GrowingTopic: RecordSource {
    let topic: MemoryTopic
    let linesPerSecond: Int

    var isConsumed: Bool { true }

    func partitionSizes(from node: Node) async throws(InputError) -> [Int] {
        let come = Int(node.now.nanoseconds / 1_000_000_000) * linesPerSecond
        return topic.partitions.map { min(come, $0.count { $0 == 0x0A }) }
    }

    func read(_ split: InputSplit, from node: Node) async throws(InputError) -> InputRecords {
        let lines = topic.lines([split.input: [split.range]])
        return InputRecords(
            bytes: lines.partitions[split.input],
            source: "\(topic.name)-\(split.input)",
            offset: split.range.lowerBound
        )
    }
}
