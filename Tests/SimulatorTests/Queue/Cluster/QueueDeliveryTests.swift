import Testing

@testable import Simulator

struct QueueDeliveryTests {
    private static func load(_ count: Int, perSecond: Double = 500) -> MessageLoad {
        MessageLoad(
            pace: LoadPace(arrival: .constant(perSecond: perSecond), count: count),
            topic: "orders",
            keys: .uniform(population: 100)
        )
    }

    @Test
    func `every subscriber gets everything, and a group once`() {
        let bed = QueueBed()
        bed.produce(Self.load(2_000))
        bed.produce(Self.load(2_000))
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)]))
        bed.consume(.partitions([TopicPartition("orders", 1)]))
        for _ in 0..<3 {
            bed.consume(.topics(["orders"])) {
                $0.group = "group"
                $0.commit = .after
            }
        }
        let outcome = bed.run()
        #expect(outcome.violations == [])
        let findings = bed.findings
        #expect(bed.log.messages.count { $0.isAcknowledged } == 4_000)
        #expect(findings.problems == [])
        #expect(findings.repeated == 0)
        #expect(findings.duplicated == 0)
        #expect(bed.journal.appended > 4_000)
    }
}
