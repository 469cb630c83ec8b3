import OrderedCollections
import Testing

@testable import Simulator

/// Brokers that begin anew with what their disks have.
struct QueueRestartTests {
    private static let orders = TopicPartition("orders", 0)

    /// What the leader of a partition says of its offsets.
    private static func offset(
        _ query: OffsetQuery,
        of bed: QueueBed,
        from node: Node,
        broker: String = "broker0"
    ) async throws -> Result<Int, QueueError> {
        try await bed.network.call(
            .offsets,
            of: broker,
            from: node,
            OffsetRequest(partition: orders, query: query),
            timeout: .seconds(2)
        )
    }

    @Test
    func `a leader whose disk lost what it took does not lead after a crash`() {
        var settings = QueueBed.Settings()
        settings.flush = .always
        settings.topics = [
            TopicBlueprint("orders", partitions: 1, TopicSettings(replicas: 3, minimumInSync: 2))
        ]
        let bed = QueueBed(settings)
        bed.produce(
            MessageLoad(
                pace: LoadPace(
                    arrival: .constant(perSecond: 100),
                    count: nil,
                    duration: .seconds(40)
                ),
                topic: "orders"
            )
        )
        bed.consume(.partitions([Self.orders]))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(20))
            let leader = bed.members()?.leader
            leader?.setDiskFaults(lost: 1)
            try await node.sleep(for: .seconds(10))
            leader?.current.crash()
            try await node.sleep(for: .seconds(1))
            leader?.setDiskFaults()
            leader?.current.restart()
        }
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        #expect(bed.findings.lost == 0)
    }
}
