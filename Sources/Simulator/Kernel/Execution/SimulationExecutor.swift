import CRuntime
import Synchronization

/// The one executor of a simulation: every simulated actor runs on it, on the thread that calls
/// `run`.
///
/// Jobs come from three sides: actors hand theirs to `enqueue`; the runtime's enqueue hook hands
/// over what would otherwise go to the global pool (child tasks, resumed continuations, default
/// actors); and parked tasks are run straight from their slots.
///
/// Soundness of `@unchecked Sendable`: all state but `foreign` is reached only from the thread
/// whose thread-local owner is this executor, or while no run is going on; `enqueue` checks that.
final class SimulationExecutor: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// How jobs that the runtime would send to the global pool are kept.
    enum Capture: Sendable {
        /// The runtime's enqueue hook.
        case hook
        /// A task executor preference; dearer, and stray tasks are found only when they call back.
        case preference
    }

    let state: UnsafeMutablePointer<KernelState>
    let capture: Capture
    let seed: UInt64
    let parkingActor: ParkingActor
    private let parkingExecutor: ParkingExecutor

    /// Every node, in the order of creation; a cycle that `Simulation` breaks when it shuts down.
    var nodes: [NodeRecord] = []
    /// Where each name stands in `nodes`.
    var numbers: [String: Int] = [:]
    /// The broken properties so far; the first ends the run.
    private(set) var violations: [Violation] = []
    /// Foreground tasks that were outside of virtual time when the watchdog looked last, by
    /// address.
    var suspects: Set<UInt> = []
    /// Sees every event, for traces and the search for a first divergence.
    var observer: (any EventObserver)?
    var phase = Phase.idle
    private let foreign = Mutex(ForeignArrivals())
    private let foreignArrived = Atomic<Bool>(false)

    /// Where a simulation stands.
    enum Phase {
        case idle, running, ended
    }

    /// What other threads did to the simulation.
    private struct ForeignArrivals {
        var jobs: [UnownedJob] = []
        var hasCancellation = false
    }

    init(seed: UInt64, order: Xoshiro256?, capture: Capture, trustsJobLayout: Bool) {
        self.seed = seed
        self.capture = capture == .hook && Self.hookIsInstalled ? .hook : .preference
        state = .allocate(capacity: 1)
        state.initialize(to: KernelState())
        state.pointee.order = order
        state.pointee.knowsJobLayout = trustsJobLayout && JobLayout.isKnown
        parkingExecutor = ParkingExecutor(state: state)
        parkingActor = ParkingActor(executor: parkingExecutor)
        state.pointee.owner = address
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Whether the runtime has the hook; installed at the first use.
    static let hookIsInstalled = cruntime_install_enqueue_hook { owner, job in
        guard let owner, let job else { return }
        let unowned = unsafeBitCast(job, to: UnownedJob.self)
        Unmanaged<SimulationExecutor>.fromOpaque(owner)._withUnsafeGuaranteedRef {
            $0.accept(unowned)
        }
    }

    /// The record of the node called `name`.
    func record(named name: String) -> NodeRecord? {
        numbers[name].map { nodes[$0] }
    }

    /// The random stream called `label`.
    func random(_ label: String) -> RandomStream {
        RandomStream(seed: seed, label: label, executor: self)
    }

    // MARK: The owning thread

    private var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Whether the calling thread owns this simulation now.
    @inline(__always)
    var isCurrent: Bool { cruntime_current_owner() == address }

    /// Whether the calling thread may use the simulation: it owns it, or nobody runs it.
    var isUsable: Bool { isCurrent || phase != .running }

    /// Stops a thread that uses the simulation while another one runs it.
    func requireOwnership() {
        precondition(isUsable, "the simulation is running on another thread")
    }

    /// Brings the calling task back from another thread, which fails the run.
    func comeBack() async {
        await Threshold(executor: self).enter()
    }

    /// Performs `body` with the calling thread as the owner.
    func withOwnership<Result>(_ body: () throws -> Result) rethrows -> Result {
        let previous = cruntime_current_owner()
        cruntime_set_current_owner(address)
        defer { cruntime_set_current_owner(previous) }
        return try body()
    }

    // MARK: Executor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent { accept(job) } else { receiveForeign(job) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
        precondition(isCurrent, "not on the thread that runs this simulation")
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Whether `other` is this executor; its first word is the identity.
    func owns(_ other: UnownedSerialExecutor) -> Bool {
        unsafeBitCast(other, to: (UInt, UInt).self).0 == UInt(bitPattern: address)
    }

    /// Makes `job` ready, after a look at where it comes from.
    @inline(__always)
    func accept(_ job: UnownedJob) {
        let header = JobHeader(address: job.address)
        if header.isTask, header.isNewer(than: state.pointee.newestTask) { admit(header) }
        if state.pointee.hasSuspects { clearSuspects(job) }
        state.pointee.ready.append(job)
    }

    /// A task that was not seen before: a child, one of `Node.spawn`, or a stray.
    @inline(never)
    private func admit(_ header: JobHeader) {
        state.pointee.newestTask = header.identifier
        if header.isChild || state.pointee.isSpawning || !state.pointee.knowsJobLayout { return }
        report(
            .strayTask,
            "an unstructured task was started (Task { } or Task.detached); it belongs to no node "
                + "and would survive its crash. Start it with node.spawn, or as a child with a "
                + "task group or async let"
        )
    }

    /// Creates the task that runs `spawned`.
    ///
    /// The closures go straight to the initialisers of `Task`: passed on through a parameter they
    /// would cost each task two more allocations.
    func makeTask(
        _ spawned: SpawnedTask,
        _ operation: @escaping @isolated(any) @Sendable () async throws -> Void
    ) -> Task<Void, Never> {
        withOwnership {
            state.pointee.isSpawning = true
            defer { state.pointee.isSpawning = false }
            switch capture {
            case .hook:
                return Task { await spawned.run(operation) }
            case .preference:
                return Task(executorPreference: self) { await spawned.run(operation) }
            }
        }
    }

    /// Runs `job` on this thread until it suspends.
    @inline(__always)
    func perform(_ job: UnownedJob) {
        switch capture {
        case .hook: job.runSynchronously(on: asUnownedSerialExecutor())
        case .preference:
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(),
                taskExecutor: asUnownedTaskExecutor()
            )
        }
    }

    // MARK: Broken properties

    /// Records a broken property, which ends the run before its next event.
    func report(_ property: Violation.Property, _ message: String) {
        state.pointee.mustStop = true
        guard violations.count < Violation.maximumCount else { return }
        violations.append(
            Violation(
                property: property,
                message: message,
                seed: seed,
                instant: VirtualInstant(nanoseconds: state.pointee.now),
                event: state.pointee.events
            )
        )
    }

    // MARK: Other threads

    /// A job that arrives from a thread that does not own the simulation.
    ///
    /// It is kept, so that it can unwind at the end, and the run fails at its next step.
    func receiveForeign(_ job: UnownedJob) {
        precondition(
            phase == .running || !violations.isEmpty || isLeft(job),
            "an actor of a simulation was called from outside its run; start the work with "
                + "node.spawn, then run the simulation"
        )
        foreign.withLock { $0.jobs.append(job) }
        foreignArrived.store(true, ordering: .releasing)
    }

    /// Whether `job` may be a task of a node, which has come back after the run that it left.
    private func isLeft(_ job: UnownedJob) -> Bool {
        if phase == .ended { return state.pointee.tasks > 0 }
        return nodes.contains { $0.tasks.contains { $0.address == job.address } }
    }

    /// A task of the simulation was cancelled on a thread that does not own it.
    func receiveForeignCancellation() {
        foreign.withLock { $0.hasCancellation = true }
        foreignArrived.store(true, ordering: .releasing)
    }

    /// Whether another thread has handed over a job, or cancelled a task.
    @inline(__always)
    var hasForeignArrivals: Bool { foreignArrived.load(ordering: .relaxed) }

    /// Fails the run because of what another thread did, and makes its jobs ready to unwind.
    func takeForeign() {
        let arrivals = foreign.withLock { arrivals in
            defer { arrivals = ForeignArrivals() }
            return arrivals
        }
        foreignArrived.store(false, ordering: .relaxed)
        if arrivals.hasCancellation {
            report(
                .foreignThread,
                "a task of the simulation was cancelled from another thread. Cancel it from "
                    + "simulated code, with SpawnedTask.cancel, a task group or node.withTimeout"
            )
        }
        guard !arrivals.jobs.isEmpty else { return }
        for job in arrivals.jobs { state.pointee.ready.append(job) }
        report(
            .foreignThread,
            "a task of the simulation was resumed from another thread: by the main actor, a "
                + "continuation resumed elsewhere, Dispatch, the real Task.sleep, or an actor that "
                + "is not simulated. Use node.sleep, mailboxes and the simulated network"
        )
    }
}

/// Whether the runtime lays out jobs as `JobHeader` reads them.
enum JobLayout {
    /// Compared once per process with tasks whose kind is known.
    static let isKnown = JobLayoutProbe.matches()
}
