/// Some messages of one partition that travel and are stored together: the bytes of Kafka's record
/// batch, version 2.
///
/// The checksum is over what follows it, so that the one who leads a partition sets the offset and
/// the epoch without computing it again.
///
/// Source: Apache Kafka, documentation of the message format; `DefaultRecordBatch.java`.
public struct RecordBatch: Hashable, Sendable {
    /// The bytes, as they travel and stand on disks.
    public private(set) var bytes: [UInt8]

    /// Where the fields stand.
    private enum Place {
        static let baseOffset = 0
        static let length = 8
        static let epoch = 12
        static let magic = 16
        static let checksum = 17
        static let attributes = 21
        static let lastOffsetDelta = 23
        static let baseTimestamp = 27
        static let maxTimestamp = 35
        static let producer = 43
        static let producerEpoch = 51
        static let sequence = 53
        static let count = 57
        static let records = 61
    }

    /// The bytes of a batch without messages.
    public static let headerSize = Place.records
    private static let magic: UInt8 = 2

    /// A batch of some messages, from offset zero on.
    ///
    /// - Precondition: there is at least one.
    public init(_ records: [QueueRecord], stamp: ProducerStamp? = nil) {
        guard let first = records.first else { preconditionFailure("a batch has messages") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headerSize + records.reduce(0) { $0 + $1.value.count + ($1.key?.count ?? 0) + 16 }
        )
        BigEndian.append(Int64(0), to: &bytes)
        BigEndian.append(Int32(0), to: &bytes)
        BigEndian.append(Int32(-1), to: &bytes)
        bytes.append(Self.magic)
        BigEndian.append(Int32(0), to: &bytes)
        BigEndian.append(Int16(0), to: &bytes)
        BigEndian.append(Int32(records.count - 1), to: &bytes)
        BigEndian.append(first.timestamp, to: &bytes)
        let latest = records.reduce(first.timestamp) { max($0, $1.timestamp) }
        BigEndian.append(latest, to: &bytes)
        BigEndian.append(stamp?.producer ?? -1, to: &bytes)
        BigEndian.append(stamp?.epoch ?? -1, to: &bytes)
        BigEndian.append(stamp?.sequence ?? -1, to: &bytes)
        BigEndian.append(Int32(records.count), to: &bytes)
        for (delta, record) in records.enumerated() {
            RecordCoding.append(record, delta: delta, base: first.timestamp, to: &bytes)
        }
        self.bytes = bytes
        set(Int32(bytes.count - Place.epoch), at: Place.length)
        set(Int32(bitPattern: computedChecksum), at: Place.checksum)
    }

