/// Which brokers have the replicas of a shard.
public enum ShardPlacement: Sendable {
    /// Those that a placement of keys prefers for the name of the shard, one after the other.
    case placed(any Placement)
    /// Any, as the original of the seed draws them for each shard when it is made.
    case random
    /// One after the other, as Kafka does where no racks are known.
    case roundRobin

    /// The replicas of the shards of a topic, for each as many as there can be, the preferred
    /// leader first.
    ///
    /// - Parameters:
    ///   - topic: The name of the topic, which is hashed.
    ///   - shards: How many shards it has.
    ///   - brokers: Those that there are, in the order in which they came.
    ///   - replicas: How many replicas each shard has, where there are so many brokers.
    ///   - present: The replicas that there are; a random placement leaves them where they are as
    ///     far as it can.
    ///   - random: Draws, where the placement is random.
    public func replicas(
        of topic: String,
        shards: Int,
        on brokers: [String],
        replicas: Int,
        present: [[String]] = [],
        using random: inout some RandomNumberGenerator
    ) -> [[String]] {
        let count = min(replicas, brokers.count)
        guard count > 0 else { return Array(repeating: [], count: shards) }
        switch self {
        case .placed(let placement):
            return (0..<shards).map { shard in
                let key = PlacementKey("\(topic)-\(shard)")
                var owners: [String] = []
                while owners.count < count,
                    let owner = placement.owner(of: key, excluding: Set(owners))
                {
                    owners.append(owner)
                }
                return owners
            }
        case .random:
            return (0..<shards).map { shard in
                let kept = (shard < present.count ? present[shard] : []).filter(brokers.contains)
                var owners = Array(kept.prefix(count))
                let others = brokers.filter { !owners.contains($0) }.shuffled(using: &random)
                owners += others.prefix(count - owners.count)
                return owners
            }
        case .roundRobin:
            return Self.roundRobin(shards, brokers, count, using: &random)
        }
    }

    /// Leaders one after the other from a random one on; the other replicas follow with a shift
    /// that grows whenever all brokers have led.
    ///
    /// Source: Apache Kafka, `AdminUtils.assignReplicasToBrokersRackUnaware`.
    private static func roundRobin(
        _ shards: Int,
        _ brokers: [String],
        _ count: Int,
        using random: inout some RandomNumberGenerator
    ) -> [[String]] {
        let total = brokers.count
        let start = Int.random(in: 0..<total, using: &random)
        var shift = Int.random(in: 0..<total, using: &random)
        return (0..<shards).map { shard in
            if shard > 0, shard % total == 0 { shift += 1 }
            let first = (shard + start) % total
            return (0..<count).map { number in
                if number == 0 { return brokers[first] }
                let distance = 1 + (shift + number - 1) % (total - 1)
                return brokers[(first + distance) % total]
            }
        }
    }
}
