import Testing

@testable import Simulator

/// Lines that are sent to a queue, and what jobs read of them.
struct QueueTopicTests {
    /// What was read.
    ///
    /// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
    private final class Reader: @unchecked Sendable {
        var sizes: [Int] = []
        var records: [[UInt8]] = []
    }

    @Test
    func `each line is the message at its number, empty ones too`() {
        let texts = ["a\n\nb\nc\n", "d\n\n", "e\nf", ""]
        let topic = MemoryTopic("orders", partitions: texts.map { Array($0.utf8) })
        var settings = QueueBed.Settings()
        settings.topics = [TopicBlueprint("orders", partitions: 4)]
        let bed = QueueBed(settings)
        bed.simulation.addNode("feeder") { node in
            TopicFeeder.start(
                topic,
                .constant(perSecond: 100),
                from: .seconds(1),
                on: node,
                to: bed.address,
                random: bed.simulation.random("feeder")
            )
        }
        let queued = QueueTopic(
            "orders",
            partitions: 4,
            readers: QueueReaders(bed.address, random: bed.simulation.random("readers"))
        )
        let read = Reader()
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(10))
            read.sizes = try await queued.partitionSizes(from: node)
            for (number, size) in read.sizes.enumerated() {
                for range in [0..<size, min(1, size)..<size] {
                    let split = InputSplit(input: number, range: range)
                    read.records.append(try await queued.read(split, from: node).bytes)
                }
            }
        }
        #expect(outcome.ending == .quiescent)
        #expect(read.sizes == [4, 2, 2, 0])
        let expected = ["a\n\nb\nc\n", "\nb\nc\n", "d\n\n", "\n", "e\nf\n", "f\n", "", ""]
        #expect(read.records == expected.map { Array($0.utf8) })
        // What checkers take for the same lines is the same.
        for (number, size) in read.sizes.enumerated() {
            let lines = topic.lines([number: [0..<size]]).partitions[number]
            #expect(lines == read.records[2 * number])
        }
    }
}
