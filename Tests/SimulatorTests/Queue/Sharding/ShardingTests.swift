import Testing

@testable import Simulator

struct ShardingTests {
    /// Apache Kafka, `UtilsTest.testMurmur2`.
    @Test(arguments: [
        ("21", -973_932_308), ("foobar", -790_332_482), ("", 275_646_681),
        ("a-little-bit-long-string", -985_981_536), ("abc", 479_470_107),
        ("a-little-bit-longer-string", -1_486_304_829),
        ("lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971),
    ])
    func `keys are hashed as Kafka hashes them`(key: String, hash: Int32) {
        #expect(Int32(truncatingIfNeeded: MurmurHash2().hash(key)) == hash)
        // `toPositive(murmur2(key)) % partitions`.
        let shard = KeyPartitioner().shard(of: Array(key.utf8), of: 50)
        #expect(shard == Int(hash & Int32.max) % 50)
    }

    private static let brokers = (1...6).map { "broker-\($0)" }

    private static func rendezvous(_ brokers: [String]) throws -> ShardPlacement {
        var placement = RendezvousHash(seed: 1)
        try placement.add(
            contentsOf: brokers.enumerated().map { .init(name: $1, ordinal: $0) }
        )
        return .placed(placement)
    }

    @Test
    func `replicas stand on different brokers, as many as there can be`() throws {
        for placement in [try Self.rendezvous(Self.brokers), .random, .roundRobin] {
            for wanted in 1...8 {
                var random = SplitMix64(seed: UInt64(wanted))
                let all = placement.replicas(
                    of: "t",
                    shards: 20,
                    on: Self.brokers,
                    replicas: wanted,
                    using: &random
                )
                #expect(all.count == 20)
                for replicas in all {
                    #expect(replicas.count == min(wanted, 6))
                    #expect(Set(replicas).count == replicas.count)
                }
            }
        }
    }

    /// Rendezvous hashing moves what belongs to the broker that goes, and nothing else.
    @Test
    func `a broker that goes takes only its own replicas along`() throws {
        var random = SplitMix64(seed: 1)
        let before = try Self.rendezvous(Self.brokers).replicas(
            of: "t",
            shards: 500,
            on: Self.brokers,
            replicas: 3,
            using: &random
        )
        let rest = Self.brokers.filter { $0 != "broker-4" }
        let after = try Self.rendezvous(rest).replicas(
            of: "t",
            shards: 500,
            on: rest,
            replicas: 3,
            using: &random
        )
        for (old, new) in zip(before, after) {
            let kept = old.filter { $0 != "broker-4" }
            #expect(Array(new.prefix(kept.count)) == kept)
        }
    }

    /// `assignReplicasToBrokersRackUnaware`: leaders differ by one at most, and so do replicas.
    @Test(arguments: 1...40)
    func `leaders in turn are even`(shards: Int) {
        var random = SplitMix64(seed: UInt64(shards))
        let all = ShardPlacement.roundRobin.replicas(
            of: "t",
            shards: shards,
            on: Self.brokers,
            replicas: 2,
            using: &random
        )
        let leads = Self.brokers.map { broker in all.count { $0.first == broker } }
        #expect((leads.max() ?? 0) - (leads.min() ?? 0) <= 1)
    }

    @Test
    func `a random placement leaves replicas where they are`() {
        var random = SplitMix64(seed: 3)
        let present = [["broker-1", "broker-9"], ["broker-2", "broker-3"]]
        let all = ShardPlacement.random.replicas(
            of: "t",
            shards: 2,
            on: Self.brokers,
            replicas: 2,
            present: present,
            using: &random
        )
        #expect(all[0].first == "broker-1" && all[0].count == 2 && all[0][1] != "broker-9")
        #expect(all[1] == present[1])
    }
}
