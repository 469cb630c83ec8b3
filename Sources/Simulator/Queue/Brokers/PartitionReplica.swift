/// A partition as one broker has it.
///
/// A class, for it is changed in place many times; only its broker has it.
final class PartitionReplica {
    /// Somebody who waits until a message is safe, or on the disk.
    struct Waiter {
        /// The offset after the last message.
        let end: Int
        let produce: PendingProduce
        /// Which of its batches it is.
        let index: Int
        /// Whether all have to have it, or only the leader.
        let isForAll: Bool
        let baseOffset: Int
    }

    let partition: TopicPartition
    var log: PartitionLog
    /// What the controller has said last; nothing before it has.
    var state: PartitionState?
    /// What is known of the followers, where it leads.
    var leading: LeaderView?
    /// Up to where messages were safe when it was told, where it follows.
    private var toldHighWatermark = 0
    /// Up to where the disk has them.
    private(set) var durableEnd: Int
    /// Counts what was taken back, so that what was written before it is known as such.
    private(set) var generation = 0
    /// Those that wait for acknowledgements, in the order of their offsets.
    var waiters: [Waiter] = []
    /// Requests that wait for messages.
    var fetches: [PendingFetch] = []
    /// The incarnations of the followers that asked last.
    var incarnations: [String: UInt32] = [:]

    /// A replica with what its files hold.
    init(_ partition: TopicPartition, log: PartitionLog) {
        self.partition = partition
        self.log = log
        durableEnd = log.end
        toldHighWatermark = log.start
    }

    /// Up to where messages are safe, as far as it knows.
    var highWatermark: Int { leading?.highWatermark ?? min(toldHighWatermark, log.end) }

    /// Has a request wait for messages.
    func keep(_ fetch: PendingFetch) {
        // Others woke those before it.
        if fetches.count > 16 { fetches.removeAll(where: \.isDone) }
        fetches.append(fetch)
    }

    func note(highWatermark: Int) {
        toldHighWatermark = max(toldHighWatermark, min(highWatermark, log.end))
    }

    /// The disk has all up to `end`, unless that was taken back.
    func noteDurable(_ end: Int, generation: Int) {
        if generation == self.generation { durableEnd = max(durableEnd, end) }
    }

    /// Takes back everything from `offset` on.
    func truncate(to offset: Int) {
        log.truncate(to: offset)
        generation += 1
        durableEnd = min(durableEnd, log.end)
    }

    /// Begins anew at `offset`.
    func reset(to offset: Int) {
        log.reset(to: offset)
        toldHighWatermark = offset
        generation += 1
        durableEnd = offset
    }
}

/// A request to append whose answer is not complete yet.
final class PendingProduce {
    let request: ProduceRequest
    private let reply: (ProduceResponse) -> Void
    private var results: [ProduceResult?]
    private var missing: Int

    var isComplete: Bool { missing == 0 }

    init(_ request: ProduceRequest, _ reply: @escaping (ProduceResponse) -> Void) {
        self.request = request
        self.reply = reply
        results = Array(repeating: nil, count: request.entries.count)
        missing = results.count
        if missing == 0 { reply(ProduceResponse(results: [])) }
    }

    /// Says what became of a batch; what is said later of the same one is ignored.
    func complete(_ index: Int, _ result: ProduceResult) {
        guard results[index] == nil else { return }
        results[index] = result
        missing -= 1
        if missing == 0 { reply(ProduceResponse(results: results.compactMap(\.self))) }
    }

    /// Says of all that is still missing that it was not in time.
    func expire() {
        for index in results.indices { complete(index, .failure(.timedOut)) }
    }
}

/// A request for messages that waits for some.
final class PendingFetch {
    let incoming: IncomingRequest<FetchRequest, FetchResponse>
    var isDone = false

    init(_ incoming: IncomingRequest<FetchRequest, FetchResponse>) {
        self.incoming = incoming
    }
}
