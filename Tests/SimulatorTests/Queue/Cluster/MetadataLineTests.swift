import Testing

@testable import Simulator

struct MetadataLineTests {
    private static let changes: [MetadataChange] = {
        var state = PartitionState(replicas: ["broker-1", "broker-2"])
        state.inSync = ["broker-2"]
        state.leader = nil
        state.leaderEpoch = 4
        state.version = 9
        state.target = ["broker-3"]
        return [
            .topic("orders", TopicSettings(replicas: 2, minimumInSync: 1, isUnclean: true)),
            .partition(TopicPartition("orders", 3), state),
            .partition(TopicPartition("orders", 4), PartitionState(replicas: ["broker-1"])),
            .shardName(TopicPartition("orders", 4), "P17"),
            .broker("broker-1", BrokerRegistration(incarnation: 2, isAlive: false, isMember: true)),
            .producer(
                name: "stock",
                RegisteredProducer(identity: ProducerIdentity(id: 3, epoch: 2), isSame: true)
            ),
            .nextProducer(4),
        ]
    }()

    @Test
    func `what is written down is read again`() {
        let text = Self.changes.map(MetadataLine.line).joined()
        #expect(MetadataLine.changes(in: Array(text.utf8)) == Self.changes)
    }

    @Test
    func `the file ends where a line is not whole`() {
        let bytes = Array(Self.changes.map(MetadataLine.line).joined().utf8)
        for end in bytes.indices {
            let read = MetadataLine.changes(in: Array(bytes[..<end]))
            let whole = bytes[..<end].count { $0 == UInt8(ascii: "\n") }
            #expect(read == Array(Self.changes.prefix(whole)))
        }
    }
}
