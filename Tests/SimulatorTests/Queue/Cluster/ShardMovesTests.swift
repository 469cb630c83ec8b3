import Testing

@testable import Simulator

/// Shards that move as brokers come and go.
struct ShardMovesTests {
    private static func bed(_ placement: any Placement) -> QueueBed {
        var settings = QueueBed.Settings()
        settings.brokers = 4
        settings.placement = .placed(placement)
        settings.topics = [TopicBlueprint("orders", partitions: 40, TopicSettings(replicas: 2))]
        return QueueBed(settings)
    }

    /// How many replicas move as a broker goes and another one comes.
    private static func moves(restartingController: Bool) throws -> Int {
        let bed = Self.bed(SlotRing(.spec))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(5))
            try await bed.cluster.removeBroker("broker1", from: node)
            try await node.sleep(for: .seconds(10))
            if restartingController { bed.controller.current.restart() }
            try await node.sleep(for: .seconds(10))
            bed.cluster.addBroker("broker9")
            try await node.sleep(for: .seconds(10))
        }
        #expect(outcome.ending == .quiescent)
        return bed.journal.moved
    }

    @Test
    func `a controller that begins anew moves no more than one that does not`() throws {
        let without = try Self.moves(restartingController: false)
        #expect(without > 0)
        #expect(try Self.moves(restartingController: true) == without)
    }

    @Test
    func `a placement that cannot do without a broker keeps it`() {
        let bed = Self.bed(JumpHash(seed: 0))
        let outcome = bed.run { node in
            try await node.sleep(for: .seconds(5))
            try await bed.cluster.removeBroker("broker1", from: node)
            try await node.sleep(for: .seconds(10))
        }
        #expect(outcome.ending == .quiescent)
        #expect(bed.journal.moved == 0)
        #expect(bed.journal.metadata.members.contains("broker1"))
    }
}
