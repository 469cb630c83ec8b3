import Testing

@testable import Simulator

/// When producers are told that their messages are there.
struct QueueAcknowledgementTests {
    private static func load(perSecond: Double = 100, _ time: Duration) -> MessageLoad {
        MessageLoad(
            pace: LoadPace(
                arrival: .constant(perSecond: perSecond),
                count: nil,
                duration: time
            ),
            topic: "orders"
        )
    }

    @Test
    func `nothing is acknowledged by all while fewer are in sync than have to be`() {
        var settings = QueueBed.Settings()
        settings.brokers = 2
        settings.topics = [
            TopicBlueprint("orders", partitions: 1, TopicSettings(replicas: 2, minimumInSync: 2))
        ]
        let bed = QueueBed(settings)
        bed.produce(Self.load(.seconds(30)))
        bed.consume(.partitions([TopicPartition("orders", 0)]))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(10))
            let follower = bed.members()?.followers.first
            follower?.current.crash()
            try await node.sleep(for: .seconds(10))
            follower?.current.restart()
        }
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        let acknowledged = bed.log.messages.filter(\.isAcknowledged)
        #expect(acknowledged.count == 3_000)
        let early = acknowledged.filter { message in
            let time = (message.ended ?? .zero).nanoseconds
            return time > 10_010_000_000 && time < 20_000_000_000
        }
        #expect(early.isEmpty, "\(early.count) messages while the follower is down")
    }
}
