import CRuntime

/// Performs what nodes spawn, in tasks of the runtime of which each does one thing after another.
///
/// To make a task and to end it costs several times what a wait does, and its memory comes from the
/// heap anew. So one that is done rests until more is spawned. A cancelled one ends: it would be
/// cancelled for whatever comes.
///
/// It is an actor on the executor of the simulation, so that work that is isolated to such an actor
/// begins and ends without a job.
actor TaskHost {
    /// The executor keeps its host alive.
    private nonisolated unowned(unsafe) let executor: SimulationExecutor
    private nonisolated let restingActor: RestingActor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: SimulationExecutor) {
        self.executor = executor
        restingActor = RestingActor(executor: RestingExecutor(state: executor.state))
    }

    /// Performs `first`, unless its node crashed before it began, then whatever the task that runs
    /// this is woken for.
    func perform(_ first: SpawnedTask) async {
        let kernel = executor.state
        let address = first.address
        var work: SpawnedTask? = first
        while let spawned = work {
            var failure: (any Error)?
            if spawned.isAlive, let operation = spawned.operation {
                do { try await operation() } catch { failure = error }
            }
            spawned.end(failure)
            work = nil
            if let task = swift_task_getCurrent(), swift_task_isCancelled(task) { break }
            let place = kernel.pointee.idle.takePlace()
            if place == 0 { break }
            let task = executor.suspendable
            if task != 0 {
                kernel.pointee.idle.keep(task)
                await suspendTask(task)
            } else {
                _ = await restingActor.hop(place)
            }
            if kernel.pointee.idle.hasWork(in: place) { work = kernel.pointee.idle.leave(place) }
        }
        kernel.pointee.roots.remove(address)
    }
}

/// The executor of the actor at which tasks rest: it keeps a job instead of running it.
///
/// Soundness: as of ``ParkingExecutor``.
final class RestingExecutor: SerialExecutor {
    private nonisolated(unsafe) let state: UnsafeMutablePointer<KernelState>

    init(state: UnsafeMutablePointer<KernelState>) {
        self.state = state
    }

    /// Whether the task that rested in `place` has something to do.
    @inline(__always)
    func hasWork(in place: UInt32) -> Bool { state.pointee.idle.hasWork(in: place) }

    func enqueue(_ job: consuming ExecutorJob) {
        state.pointee.idle.keep(UnownedJob(job).address)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {}

    func isIsolatingCurrentContext() -> Bool? { true }
}

/// The actor to which a task hops to rest.
actor RestingActor {
    private nonisolated let executor: RestingExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: RestingExecutor) {
        self.executor = executor
    }

    /// Suspends the calling task in `place` and tells whether it was woken to do something.
    ///
    /// It must read memory: a hop to a function without effect may be removed.
    @inline(never)
    func hop(_ place: UInt32) -> Bool { executor.hasWork(in: place) }
}