    /// The batch that begins at `offset` of `bytes`, as far as its length goes.
    ///
    /// - Returns: Nothing where the bytes end before it does, or it is no batch.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard offset + Self.headerSize <= bytes.count else { return nil }
        let length = bytes.withUnsafeBytes { Int(BigEndian.load(Int32.self, $0, at: offset + 8)) }
        let end = offset + Place.epoch + length
        guard length >= Self.headerSize - Place.epoch, end <= bytes.count,
            bytes[offset + Place.magic] == Self.magic
        else { return nil }
        self.bytes = offset == 0 && end == bytes.count ? bytes : Array(bytes[offset..<end])
    }

    /// The offset of the first message in its partition.
    public var baseOffset: Int {
        get { Int(load(Int64.self, at: Place.baseOffset)) }
        set { set(Int64(newValue), at: Place.baseOffset) }
    }

    /// The term of the leader that took it.
    public var leaderEpoch: Int {
        get { Int(load(Int32.self, at: Place.epoch)) }
        set { set(Int32(newValue), at: Place.epoch) }
    }

    /// The offset after the last message.
    public var nextOffset: Int { baseOffset + Int(load(Int32.self, at: Place.lastOffsetDelta)) + 1 }

    /// How many messages it holds.
    public var count: Int { Int(load(Int32.self, at: Place.count)) }

    /// The latest time of a message, in milliseconds since 1970.
    public var maxTimestamp: Int64 { load(Int64.self, at: Place.maxTimestamp) }

    /// Whose messages they are; nothing where the producer does not say.
    public var stamp: ProducerStamp? {
        let producer = load(Int64.self, at: Place.producer)
        guard producer >= 0 else { return nil }
        return ProducerStamp(
            producer: producer,
            epoch: load(Int16.self, at: Place.producerEpoch),
            sequence: load(Int32.self, at: Place.sequence)
        )
    }

    /// Whether its bytes are those that were sent.
    public var isWhole: Bool {
        UInt32(bitPattern: load(Int32.self, at: Place.checksum)) == computedChecksum
    }

    private var computedChecksum: UInt32 {
        bytes.withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[Place.attributes...])
            return ReflectedCRC.castagnoli.checksum(rest)
        }
    }

    /// Calls `body` with each message, in their order.
    ///
    /// - Returns: False where the bytes are not those of messages.
    @discardableResult
    public func forEachRecord(_ body: (RecordView) throws -> Void) rethrows -> Bool {
        let base = baseOffset
        let timestamp = load(Int64.self, at: Place.baseTimestamp)
        let count = count
        return try bytes.withUnsafeBytes { buffer in
            let view = ByteView(buffer)
            var offset = Place.records
            for _ in 0..<max(0, count) {
                guard let record = RecordCoding.read(view, at: &offset, base, timestamp) else {
                    return false
                }
                try body(record)
            }
            return offset == view.count
        }
    }

    /// Copies of all messages.
    public var records: [QueueRecord] {
        var records: [QueueRecord] = []
        records.reserveCapacity(count)
        forEachRecord { records.append($0.record) }
        return records
    }

    private func load<Number: FixedWidthInteger>(_ type: Number.Type, at place: Int) -> Number {
        bytes.withUnsafeBytes { BigEndian.load(type, $0, at: place) }
    }

    private mutating func set(_ number: some FixedWidthInteger, at place: Int) {
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: number.bigEndian, toByteOffset: place, as: type(of: number))
        }
    }
}

/// The messages of a batch: lengths and differences in zigzag coding.
private enum RecordCoding {
    static func append(
        _ record: QueueRecord,
        delta: Int,
        base: Int64,
        to bytes: inout [UInt8]
    ) {
        let time = record.timestamp - base
        let keySize = record.key?.count ?? -1
        let size =
            1 + ZigZag.size(Int(time)) + ZigZag.size(delta) + ZigZag.size(keySize)
            + max(0, keySize) + ZigZag.size(record.value.count) + record.value.count + 1
        ZigZag.append(size, to: &bytes)
        bytes.append(0)
        ZigZag.append(Int(time), to: &bytes)
        ZigZag.append(delta, to: &bytes)
        ZigZag.append(keySize, to: &bytes)
        if let key = record.key { bytes.append(contentsOf: key) }
        ZigZag.append(record.value.count, to: &bytes)
        bytes.append(contentsOf: record.value)
        // No headers.
        bytes.append(0)
    }

    static func read(
        _ bytes: ByteView,
        at offset: inout Int,
        _ baseOffset: Int,
        _ baseTimestamp: Int64
    ) -> RecordView? {
        guard let size = ZigZag.read(bytes, at: &offset), size > 0,
            size <= bytes.count - offset
        else { return nil }
        let end = offset + size
        // Attributes, of which there are none.
        offset += 1
        guard let time = ZigZag.read(bytes, at: &offset),
            let delta = ZigZag.read(bytes, at: &offset),
            let key = field(bytes, at: &offset, end),
            let value = field(bytes, at: &offset, end),
            let headers = ZigZag.read(bytes, at: &offset), headers >= 0, offset <= end
        else { return nil }
        // Nobody asks for headers.
        offset = end
        return RecordView(
            offset: baseOffset + delta,
            timestamp: baseTimestamp + Int64(time),
            key: key.view,
            value: value.view ?? .empty
        )
    }

    /// Bytes that may be missing, which is not the same as none.
    private struct OptionalBytes {
        let view: ByteView?
    }

    private static func field(
        _ bytes: ByteView,
        at offset: inout Int,
        _ end: Int
    ) -> OptionalBytes? {
        guard let size = ZigZag.read(bytes, at: &offset), size <= end - offset else { return nil }
        guard size >= 0 else { return OptionalBytes(view: nil) }
        defer { offset += size }
        return OptionalBytes(view: bytes.slice(offset..<(offset + size)))
    }
}
