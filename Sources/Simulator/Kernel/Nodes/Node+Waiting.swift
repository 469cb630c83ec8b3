import CRuntime

extension Node {
    /// Waits until `duration` has passed; a negative one does not wait.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(for duration: Duration) async throws(Interruption) {
        let wait = try beginWait(until: later(by: duration), .sleep)
        try endWait(wait, await park(wait))
    }

    /// Waits until `instant`; one that has passed does not wait.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func sleep(until instant: VirtualInstant) async throws(Interruption) {
        let wait = try beginWait(until: instant.nanoseconds, .sleep)
        try endWait(wait, await park(wait))
    }

    /// Works for `duration`, longer by the node's slowness.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func work(for duration: Duration) async throws(Interruption) {
        let wait = try beginWait(until: later(by: stretched(duration)), .work)
        try endWait(wait, await park(wait))
    }

    /// What `duration` of work takes here now.
    @usableFromInline
    func stretched(_ duration: Duration) -> Duration {
        let slowness = record.state.pointee.slowness
        if slowness == 1 { return duration }
        let nanoseconds = Double(duration.wholeNanoseconds) * slowness
        return Duration(wholeNanoseconds: UInt64(min(nanoseconds, 0x1p63)))
    }

    /// The present plus `duration` in nanoseconds, held within virtual time.
    @usableFromInline
    func later(by duration: Duration) -> UInt64 {
        let (time, overflow) = record.kernel.pointee.now.addingReportingOverflow(
            duration.wholeNanoseconds)
        return overflow ? .max : time
    }
}

/// A task on its way into a slot.
@usableFromInline
struct Wait {
    @usableFromInline let slot: UInt32
    /// Whether the task is a child, which can be cancelled without the kernel's knowledge.
    @usableFromInline let isChild: Bool
}

/// How a task waits: `beginWait`, `park`, `endWait`, with nothing in between.
///
/// The parts are inlined into the function of the user, so that a wait costs one frame, that of the hop.
extension Node {
    /// A place for the calling task, woken at `time` if there is one.
    ///
    /// - Throws: `Interruption` when the incarnation is gone or the task was cancelled.
    @usableFromInline
    func beginWait(
        until time: UInt64?, _ reason: WaitReason, _ subject: Unmanaged<EventTarget>? = nil
    ) throws(Interruption) -> Wait {
        guard isAlive, record.executor.isCurrent else { throw refusal() }
        var isChild = false
        if let task = swift_task_getCurrent() {
            if swift_task_isCancelled(task) { throw .cancelled }
            isChild =
                !JobLayout.isKnown || JobHeader(address: UInt(bitPattern: task)).isChild
        }
        let kernel = record.kernel
        let slot = kernel.pointee.slots.take(
            for: record.state, at: kernel.pointee.now, reason: reason, subject: subject)
        if let time { kernel.pointee.arm(slot, at: max(time, kernel.pointee.now)) }
        kernel.pointee.parking = slot
        return Wait(slot: slot, isChild: isChild)
    }

    /// Suspends the calling task until something wakes it.
    @inlinable
    @inline(__always)
    func park(_ wait: Wait) async -> WakeCause {
        if wait.isChild { return await parkChild(wait.slot) }
        return await record.parkingActor.hop(wait.slot)
    }

    /// Gives the place back.
    ///
    /// - Throws: `Interruption` when something other than a timer or a signal woke the task.
    @usableFromInline
    func endWait(_ wait: Wait, _ cause: WakeCause) throws(Interruption) {
        record.kernel.pointee.slots.free(wait.slot)
        if cause == .timer || cause == .signal { return }
        throw cause == .cancellation ? .cancelled : .crashed
    }

    /// A child is cancelled by its group, or by leaving the scope of its `async let`, so it needs the
    /// handler of the language, which costs as much again as the suspension.
    @inline(never)
    @usableFromInline
    func parkChild(_ slot: UInt32) async -> WakeCause {
        let executor = record.executor
        return await withTaskCancellationHandler {
            executor.state.pointee.parking = slot
            return await executor.parkingActor.hop(slot)
        } onCancel: {
            executor.cancelWait(in: slot)
        }
    }

    @inline(never)
    private func refusal() -> Interruption {
        precondition(
            record.executor.isCurrent,
            "node '\(name)' was used from a thread that does not run its simulation")
        reject()
        return .crashed
    }
}

extension SimulationExecutor {
    /// Wakes the child task in `slot`, whose cancellation handler was called.
    func cancelWait(in slot: UInt32) {
        guard isCurrent else {
            return report(.foreignThread, "a task of the simulation was cancelled from another thread")
        }
        state.pointee.wake(slot, .cancellation)
    }
}
