import CRuntime

/// Suspends the calling task, `task`, until somebody runs it as a job.
///
/// It does what a hop to another executor does, less what nobody asks of a simulation: the runtime
/// writes down that the task is enqueued, on which executor, and who would have to be told if its
/// priority changed, and takes all of it back at the next step. That is more than half of what a
/// wait costs. To the runtime a task that is suspended here is one that runs.
///
/// A caller keeps the isolation that it has, so the executor on which it runs must be the one that
/// runs it again: see ``SimulationExecutor/suspendable``.
///
/// Soundness: the layout of tasks and the calling convention of async functions are compared with
/// the running toolchain before it is used (``SuspensionProbe``); where anything differs tasks hop
/// to the ``ParkingActor`` instead. A task must be current around whoever runs jobs
/// (``DrivingTask``), since the runtime puts that one back when the job returns, and this function
/// leaves `task` current.
@usableFromInline
@_silgen_name("cruntime_suspend")
nonisolated(nonsending) func suspendTask(_ task: UInt) async

/// Whether tasks can be suspended by `suspendTask`.
enum Suspension {
    /// Compared once per process with tasks whose fields are known.
    static let isKnown = JobLayout.isKnown && SuspensionProbe.matches()
}

extension SimulationExecutor {
    /// The address of the task that runs, where it may be suspended by `suspendTask`; else 0.
    ///
    /// It may where it is the job that the run loop performs: a task of a default actor, or one
    /// that was started within another without a job, has to go back to where it was.
    var suspendable: UInt {
        guard state.pointee.suspendsDirectly, let task = swift_task_getCurrent() else { return 0 }
        let address = UInt(bitPattern: task)
        return address == state.pointee.performing ? address : 0
    }
}
