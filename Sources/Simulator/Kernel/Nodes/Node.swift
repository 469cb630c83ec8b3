/// A node of the cluster, as one of its incarnations sees it.
///
/// A node has a name, a zone, a disk and a local clock, and runs tasks. A crash ends the
/// incarnation: its tasks unwind, and this handle is dead from then on: whatever code still holds
/// it can neither wait, nor write to the disk, nor reach the network. A restart boots the next
/// incarnation, which gets a handle of its own.
///
///     actor Greeter: SimulatedActor {
///         nonisolated let node: Node
///         init(node: Node) { self.node = node }
///
///         func greet() async throws {
///             try await node.sleep(for: .seconds(1))
///         }
///     }
public struct Node: Sendable {
    @usableFromInline let record: NodeRecord
    /// The number of this incarnation, from 1.
    public let incarnation: UInt32
    /// The executor for actors of this node.
    public let unownedExecutor: UnownedSerialExecutor

    init(record: NodeRecord, incarnation: UInt32) {
        self.record = record
        self.incarnation = incarnation
        unownedExecutor = record.executor.asUnownedSerialExecutor()
    }

    /// The name, unique in the simulation.
    public var name: String { record.name }
    /// The zone the node stands in.
    public var zone: String { record.placement.zone }
    /// What the node does in the cluster, such as `server`.
    public var role: String { record.placement.role }
    /// The machine the node stands on, where it shares one.
    public var machine: String? { record.placement.machine }
    /// The number of the node, in the order of creation.
    public var identifier: UInt32 { record.identifier }
    /// The instant it is.
    public var now: VirtualInstant { VirtualInstant(nanoseconds: record.kernel.pointee.now) }
    /// A clock whose sleeps wait in virtual time on this node.
    public var clock: VirtualClock { VirtualClock(node: self) }
    /// The time as this node believes it to be.
    public var localTime: VirtualInstant { record.localClock.reading(at: now) }

    /// Whether this incarnation is up.
    @inline(__always)
    public var isAlive: Bool { record.state.pointee.running == incarnation }

    // MARK: Tasks

    /// Starts a task of this node; the only way to start one.
    ///
    /// It is cancelled when the node crashes. A task that ends with an error other than
    /// `Interruption` and `CancellationError` fails the run. A dead incarnation starts nothing. It
    /// inherits no task-local values from whoever starts it.
    ///
    /// - Parameters:
    ///   - label: What the task is called in reports.
    ///   - kind: Whether the run waits for its end.
    ///   - operation: The work; inside an actor it is isolated to that actor.
    @discardableResult
    public func spawn(
        _ label: String,
        _ kind: WorkKind = .foreground,
        @_inheritActorContext operation: @escaping @isolated(any) @Sendable () async throws -> Void
    ) -> SpawnedTask {
        let spawned = SpawnedTask(label: label, kind: kind, node: self)
        guard admitsCaller else { return spawned }
        record.add(spawned)
        spawned.operation = operation
        spawned.task = record.executor.makeTask(spawned)
        if record.executor.decisions != nil { record.executor.noteName(of: spawned) }
        return spawned
    }

    /// Whether the running code may act through this handle: the incarnation is up, the code is
    /// not what is left of another one, and its thread is that of the simulation.
    ///
    /// Where it may not, that is counted, or fails the run.
    @inline(__always)
    var admitsCaller: Bool {
        guard isAlive else { return rejectsCaller() }
        return record.kernel.pointee.admitsAll || record.executor.judgeCaller()
    }

    @inline(never)
    private func rejectsCaller() -> Bool {
        if record.executor.admitsCaller { reject() }
        return false
    }

    /// Counts a call of a dead incarnation, and fails the run when it does not stop calling.
    @inline(never)
    func reject() {
        record.state.pointee.rejections &+= 1
        if record.state.pointee.rejections == record.state.pointee.rejectionLimit {
            record.executor.report(
                .ignoredCrash,
                "code of a crashed incarnation of node '\(name)' keeps calling; let the error of a "
                    + "wait end the loop around it"
            )
        }
    }
}

/// An actor that runs on a node of a simulation.
public protocol SimulatedActor: Actor {
    /// The node it runs on.
    nonisolated var node: Node { get }
}

extension SimulatedActor {
    /// The executor of the simulation.
    @inlinable
    public nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }
}
