/// The messages for one partition that its producer has: batches that wait and batches under way.
///
/// Source: Apache Kafka, `RecordAccumulator.java`, `TransactionManager.java`.
struct ProducerQueue: Sendable {
    /// Messages that travel together.
    struct Batch: Sendable {
        fileprivate(set) var records: [QueueRecord]
        /// By which the producer's user knows them.
        fileprivate(set) var tags: [Int]
        /// About how many bytes they take.
        fileprivate(set) var size: Int
        let created: VirtualInstant
        /// The number of its first message, once it was sent.
        fileprivate(set) var sequence: Int32?
        /// The bytes, once it was sent.
        fileprivate(set) var bytes: RecordBatch?
        /// Whether the fate of all before it was known when it was sent last.
        fileprivate(set) var wasFirst = false
        /// Which one it is of those that were sent.
        fileprivate(set) var ordinal = 0
    }

    private(set) var waiting: [Batch] = []
    private(set) var underWay: [Batch] = []
    /// The number of the next message.
    private var sequence: Int32 = 0
    /// How many batches were sent, each counted once.
    private var sent = 0
    /// Whose numbers the messages have; nothing before the first was numbered, and where none is.
    private var identity: ProducerIdentity?
    /// The last batch of these numbers that is known to be there, and the number after it.
    private var last: (ordinal: Int, next: Int32)?
    /// Whether a batch with numbers was given up, which may be there or not.
    private(set) var isUnresolved = false
    /// Whether the leader lacks messages before the first batch, which it will never take so.
    private var hasGap = false
    /// Until when nothing is sent after a failure.
    var blockedUntil = VirtualInstant.zero

    /// Whether the numbers cannot go on, and the fate of all that had one is known as far as it
    /// ever will be.
    ///
    /// Source: Apache Kafka, KIP-360; `TransactionManager.maybeResolveSequences`.
    var needsIdentity: Bool {
        guard underWay.isEmpty else { return false }
        return hasGap || isUnresolved && waiting.allSatisfy { $0.sequence == nil }
    }

    /// Whether nothing waits and nothing is under way.
    var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

    /// Adds a message.
    ///
    /// - Returns: Whether it begins a batch, and whether it completes one.
    mutating func add(
        _ record: QueueRecord,
        tag: Int,
        limit: Int,
        now: VirtualInstant
    ) -> (begins: Bool, completes: Bool) {
        let size = record.value.count + (record.key?.count ?? 0) + 12
        if let last = waiting.indices.last, waiting[last].sequence == nil,
            waiting[last].size + size <= limit
        {
            waiting[last].records.append(record)
            waiting[last].tags.append(tag)
            waiting[last].size += size
            return (false, waiting[last].size + size > limit)
        }
        waiting.append(
            Batch(records: [record], tags: [tag], size: size, created: now)
        )
        return (true, waiting.count > 1 || 2 * size > limit)
    }

    /// Whether the first batch that waits may be sent.
    ///
    /// One that was sent before waits until it is the first of all again, so that messages keep
    /// their order.
    func isReady(
        linger: Duration,
        limit: Int,
        inFlight: Int,
        isHurried: Bool,
        now: VirtualInstant
    ) -> Bool {
        guard let first = waiting.first, underWay.count < inFlight, now >= blockedUntil, !hasGap
        else { return false }
        if let sequence = first.sequence {
            return underWay.allSatisfy { ($0.sequence ?? 0) > sequence }
        }
        // A broker that does not know the producer takes any number for its first one.
        let isFirst = identity != nil && last == nil
        if isUnresolved || isFirst && !underWay.isEmpty { return false }
        // A broker remembers the last five batches: one that is not settled has to be among them
        // when it comes again, though all after it are settled.
        if let oldest = underWay.lazy.map(\.ordinal).min(), sent - oldest >= inFlight {
            return false
        }
        return isHurried || waiting.count > 1 || first.size * 10 >= limit * 9
            || first.created.duration(to: now) >= linger
    }

    /// Takes the first batch, which is sent.
    mutating func send(as identity: ProducerIdentity?) -> RecordBatch? {
        guard !waiting.isEmpty else { return nil }
        var batch = waiting.removeFirst()
        batch.wasFirst = underWay.isEmpty
        if let bytes = batch.bytes {
            underWay.append(batch)
            return bytes
        }
        self.identity = self.identity ?? identity
        batch.sequence = sequence
        batch.ordinal = sent
        sent += 1
        let stamp = self.identity.map {
            ProducerStamp(producer: $0.id, epoch: $0.epoch, sequence: sequence)
        }
        sequence = ProducerStamp.sequence(sequence, advancedBy: batch.records.count)
        let bytes = RecordBatch(batch.records, stamp: stamp)
        batch.bytes = bytes
        underWay.append(batch)
        return bytes
    }

    /// Takes back the batch under way with this number: its fate is known.
    mutating func finish(_ sequence: Int32) -> Batch? {
        guard let index = underWay.firstIndex(where: { $0.sequence == sequence }) else {
            return nil
        }
        return underWay.remove(at: index)
    }

    /// A batch is there.
    mutating func note(acknowledged batch: Batch) {
        guard let sequence = batch.sequence, batch.ordinal >= last?.ordinal ?? 0 else { return }
        let next = ProducerStamp.sequence(sequence, advancedBy: batch.records.count)
        last = (batch.ordinal, next)
        // One that was given up is there where those after it are.
        if next == self.sequence { isUnresolved = false }
    }

    /// A batch was given up; where it had numbers, those after it may leave a gap.
    mutating func note(givenUp batch: Batch) {
        if identity != nil, batch.sequence != nil { isUnresolved = true }
    }

    /// The leader lacks messages before a batch, which is to be sent with other numbers.
    mutating func noteGap(before batch: Batch) {
        retry(batch)
        hasGap = true
    }

    /// Has a batch be sent again, before those that come after it.
    mutating func retry(_ batch: Batch) {
        let index = waiting.firstIndex { other in
            guard let sequence = other.sequence, let own = batch.sequence else { return true }
            return sequence > own
        }
        waiting.insert(batch, at: index ?? waiting.count)
    }

    /// Lets go of batches that waited too long.
    mutating func expire(before instant: VirtualInstant) -> [Batch] {
        let expired = waiting.filter { $0.created < instant }
        if !expired.isEmpty { waiting.removeAll { $0.created < instant } }
        return expired
    }

    /// Numbers all messages anew: what comes late with an older number is refused.
    ///
    /// - Precondition: nothing is under way.
    mutating func renumber(as identity: ProducerIdentity) {
        self.identity = identity
        sequence = 0
        last = nil
        isUnresolved = false
        hasGap = false
        for index in waiting.indices {
            waiting[index].sequence = nil
            waiting[index].bytes = nil
        }
    }

    /// Lets go of everything that waits.
    mutating func removeAll() -> [Batch] {
        defer { waiting = [] }
        return waiting
    }
}
