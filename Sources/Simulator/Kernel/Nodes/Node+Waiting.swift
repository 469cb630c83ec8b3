import CRuntime

extension Node {
    /// Waits until `duration` has passed; a negative one does not wait.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(for duration: Duration) async throws(Interruption) {
        let wait = try beginSleep(nanoseconds: duration.wholeNanoseconds)
        await park(wait)
        try endWait(wait)
    }

    /// Waits until `instant`; one that has passed does not wait.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(until instant: VirtualInstant) async throws(Interruption) {
        let wait = try beginSleep(until: instant.nanoseconds)
        await park(wait)
        try endWait(wait)
    }

    /// Works for `duration`, longer by the node's slowness.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func work(for duration: Duration) async throws(Interruption) {
        let wait = try beginWork(nanoseconds: duration.wholeNanoseconds)
        await park(wait)
        try endWait(wait)
    }

    /// What `duration` of work takes here now.
    func stretched(_ duration: Duration) -> Duration {
        Duration(wholeNanoseconds: stretched(nanoseconds: duration.wholeNanoseconds))
    }

    @inline(__always)
    private func stretched(nanoseconds: UInt64) -> UInt64 {
        let slowness = record.state.pointee.slowness
        if slowness == 1 { return nanoseconds }
        return UInt64(min(Double(nanoseconds) * slowness, 0x1p63))
    }

    /// The present plus `duration` in nanoseconds, held within virtual time.
    @usableFromInline
    func later(by duration: Duration) -> UInt64 {
        later(nanoseconds: duration.wholeNanoseconds)
    }

    @inline(__always)
    private func later(nanoseconds: UInt64) -> UInt64 {
        let (time, overflow) = record.kernel.pointee.now.addingReportingOverflow(nanoseconds)
        return overflow ? .max : time
    }

    @usableFromInline
    func beginSleep(nanoseconds: UInt64) throws(Interruption) -> Wait {
        try takeSlot(until: later(nanoseconds: nanoseconds), .sleep, nil)
    }

    @usableFromInline
    func beginSleep(until time: UInt64) throws(Interruption) -> Wait {
        try takeSlot(until: max(time, record.kernel.pointee.now), .sleep, nil)
    }

    @usableFromInline
    func beginWork(nanoseconds: UInt64) throws(Interruption) -> Wait {
        try takeSlot(until: later(nanoseconds: stretched(nanoseconds: nanoseconds)), .work, nil)
    }
}

/// A task on its way into a slot.
@usableFromInline
struct Wait {
    /// The slot, or 0 for a task that has to come back to the thread of the simulation first.
    @usableFromInline let slot: UInt32
    /// Whether the task is a child, which can be cancelled without the kernel's knowledge.
    @usableFromInline let isChild: Bool
    /// The address of a task that is suspended by `suspendTask`; 0 for one that hops.
    @usableFromInline var task: UInt = 0
    /// Whether something may come to wake the task: not where it has to come back first, nor where
    /// it is kept from going on. Then there is nothing to ask for before it parks.
    @usableFromInline var isOpen = true
}

/// How a task waits: `beginWait`, `park`, `endWait`, with nothing in between.
///
/// The parts are inlined into the function of the user, so that a wait costs one frame, that of the
/// hop.
extension Node {
    /// A place for the calling task, woken at `time`, which has not passed, if there is one.
    ///
    /// - Throws: `Interruption` when the incarnation is gone or the task was cancelled.
    @inline(__always)
    func takeSlot(
        until time: UInt64?,
        _ reason: WaitReason,
        _ subject: Unmanaged<EventTarget>?
    ) throws(Interruption) -> Wait {
        let kernel = record.kernel
        guard isAlive, kernel.pointee.admitsAll || record.executor.isOfTheLiving else {
            return try refuse()
        }
        var isChild = false
        var address: UInt = 0
        if let task = swift_task_getCurrent() {
            address = UInt(bitPattern: task)
            if swift_task_isCancelled(task) { return try refuseCancelled() }
            if kernel.pointee.knowsJobLayout {
                let header = JobHeader(address: address)
                if header.isNewer(than: kernel.pointee.newestTask) {
                    record.executor.welcome(address, header)
                }
                isChild = header.isChild
            } else {
                isChild = true
            }
        }
        let slot = kernel.pointee.slots.take(
            for: record.state,
            at: kernel.pointee.now,
            reason: reason,
            subject: subject
        )
        if let time { kernel.pointee.arm(slot, at: time) }
        if !isChild, kernel.pointee.suspendsDirectly, address == kernel.pointee.performing {
            kernel.pointee.slots[slot].pointee.address = address
            return Wait(slot: slot, isChild: false, task: address)
        }
        kernel.pointee.parking = slot
        return Wait(slot: slot, isChild: isChild)
    }

