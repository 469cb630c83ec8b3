import CRuntime

/// What a run is doing, for whoever sees its decisions.
///
/// It must not be used after the simulation has gone.
public struct RunView {
    private unowned let executor: SimulationExecutor

    init(executor: SimulationExecutor) {
        self.executor = executor
    }

    /// The instant it is.
    public var instant: VirtualInstant {
        VirtualInstant(nanoseconds: executor.state.pointee.now)
    }

    /// The number of the last event that was taken.
    public var event: UInt64 { executor.state.pointee.events }

    /// The name of the node with this number.
    public func name(ofNode number: UInt32) -> String {
        Int(number) < executor.nodes.count ? executor.nodes[Int(number)].name : "\(number)"
    }

    /// The task that runs; nothing while the run loop itself is at work, as in a handler.
    public var task: TaskName? {
        guard let task = swift_task_getCurrent() else { return nil }
        return executor.taskName(at: UInt(bitPattern: task))
    }

    /// What the event is that is about to happen; of interest to an observer that is being told of
    /// it.
    public var happening: Happening {
        let key = executor.state.pointee.happening
        if key.isCall {
            let call = executor.state.pointee.calls[key.index]
            guard let target = call.pointee.target else { return .other("a call") }
            let argument = call.pointee.argument
            return target._withUnsafeGuaranteedRef { $0.happening(argument) }
        }
        let slot = executor.state.pointee.slots[key.index]
        return .wake(executor.taskName(at: slot.pointee.address), .init(slot.pointee.reason))
    }
}

extension SimulationExecutor {
    /// Remembers which spawned task the task of the runtime performs that was just made or woken.
    @inline(never)
    func noteName(of spawned: SpawnedTask) {
        guard spawned.address != 0 else { return }
        taskNames[spawned.address] = TaskName(label: spawned.label, node: spawned.record.name)
    }

    /// The name of the task at `address`; that of the task above it, where it is a child and the
    /// layout of jobs is known.
    func taskName(at address: UInt) -> TaskName? {
        guard address != 0 else { return nil }
        if let name = taskNames[address] { return name }
        guard state.pointee.knowsJobLayout else { return nil }
        var address = address
        while JobHeader(address: address).isChild {
            address = JobHeader.parent(ofChild: address)
        }
        return taskNames[address].map { TaskName(label: $0.label, node: $0.node, isChild: true) }
    }
}
