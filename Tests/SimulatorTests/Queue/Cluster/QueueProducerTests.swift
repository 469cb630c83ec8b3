import Testing

@testable import Simulator

/// Producers whose brokers are slow, crash, or hand the lead over.
struct QueueProducerTests {
    private static func load(
        perSecond: Double = 100,
        _ time: Duration,
        partition: Int? = nil
    ) -> MessageLoad {
        MessageLoad(
            pace: LoadPace(
                arrival: .constant(perSecond: perSecond),
                count: nil,
                duration: time
            ),
            topic: "orders",
            partition: partition
        )
    }

    /// The messages that were to be sent after `instant` and that nobody got.
    private static func missing(_ bed: QueueBed, after instant: Duration) -> Int {
        var got = Set<Int>()
        for session in bed.log.sessions {
            for delivery in session.deliveries { delivery.message.map { _ = got.insert($0) } }
        }
        let begin = VirtualInstant.zero.advanced(by: instant)
        return bed.log.messages.indices.count { number in
            bed.log.messages[number].intended > begin && !got.contains(number)
        }
    }

    @Test
    func `a producer that waits for nobody goes on after brokers that were down`() {
        let bed = QueueBed()
        bed.produce(Self.load(.seconds(40))) { $0.acknowledgement = .none }
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)]))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(20))
            for broker in bed.brokers { broker.current.crash() }
            try await node.sleep(for: .seconds(5))
            for broker in bed.brokers { broker.current.restart() }
        }
        #expect(outcome.violations == [])
        // What goes to a leader that has just handed over is lost.
        #expect(Self.missing(bed, after: .seconds(30)) < 5)
    }

    @Test
    func `a producer that waits for nobody learns of a new leader from the one before`() {
        let bed = QueueBed()
        bed.produce(Self.load(.seconds(40), partition: 0)) { $0.acknowledgement = .none }
        bed.consume(.partitions([TopicPartition("orders", 0)]))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(5))
            // The lead goes back to it while the one that had it lives.
            let leader = bed.members()?.leader
            leader?.current.crash()
            try await node.sleep(for: .seconds(5))
            leader?.current.restart()
            try await node.sleep(for: .seconds(15))
            #expect(bed.members()?.leader.name == leader?.name)
        }
        #expect(outcome.violations == [])
        #expect(Self.missing(bed, after: .seconds(30)) == 0)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `what a leader holds while messages are given up is not sent under other numbers`(
        seed: UInt64
    ) {
        var settings = QueueBed.Settings()
        settings.topics = [TopicBlueprint("orders", partitions: 1, TopicSettings(replicas: 3))]
        settings.sessionTimeout = .seconds(12)
        let bed = QueueBed(seed: seed, settings)
        bed.produce(Self.load(perSecond: 10, .seconds(30))) {
            // The first one that the leader holds is given up, and those after it are not.
            $0.requestTimeout = .milliseconds(2_400)
            $0.deliveryTimeout = .milliseconds(5_250)
        }
        bed.consume(.partitions([TopicPartition("orders", 0)]))
        let outcome = bed.run { node in
            try await node.sleep(for: .milliseconds(10_030))
            let leader = bed.members()?.leader
            leader?.current.pause()
            try await node.sleep(for: .seconds(8))
            leader?.current.resume()
        }
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        #expect(bed.findings.duplicated == 0)
        #expect(bed.log.messages.contains { $0.error == .timedOut })
        #expect(Self.missing(bed, after: .seconds(20)) == 0)
    }

    @Test
    func `no message fails where the second batch overtakes the first`() {
        var settings = QueueBed.Settings()
        settings.latency = .exponential(mean: .milliseconds(5))
        let bed = QueueBed(settings)
        for _ in 0..<20 {
            bed.produce(Self.load(perSecond: 400, .seconds(1))) { $0.batchSize = 1 }
        }
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)]))
        let outcome = bed.run()
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        #expect(bed.log.messages.count == 8_000)
        #expect(bed.log.messages.count { $0.isAcknowledged } == 8_000)
    }
}
