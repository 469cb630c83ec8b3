/// Which shard a message goes to.
public struct KeyPartitioner: Sendable {
    private let function: any HashFunction

    /// By a hash of the keys; by default that of Kafka.
    public init(_ function: any HashFunction = MurmurHash2()) {
        self.function = function
    }

    /// The shard of a key, as Kafka's clients choose it: the hash without its sign bit, modulo the
    /// number of shards.
    ///
    /// Source: Apache Kafka, `BuiltInPartitioner.partitionForKey`.
    /// - Precondition: there are shards.
    public func shard(of key: [UInt8], of shards: Int) -> Int {
        precondition(shards > 0, "a topic has shards")
        let bits = min(function.width, 64) - 1
        return Int((function.hash(key) & ((1 << UInt64(bits)) - 1)) % UInt64(shards))
    }
}
