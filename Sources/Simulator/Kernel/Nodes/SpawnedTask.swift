/// A task started by `Node.spawn`.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class SpawnedTask: @unchecked Sendable {
    /// What the task is called in reports.
    public let label: String
    /// Whether the run waits for it.
    public let kind: WorkKind
    let record: NodeRecord
    var task: Task<Void, Never>?
    /// Neighbours in the node's list of tasks.
    var next: SpawnedTask?
    weak var previous: SpawnedTask?

    init(label: String, kind: WorkKind, record: NodeRecord) {
        self.label = label
        self.kind = kind
        self.record = record
    }

    /// Whether the task has ended.
    public var isFinished: Bool { task == nil }

    /// The address of the task, to find the slot in which it waits.
    var address: UInt { task.map { unsafeBitCast($0, to: UInt.self) } ?? 0 }

    /// Cancels the task and its children: a sleep or wait of theirs ends at once.
    public func cancel() {
        guard let task else { return }
        record.executor.withOwnership { task.cancel() }
        for slot in record.executor.slots(of: record)
        where record.kernel.pointee.slots[slot].pointee.job?.address == address {
            record.kernel.pointee.wake(slot, .cancellation)
        }
    }

    /// Runs `operation` and accounts for its end.
    func run(_ operation: @isolated(any) () async throws -> Void) async {
        do {
            try await operation()
        } catch is Interruption {
        } catch is CancellationError {
        } catch {
            record.executor.report(
                .unhandledError, "task '\(label)' of node '\(record.name)' ended with: \(error)")
        }
        task = nil
        record.remove(self)
        record.kernel.pointee.tasks &-= 1
        if kind == .foreground { record.kernel.pointee.foreground &-= 1 }
    }
}
