import OrderedCollections
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
        #expect(bed.journal.appended == 4_000)
    }

    @Test
    func `a run with clients that wait for each message ends when the last was read`() {
        let bed = QueueBed()
        bed.produce(
            MessageLoad(
                pace: LoadPace(
                    arrival: .closed(clients: 1, think: .constant(.zero)),
                    count: 500
                ),
                topic: "orders"
            )
        )
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)])) {
            $0.processing = .constant(.milliseconds(5))
        }
        let outcome = bed.run()
        #expect(outcome.violations == [])
        #expect(bed.log.messages.count { $0.isAcknowledged } == 500)
        #expect(bed.findings.lost == 0)
    }

    @Test
    func `a run waits for a producer that comes back`() {
        let bed = QueueBed()
        let node = bed.produce(Self.load(3_000, perSecond: 100))
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)]))
        let outcome = bed.run { here in
            try await here.sleep(for: .seconds(10))
            node.current.crash()
            try await here.sleep(for: .seconds(5))
            node.current.restart()
        }
        #expect(outcome.violations == [])
        #expect(bed.log.messages.count == 3_000)
        #expect(bed.findings.lost == 0)
    }

    @Test(arguments: [nil, "group"])
    func `a reader that begins at the next message need not get those before`(group: String?) {
        let bed = QueueBed()
        bed.produce(Self.load(3_000, perSecond: 300))
        bed.consume(.topics(["orders"])) {
            $0.reset = .latest
            $0.group = group
        }
        let outcome = bed.run()
        #expect(outcome.violations == [])
        let findings = bed.findings
        #expect(findings.problems == [])
        #expect(findings.lost == 0)
        #expect(findings.delivered.values.allSatisfy { $0 > 0 })
    }

    @Test(arguments: [nil, "group"])
    func `a consumer reads what it can while a partition has no leader`(group: String?) {
        var settings = QueueBed.Settings()
        settings.topics = [TopicBlueprint("orders", partitions: 3)]
        settings.flush = .always
        let bed = QueueBed(settings)
        bed.produce(Self.load(3_000, perSecond: 100))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(5))
            let leader = bed.members()?.leader
            leader?.current.crash()
            try await node.sleep(for: .seconds(5))
            bed.consume(.topics(["orders"])) { $0.group = group }
            try await node.sleep(for: .seconds(10))
            #expect(bed.log.delivered > 500)
            leader?.current.restart()
        }
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
    }

    @Test
    func `a group goes on without a member that does not come for more messages`() {
        let bed = QueueBed()
        bed.produce(Self.load(1_000, perSecond: 50))
        for number in 0..<2 {
            bed.consume(.topics(["orders"])) {
                $0.group = "group"
                $0.commit = .after
                $0.rebalanceTimeout = .seconds(10)
                if number == 0 { $0.processing = .constant(.seconds(600)) }
            }
        }
        let outcome = bed.run()
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        #expect(bed.findings.lost == 0)
    }

    @Test
    func `a message that stands in two partitions is noticed`() {
        let log = MessageLog()
        let consumer = log.add(
            MessageLog.Consumer(
                name: "reader",
                group: nil,
                subscription: .topics(["orders"]),
                reset: .earliest
            )
        )
        let number = log.begin(producer: 0, incarnation: 0, intended: .zero)
        let record = QueueRecord(value: MessageLog.value(number, size: 20), timestamp: 0)
        for partition in 0..<2 {
            log.deliver(
                to: consumer,
                session: (0, 1),
                TopicPartition("orders", partition),
                .message(record, at: 0),
                at: .zero
            )
        }
        let promise = DeliveryChecker.Promise(topic: "orders", isSafe: true, isExact: true)
        let findings = DeliveryChecker.findings(in: log, promises: [promise])
        #expect(findings.duplicated == 1)
        #expect(findings.problems == ["message 0 stands in orders-1 and in another partition"])
    }

    /// What a consumer finds wrong with messages of these incarnations of one producer that stand
    /// in a partition in this order, by when they were sent.
    private func problems(_ order: [Int], incarnations: [Int], isNamed: Bool = false) -> [String] {
        let log = MessageLog()
        let consumer = log.add(
            MessageLog.Consumer(
                name: "reader",
                group: nil,
                subscription: .topics(["orders"]),
                reset: .earliest
            )
        )
        for incarnation in incarnations {
            _ = log.begin(producer: 0, incarnation: incarnation, intended: .zero)
        }
        for (offset, number) in order.enumerated() {
            log.deliver(
                to: consumer,
                session: (0, 1),
                TopicPartition("orders", 0),
                .message(
                    QueueRecord(value: MessageLog.value(number, size: 20), timestamp: 0),
                    at: offset
                ),
                at: .zero
            )
        }
        let promise = DeliveryChecker.Promise(
            topic: "orders",
            isSafe: true,
            isExact: true,
            isNamed: isNamed
        )
        return DeliveryChecker.findings(in: log, promises: [promise]).problems
    }

    @Test
    func `messages are in the order of each incarnation, and of all of them where it has a name`() {
        #expect(problems([0, 1, 2, 3], incarnations: [0, 0, 1, 1]) == [])
        // The first incarnation crashed while its messages were late.
        #expect(problems([2, 0, 3, 1], incarnations: [0, 0, 1, 1]) == [])
        #expect(
            problems([2, 1, 0, 3], incarnations: [0, 0, 1, 1])
                == ["at orders-0 2 message 0 comes after message 1"]
        )
        #expect(
            problems([2, 0, 3, 1], incarnations: [0, 0, 1, 1], isNamed: true)
                == [
                    "at orders-0 1 message 0 comes after message 2",
                    "at orders-0 3 message 1 comes after message 3",
                ]
        )
    }
}
