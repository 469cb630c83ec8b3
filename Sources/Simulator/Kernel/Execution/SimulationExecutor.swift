import CRuntime
import Synchronization

/// The one executor of a simulation: every simulated actor runs on it, on the thread that calls
/// `run`.
///
/// Jobs come from three sides: actors hand theirs to `enqueue`; the runtime's enqueue hook hands
/// over what would otherwise go to the global pool (child tasks, resumed continuations, default
/// actors); and parked tasks are run straight from their slots.
///
/// Soundness of `@unchecked Sendable`: all state but `outside` is reached only from the thread
/// whose thread-local owner is this executor, or while no run is going on; `enqueue` and
/// `admitsCaller` check that.
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
    /// What performs spawned tasks.
    private lazy var host = TaskHost(executor: self)

    /// Every node, in the order of creation; a cycle that `Simulation` breaks when it shuts down.
    var nodes: [NodeRecord] = []
    /// Where each name stands in `nodes`.
    var numbers: [String: Int] = [:]
    /// The broken properties so far; the first ends the run.
    private(set) var violations: [Violation] = []
    /// Foreground tasks that were outside of virtual time when the watchdog looked last, by
    /// address.
    var suspects: Set<UInt> = []
    /// Tasks of crashed incarnations that still unwind, by address.
    var dying: [UInt: SpawnedTask] = [:]
    /// When nodes were down, for reports.
    var outages = NodeOutages()
    /// How often named places of the models were reached.
    var places = ReachedPlaces()
    /// Who sleeps until a round that may be skipped.
    var idleTime = IdleTime()
    /// Draws which of the events of one instant happens first, where that is random.
    var tieDraws: Xoshiro256
    /// Sees every event, for traces and the search for a first divergence.
    var observer: (any EventObserver)?
    /// Sees every decision, and may make another one.
    let decisions: (any DecisionMaker)?
    /// What streams are called, by their identities, where somebody sees their draws.
    var streamLabels: [UInt64: String] = [:]
    /// What each task of the runtime performs, by its address, where somebody wants to know.
    var taskNames: [UInt: TaskName] = [:]
    /// What random streams derive from: the seed, unless a test has them shuffled.
    private let streamSeed: UInt64
    /// What other threads did to the simulation.
    let outside = OutsideArrivals()
    private let storedPhase = Atomic<Phase>(.idle)

    /// Where a simulation stands.
    enum Phase: UInt8, AtomicRepresentable {
        case idle, running, ended
    }

    /// Where this simulation stands; the one field that other threads read.
    var phase: Phase {
        get { storedPhase.load(ordering: .acquiring) }
        set { storedPhase.store(newValue, ordering: .releasing) }
    }

    init(
        seed: UInt64,
        settings: Simulation.Settings,
        decisions: (any DecisionMaker)?
    ) {
        self.seed = seed
        self.decisions = decisions
        streamSeed = seed ^ settings.streamSalt
        capture = settings.usesEnqueueHook && Self.hookIsInstalled ? .hook : .preference
        tieDraws = settings.ties.draws(seed: streamSeed)
        state = .allocate(capacity: 1)
        state.initialize(to: KernelState())
        state.pointee.order = settings.order.draws(seed: streamSeed)
        state.pointee.ties = settings.ties
        state.pointee.takesInTurn = settings.order == .fifo && settings.ties == .first
        state.pointee.knowsJobLayout = settings.trustsJobLayout && JobLayout.isKnown
        state.pointee.suspendsDirectly =
            self.capture == .hook && state.pointee.knowsJobLayout && Suspension.isKnown
        parkingExecutor = ParkingExecutor(state: state)
        parkingActor = ParkingActor(executor: parkingExecutor)
        state.pointee.owner = address
        state.pointee.drawingOwner =
            decisions == nil ? address : UnsafeMutableRawPointer(bitPattern: 1)
        if state.pointee.knowsJobLayout {
            state.pointee.oldestTask = JobLayoutProbe.newestIdentifier()
            state.pointee.newestTask = state.pointee.oldestTask
        }
        _ = MainExecutorStandIn.isInstalled
        decisions?.begin(RunView(executor: self))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Whether the runtime has the hook; installed at the first use.
    static let hookIsInstalled = cruntime_install_enqueue_hook { owner, job in
        guard let owner, let job else { return false }
        let unowned = unsafeBitCast(job, to: UnownedJob.self)
        return Unmanaged<SimulationExecutor>.fromOpaque(owner)._withUnsafeGuaranteedRef {
            $0.adopt(unowned)
        }
    }

    /// The record of the node called `name`.
    func record(named name: String) -> NodeRecord? {
        numbers[name].map { nodes[$0] }
    }

    /// The random stream called `label`.
    func random(_ label: String) -> RandomStream {
        RandomStream(seed: streamSeed, label: label, executor: self)
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

    /// Whether the running code may act on the simulation.
    ///
    /// Where it runs on another thread the run fails; what is left of a crashed incarnation is
    /// turned away. Neither can be told from the handle that the code holds.
    @inline(__always)
    var admitsCaller: Bool { state.pointee.admitsAll || judgeCaller() }

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

    /// Performs `body`, which runs jobs, with the calling thread as the owner.
    func perform<Result>(_ body: () -> Result) -> Result {
        DrivingTask.perform { withOwnership(body) }
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
        if header.isTask, header.isNewer(than: state.pointee.newestTask) { admit(job, header) }
        if state.pointee.hasSuspects { clearSuspects(job) }
        if job.address == state.pointee.performing, state.pointee.jobs < state.pointee.jobLimit {
            state.pointee.jobs &+= 1
            state.pointee.continuing = job.address
        } else {
            state.pointee.ready.append(job)
        }
    }

    /// The task that runs `spawned`: one that rests, or a new one; either is ready.
    @inline(__always)
    func makeTask(_ spawned: SpawnedTask) -> Task<Void, Never> {
        guard let address = state.pointee.idle.wake(for: spawned) else {
            return makeNewTask(spawned)
        }
        state.pointee.ready.append(unsafeBitCast(address, to: UnownedJob.self))
        return unsafeBitCast(address, to: Task<Void, Never>.self)
    }

    /// It is detached: what it inherited it would have for all that it does later.
    @inline(never)
    private func makeNewTask(_ spawned: SpawnedTask) -> Task<Void, Never> {
        withOwnership {
            state.pointee.isSpawning = true
            defer { state.pointee.isSpawning = false }
            let host = host
            switch capture {
            case .hook: return Task.detached { await host.perform(spawned) }
            case .preference:
                return Task.detached(executorPreference: self) { await host.perform(spawned) }
            }
        }
    }

    /// Runs `job` on this thread until it suspends.
    ///
    /// A task that only goes from one executor to another goes on at once, as it does between
    /// actors of the simulation. How often a task that is isolated to no actor does so depends on
    /// what the optimiser leaves of it; it must not show in the order of ready jobs.
    @inline(__always)
    func perform(_ job: UnownedJob) {
        state.pointee.performing = job.address
        execute(job)
        while state.pointee.continuing != 0 {
            let next = state.pointee.continuing
            state.pointee.continuing = 0
            state.pointee.performing = next
            execute(unsafeBitCast(next, to: UnownedJob.self))
        }
        state.pointee.performing = 0
    }

    @inline(__always)
    private func execute(_ job: UnownedJob) {
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
        outside.mayArrive = true
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
}

/// Whether the runtime lays out jobs as `JobHeader` reads them.
enum JobLayout {
    /// Compared once per process with tasks whose kind is known.
    static let isKnown = JobLayoutProbe.matches()
}
