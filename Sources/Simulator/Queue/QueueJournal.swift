/// What a queue did.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class QueueJournal: @unchecked Sendable {
    /// Messages that leaders appended.
    @exclusivity(unchecked) public private(set) var appended = 0
    /// Their bytes, in batches.
    @exclusivity(unchecked) public private(set) var bytes = 0
    /// Batches that came again.
    public private(set) var duplicates = 0
    /// Messages that were taken back from replicas.
    public private(set) var truncated = 0
    /// Terms that leaders began.
    public private(set) var elections = 0
    /// Generations of groups.
    public private(set) var rebalances = 0

    /// Nothing yet.
    public init() {}

    func noteAppend(_ batch: RecordBatch, at _: VirtualInstant) {
        appended += batch.count
        bytes += batch.bytes.count
    }

    func noteDuplicate() { duplicates += 1 }

    func noteTruncation(of count: Int) { truncated += count }

    func noteElection() { elections += 1 }

    func noteRebalance() { rebalances += 1 }
}
