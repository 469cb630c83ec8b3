/// The executor of the parking actor: it keeps a job instead of running it.
///
/// A task that waits hops to the parking actor. The runtime hands its job to `enqueue`, which puts
/// it in the slot named by `KernelState.parking`; waking the task means running that job on the
/// simulation executor, so that the return from the hop finds itself at home already. This costs
/// less than half of a continuation, which comes back through the generic executor.
///
/// Soundness: a job enqueued here is run as a job of the simulation executor. Both stand for the
/// one thread that owns the simulation, the parking actor has no state of its own, and `hop` reads
/// kernel state, which that thread may do. `PlatformTests` holds the mechanism against the running
/// toolchain.
final class ParkingExecutor: SerialExecutor {
    nonisolated(unsafe) let state: UnsafeMutablePointer<KernelState>

    init(state: UnsafeMutablePointer<KernelState>) {
        self.state = state
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let slot = state.pointee.parking
        precondition(slot != 0, "a job reached the parking executor without a slot")
        state.pointee.parking = 0
        state.pointee.slots[slot].pointee.address = UnownedJob(job).address
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {}

    func isIsolatingCurrentContext() -> Bool? { true }
}

/// The actor a waiting task hops to.
@usableFromInline
actor ParkingActor {
    private nonisolated let executor: ParkingExecutor

    @usableFromInline nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(executor: ParkingExecutor) {
        self.executor = executor
    }

    /// Suspends the calling task in `slot` and tells why it was resumed.
    ///
    /// It must read memory: a hop to a function without effect may be removed.
    @inline(never)
    @usableFromInline
    func hop(_ slot: UInt32) -> WakeCause {
        executor.state.pointee.slots[slot].pointee.cause
    }
}
