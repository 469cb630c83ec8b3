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
    func `a log that the retention has emptied goes on where it ended`() {
        var settings = QueueBed.Settings()
        settings.brokers = 1
        settings.topics = [TopicBlueprint("orders", partitions: 1)]
        settings.broker = {
            $0.retentionTime = .seconds(5)
            $0.retentionInterval = .seconds(20)
        }
        let bed = QueueBed(settings)
        bed.produce(
            MessageLoad(
                pace: LoadPace(arrival: .constant(perSecond: 100), count: 500),
                topic: "orders"
            )
        )
        bed.consume(.partitions([Self.orders]))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(50))
            for _ in 0..<2 {
                let earliest = try await Self.offset(.earliest, of: bed, from: node)
                let latest = try await Self.offset(.latest, of: bed, from: node)
                #expect(earliest == .success(500))
                #expect(latest == .success(500))
                bed.brokers[0].current.restart()
                try await node.sleep(for: .seconds(10))
            }
        }
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
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

    @Test
    func `a leader that does not know yet what is safe does not say how far that is`() {
        var settings = QueueBed.Settings()
        settings.brokers = 2
        settings.topics = [
            TopicBlueprint("orders", partitions: 1, TopicSettings(replicas: 2, minimumInSync: 2))
        ]
        let bed = QueueBed(settings)
        bed.produce(
            MessageLoad(
                pace: LoadPace(arrival: .constant(perSecond: 100), count: 300),
                topic: "orders"
            )
        )
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(10))
            guard let (leader, followers) = bed.members() else { return }
            followers[0].current.pause()
            try await node.sleep(for: .seconds(10))
            leader.current.restart()
            try await node.sleep(for: .seconds(5))
            let early = try await Self.offset(.latest, of: bed, from: node, broker: leader.name)
            #expect(early == .failure(.offsetNotAvailable))
            followers[0].current.resume()
            try await node.sleep(for: .seconds(10))
            let late = try await Self.offset(.latest, of: bed, from: node, broker: leader.name)
            #expect(late == .success(300))
        }
        #expect(outcome.violations == [])
    }

    @Test
    func `a broker that was removed stays away though it begins anew`() {
        let bed = QueueBed()
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(5))
            bed.cluster.addBroker("broker3")
            try await node.sleep(for: .seconds(5))
            try await bed.cluster.removeBroker("broker1", from: node)
            try await node.sleep(for: .seconds(5))
            bed.brokers[1].current.restart()
            try await node.sleep(for: .seconds(10))
            let metadata = bed.journal.metadata
            #expect(metadata.members == ["broker0", "broker2", "broker3"])
            #expect(metadata.partitions.values.allSatisfy { !$0.replicas.contains("broker1") })
        }
        #expect(outcome.violations == [])
    }

    @Test
    func `a broker flushes after so many messages, and every so often at least`() {
        func flushes(perSecond: Double) -> Int {
            var settings = QueueBed.Settings()
            settings.brokers = 1
            settings.topics = [TopicBlueprint("orders", partitions: 1)]
            settings.flush = .messages(1_000, interval: .seconds(2))
            let bed = QueueBed(settings)
            bed.produce(
                MessageLoad(
                    pace: LoadPace(
                        arrival: .constant(perSecond: perSecond),
                        count: nil,
                        duration: .seconds(10)
                    ),
                    topic: "orders"
                )
            )
            #expect(bed.run().violations == [])
            return bed.journal.flushes
        }
        #expect((15...25).contains(flushes(perSecond: 2_000)))
        #expect((4...7).contains(flushes(perSecond: 50)))
    }
}
