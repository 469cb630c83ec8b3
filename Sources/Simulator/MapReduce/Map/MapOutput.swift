/// Where a map function puts its pairs.
///
/// Pairs are collected by the hundred and handed on together. A key is kept where it stands in
/// the input, so that emitting one copies nothing.
public struct MapOutput<Value>: ~Copyable {
    /// One pair.
    public struct Pair {
        /// The key, where it stands.
        public let key: ByteView
        /// The value.
        public let value: Value
    }

    /// Takes over the pairs, which are gone afterwards.
    typealias Consumer = (UnsafeBufferPointer<Pair>) -> Void

    /// How many pairs are handed on together.
    private var capacity = 512

    /// How many records there were.
    public internal(set) var records = 0
    /// How many pairs were emitted.
    public private(set) var pairs = 0
    /// How many records could not be understood.
    public private(set) var badRecords = 0
    /// The first of them.
    public private(set) var firstBadRecord: BadRecord?
    /// How many records came too late for their window.
    public internal(set) var lateRecords = 0

    private let policy: BadRecordPolicy
    private let consumer: Consumer?
    private var waiting: UnsafeMutablePointer<Pair>
    private var waitingCount = 0
    private var copies = ByteArena(chunkSize: 16_384)

    init(badRecords policy: BadRecordPolicy, consumer: @escaping Consumer) {
        self.policy = policy
        self.consumer = consumer
        waiting = .allocate(capacity: capacity)
    }

    /// An output whose pairs wait until they are taken.
    init() {
        policy = .fail
        consumer = nil
        waiting = .allocate(capacity: capacity)
    }

    deinit {
        waiting.deinitialize(count: waitingCount)
        waiting.deallocate()
    }

    /// Emits a pair whose key is a part of the record.
    public mutating func emit(_ key: ByteView, _ value: Value) {
        (waiting + waitingCount).initialize(to: Pair(key: key, value: value))
        waitingCount += 1
        if waitingCount == capacity { makeRoom() }
    }

    /// A copy of bytes that were made, valid until the next pair has been emitted: for a value.
    public mutating func copy(_ bytes: ByteView) -> ByteView {
        copies.copy(bytes)
    }

    /// Emits a pair whose key was made for it; its bytes are copied.
    public mutating func emit(copying key: ByteView, _ value: Value) {
        emit(copies.copy(key), value)
    }

    /// Emits a pair whose key was made for it; its bytes are copied.
    public mutating func emit(copying key: [UInt8], _ value: Value) {
        key.withUnsafeBytes { emit(copying: ByteView($0), value) }
    }

    /// Hands on what is waiting.
    mutating func flush() {
        guard let consumer, waitingCount > 0 else { return }
        take(consumer)
    }

    /// Calls `body` with what is waiting, which is gone afterwards.
    mutating func take(_ body: (UnsafeBufferPointer<Pair>) -> Void) {
        pairs += waitingCount
        body(UnsafeBufferPointer(start: waiting, count: waitingCount))
        waiting.deinitialize(count: waitingCount)
        waitingCount = 0
        copies.removeAll()
    }

    @inline(never)
    private mutating func makeRoom() {
        guard consumer == nil else { return flush() }
        let larger = UnsafeMutablePointer<Pair>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: waiting, count: waitingCount)
        waiting.deallocate()
        waiting = larger
        capacity *= 2
    }

    /// Counts a record that could not be understood, or lets the error pass on.
    mutating func skip(_ error: BadRecord, in record: Record) throws(BadRecord) {
        if policy == .fail { throw error.located(in: record) }
        badRecords += 1
        if firstBadRecord == nil { firstBadRecord = error.located(in: record) }
    }
}
