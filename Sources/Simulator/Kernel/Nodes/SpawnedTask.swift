/// A task started by `Node.spawn`.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class SpawnedTask: @unchecked Sendable {
    /// What the task is called in reports.
    public let label: String
    /// Whether the run waits for it.
    public let kind: WorkKind
    /// The incarnation that started it.
    let incarnation: UInt32
    let record: NodeRecord
    /// The task of the runtime that does the work, until it is done.
    var task: Task<Void, Never>?
    /// The work, until it is done.
    var operation: (@isolated(any) @Sendable () async throws -> Void)?
    /// Neighbours in the node's list of tasks; each is kept alive by the one before it, which is
    /// why the way back can do without a count.
    var next: SpawnedTask?
    unowned(unsafe) var previous: SpawnedTask?

    init(label: String, kind: WorkKind, node: Node) {
        self.label = label
        self.kind = kind
        incarnation = node.incarnation
        record = node.record
    }

    /// Whether the incarnation that started it is up.
    var isAlive: Bool { record.state.pointee.running == incarnation }

    /// Whether the task has ended.
    public var isFinished: Bool { task == nil }

    /// The address of the task, to find the slot in which it waits.
    var address: UInt { task.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }

    /// Cancels the task and its children: a sleep or wait of theirs ends at once.
    public func cancel() {
        guard record.executor.isUsable else { return record.executor.receiveForeignCancellation() }
        guard let task else { return }
        record.executor.withOwnership { task.cancel() }
        if let slot = record.executor.slot(of: self) {
            record.kernel.pointee.wake(slot, .cancellation)
        }
    }

    /// Accounts for the end of the work.
    func end(_ failure: (any Error)?) {
        if let failure { judge(failure) }
        if !isAlive { record.executor.forgetDying(self) }
        task = nil
        operation = nil
        record.remove(self)
    }

    /// Fails the run for an error that is no interruption; what a crashed process throws while it
    /// unwinds is lost with it.
    private func judge(_ error: any Error) {
        guard isAlive, !(error is CancellationError) else { return }
        switch error {
        case is Interruption, DiskError.interrupted: return
        default:
            record.executor.report(
                .unhandledError,
                "task '\(label)' of node '\(record.name)' ended with: \(error)"
            )
        }
    }
}
