/// A message as a producer sends it and a consumer gets it.
public struct QueueRecord: Hashable, Sendable {
    /// By which its partition is chosen; nothing for any partition.
    public var key: [UInt8]?
    /// What it says.
    public var value: [UInt8]
    /// When it was made, in milliseconds since 1970.
    public var timestamp: Int64

    /// A message.
    public init(key: [UInt8]? = nil, value: [UInt8], timestamp: Int64) {
        self.key = key
        self.value = value
        self.timestamp = timestamp
    }
}

/// A record of a batch where it stands.
public struct RecordView {
    /// Its place in the partition.
    public let offset: Int
    /// In milliseconds since 1970.
    public let timestamp: Int64
    /// The key; nothing for none.
    public let key: ByteView?
    /// The value; it is valid as long as the batch is.
    public let value: ByteView

    /// A copy that lasts.
    public var record: QueueRecord {
        QueueRecord(
            key: key.map { Array($0.buffer) },
            value: Array(value.buffer),
            timestamp: timestamp
        )
    }
}

/// Which messages of which producer a batch holds, so that one that comes again is known.
public struct ProducerStamp: Hashable, Sendable {
    /// The number of the producer.
    public let producer: Int64
    /// Which incarnation of it; an older one than any seen is refused.
    public let epoch: Int16
    /// The number of the first message, counted from zero in each partition; after 2³¹ − 1 comes 0.
    public let sequence: Int32

    /// A stamp.
    public init(producer: Int64, epoch: Int16, sequence: Int32) {
        self.producer = producer
        self.epoch = epoch
        self.sequence = sequence
    }

    /// The number of the message that comes `count` after `sequence`.
    static func sequence(_ sequence: Int32, advancedBy count: Int) -> Int32 {
        Int32((Int(sequence) + count) & Int(Int32.max))
    }
}
