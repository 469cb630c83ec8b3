import CRuntime

/// What simulated code finds in the place of the main actor's executor.
///
/// It fails the run for each job it gets, and sends the job on to where it was to go. Code that
/// asks whether it is on the main actor gets the true answer: a run may be called from there.
final class MainExecutorStandIn: SerialExecutor {
    private static let shared = MainExecutorStandIn()

    /// Whether the runtime lets it be found; installed at the first use.
    static let isInstalled: Bool = {
        let reference = unsafeBitCast(shared.asUnownedSerialExecutor(), to: (UInt, UInt).self)
        return cruntime_install_main_executor(
            UnsafeMutableRawPointer(bitPattern: reference.0),
            reference.1
        )
    }()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let owner = cruntime_current_owner() {
            Unmanaged<SimulationExecutor>.fromOpaque(owner)._withUnsafeGuaranteedRef {
                $0.reportMainActor(JobHeader(address: job.address))
            }
        }
        cruntime_enqueue_on_main(UnsafeMutableRawPointer(bitPattern: job.address))
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(cruntime_is_main_thread(), "not on the main actor")
    }

    func isIsolatingCurrentContext() -> Bool? { cruntime_is_main_thread() }
}