    /// Suspends the calling task until something wakes it.
    @inlinable
    @inline(__always)
    func park(_ wait: Wait) async {
        if wait.task != 0 {
            await suspendTask(wait.task)
        } else if wait.isChild {
            await parkChild(wait.slot)
        } else {
            _ = await record.parkingActor.hop(wait.slot)
        }
    }

    /// Gives the place back.
    ///
    /// The cause is read here, not when the task was woken: a task that hops and is isolated to no
    /// actor is ready once more in between, and its node may crash in that time.
    ///
    /// - Returns: What woke the task: a timer or a signal.
    /// - Throws: `Interruption` when something else woke the task.
    @discardableResult
    @usableFromInline
    func endWait(_ wait: Wait) throws(Interruption) -> WakeCause {
        try giveBack(wait)
    }

    @inline(__always)
    func giveBack(_ wait: Wait) throws(Interruption) -> WakeCause {
        let cause = record.kernel.pointee.slots[wait.slot].pointee.cause
        if wait.slot != 0 { record.kernel.pointee.slots.free(wait.slot) }
        if cause == .timer || cause == .signal { return cause }
        throw cause == .cancellation ? .cancelled : .crashed
    }

    /// A child is cancelled by its group, or by leaving the scope of its `async let`, so it needs
    /// the handler of the language, which costs as much again as the suspension.
    ///
    /// A task that is isolated to no actor becomes ready once more on its way through the handler;
    /// what happens to its slot in that time must not be slept through.
    @inline(never)
    @usableFromInline
    func parkChild(_ slot: UInt32) async {
        let executor = record.executor
        if slot == 0 { return await executor.comeBack() }
        await withTaskCancellationHandler {
            let place = executor.state.pointee.slots[slot]
            if place.pointee.cause != .parked { return }
            let task = executor.suspendable
            if task != 0 {
                place.pointee.address = task
                await suspendTask(task)
            } else {
                executor.state.pointee.parking = slot
                _ = await executor.parkingActor.hop(slot)
            }
        } onCancel: {
            executor.cancelWait(in: slot)
        }
    }

    /// The wait of a caller whose incarnation is gone, or that is not on the thread of the
    /// simulation.
    @inline(never)
    private func refuse() throws(Interruption) -> Wait {
        guard record.executor.isCurrent else { return Wait(slot: 0, isChild: true, isOpen: false) }
        let dead = isAlive ? record.executor.deadCaller ?? self : self
        dead.reject()
        let state = dead.record.state
        if state.pointee.rejections < state.pointee.rejectionLimit { throw .crashed }
        return abandon()
    }

    /// The wait of a cancelled task.
    @inline(never)
    private func refuseCancelled() throws(Interruption) -> Wait {
        guard record.kernel.pointee.countRefusal() >= Self.refusalLimit else { throw .cancelled }
        record.executor.report(
            .ignoredCancellation,
            "a cancelled task of node '\(name)' keeps waiting; let the error of a wait end the "
                + "loop around it"
        )
        return abandon()
    }

    /// Waits refused to a cancelled task within one job after which the run fails.
    private static let refusalLimit = 20_000

    /// A wait without an end, for a task that would never yield and so never let the run end.
    private func abandon() -> Wait {
        let kernel = record.kernel
        let slot = kernel.pointee.slots.take(
            for: kernel.pointee.limbo,
            at: kernel.pointee.now,
            reason: .sleep,
            subject: nil
        )
        kernel.pointee.parking = slot
        return Wait(slot: slot, isChild: false, isOpen: false)
    }
}

extension SimulationExecutor {
    /// Wakes the child task in `slot`, whose cancellation handler was called.
    func cancelWait(in slot: UInt32) {
        guard isCurrent else { return receiveForeignCancellation() }
        state.pointee.wake(slot, .cancellation)
    }
}
