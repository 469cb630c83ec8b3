import CRuntime
import Synchronization

/// What other threads did to a simulation, until its own thread looks.
final class OutsideArrivals: Sendable {
    /// What arrived since the simulation looked last.
    struct Arrivals {
        var jobs: [UnownedJob] = []
        var hasCancellation = false
        var hasUse = false
    }

    private let arrivals = Mutex(Arrivals())
    private let arrived = Atomic<Bool>(false)
    /// Whether a task may come back though no run is going on.
    private let isOpen = Atomic<Bool>(false)

    /// Whether anything has arrived.
    @inline(__always)
    var hasArrived: Bool { arrived.load(ordering: .relaxed) }

    /// Whether a task may come back though no run is going on: some are alive, and any of them or
    /// of their children may have been somewhere else when the run ended.
    var mayArrive: Bool {
        get { isOpen.load(ordering: .acquiring) }
        set { isOpen.store(newValue, ordering: .releasing) }
    }

    /// Notes something.
    func note(_ change: (inout Arrivals) -> Void) {
        arrivals.withLock { change(&$0) }
        arrived.store(true, ordering: .releasing)
    }

    /// Hands over what has arrived.
    func take() -> Arrivals {
        arrivals.withLock { arrivals in
            defer { arrivals = Arrivals() }
            arrived.store(false, ordering: .relaxed)
            return arrivals
        }
    }
}

/// Tasks that are not the simulation's, threads that are not, and what is left of crashed
/// incarnations.
extension SimulationExecutor {
    // MARK: Tasks

    /// Takes a job that the runtime was about to send to the global pool.
    ///
    /// A task that is not of this simulation, such as one outside that reads a stream which
    /// simulated code feeds, belongs to the pool: here it would take part in the order of ready
    /// jobs.
    ///
    /// - Returns: Whether it is a job of this simulation.
    func adopt(_ job: UnownedJob) -> Bool {
        if job.address != state.pointee.performing, isOutsider(job) { return false }
        accept(job)
        return true
    }

    /// Whether `job` is a task that was made outside: a root that was not seen before and is no new
    /// one, or a child that is older than the simulation.
    ///
    /// A younger child of a task outside cannot be told from one of this simulation.
    private func isOutsider(_ job: UnownedJob) -> Bool {
        let header = JobHeader(address: job.address)
        guard state.pointee.knowsJobLayout, header.isTask,
            !header.isNewer(than: state.pointee.newestTask)
        else { return false }
        return header.isChild
            ? !header.isNewer(than: state.pointee.oldestTask)
            : !state.pointee.roots.contains(job.address)
    }

    /// A task that was not seen before: a child, one of `Node.spawn`, or a stray.
    ///
    /// A task that was started without a job, by `Task.immediate` or `addImmediateTask`, has not
    /// been seen when it makes another.
    @inline(never)
    func admit(_ job: UnownedJob, _ header: JobHeader) {
        guard state.pointee.knowsJobLayout else { return }
        if state.pointee.performing != 0, let task = swift_task_getCurrent() {
            let address = UInt(bitPattern: task)
            let current = JobHeader(address: address)
            if current.isNewer(than: state.pointee.newestTask) { welcome(address, current) }
        }
        welcome(job.address, header, isSpawned: state.pointee.isSpawning)
    }

    /// Takes note of a new task of this simulation, and fails the run for a stray.
    func welcome(_ address: UInt, _ header: JobHeader, isSpawned: Bool = false) {
        if header.isNewer(than: state.pointee.newestTask) {
            state.pointee.newestTask = header.identifier
        }
        if header.isChild { return }
        state.pointee.roots.insert(address)
        if isSpawned { return }
        report(
            .strayTask,
            "an unstructured task was started (Task { }, Task.detached or Task.immediate), or one "
                + "from outside was resumed that is younger than every task of the simulation; it "
                + "belongs to no node and would survive its crash. Start it with node.spawn, or "
                + "as a child with a task group or async let"
        )
    }

    /// Fails the run for a job on its way to the main actor.
    func reportMainActor(_ header: JobHeader) {
        let isNew = header.isTask && header.isNewer(than: state.pointee.newestTask)
        if state.pointee.knowsJobLayout, isNew, !header.isChild {
            report(
                .strayTask,
                "an unstructured task was started on the main actor (Task { @MainActor in }); it "
                    + "belongs to no node and runs outside of virtual time. Start it with "
                    + "node.spawn, in an actor of the simulation"
            )
        } else {
            report(
                .foreignThread,
                "a task of the simulation called the main actor, which runs on another thread "
                    + "and outside of virtual time. Use an actor of the simulation"
            )
        }
    }

    // MARK: Threads

    /// A job that arrives from a thread that does not own the simulation.
    ///
    /// It is kept, so that it can unwind at the end, and the run fails at its next step.
    func receiveForeign(_ job: UnownedJob) {
        precondition(
            phase == .running || outside.mayArrive,
            "an actor of a simulation was called from outside its run; start the work with "
                + "node.spawn, then run the simulation"
        )
        outside.note { $0.jobs.append(job) }
    }

    /// A task of the simulation was cancelled on a thread that does not own it.
    func receiveForeignCancellation() {
        outside.note { $0.hasCancellation = true }
    }

    /// Fails the run because of what another thread did, and makes its jobs ready to unwind.
    func takeForeign() {
        let arrivals = outside.take()
        if arrivals.hasCancellation {
            report(
                .foreignThread,
                "a task of the simulation was cancelled from another thread. Cancel it from "
                    + "simulated code, with SpawnedTask.cancel, a task group or node.withTimeout"
            )
        }
        for job in arrivals.jobs {
            // Whosever it is, it unwinds here.
            if state.pointee.knowsJobLayout { state.pointee.roots.insert(job.address) }
            state.pointee.ready.append(job)
        }
        guard arrivals.hasUse || !arrivals.jobs.isEmpty else { return }
        report(
            .foreignThread,
            "a task of the simulation was resumed from another thread: by the main actor, a "
                + "continuation resumed elsewhere, Dispatch, the real Task.sleep, or an actor that "
                + "is not simulated. Use node.sleep, mailboxes and the simulated network"
        )
    }

    // MARK: Callers

    /// Decides about a caller that is on another thread, or at a time when some tasks unwind.
    @inline(never)
    func judgeCaller() -> Bool {
        guard isCurrent else { return isUsableOrFails }
        guard let dead = deadCaller else { return true }
        dead.reject()
        return false
    }

    /// Whether the calling thread, which does not own the simulation, may draw; where it may not
    /// the run fails.
    @inline(never)
    var isUsableOrFails: Bool {
        if phase != .running { return true }
        outside.note { $0.hasUse = true }
        return false
    }

    /// Whether the running code is on the thread of the simulation, and not what is left of a
    /// crashed incarnation.
    @inline(never)
    var isOfTheLiving: Bool { isCurrent && deadCaller == nil }

    /// The incarnation of the running code, where it has crashed.
    ///
    /// Of a child task it is that of the task above it; where the layout of jobs is not known
    /// nothing is held against a child.
    var deadCaller: Node? {
        guard state.pointee.unwinding > 0, state.pointee.booting == 0,
            let task = swift_task_getCurrent()
        else { return nil }
        var address = UInt(bitPattern: task)
        if state.pointee.knowsJobLayout {
            while JobHeader(address: address).isChild {
                address = JobHeader.parent(ofChild: address)
            }
        }
        guard let dead = dying[address] else { return nil }
        return Node(record: dead.record, incarnation: dead.incarnation)
    }

    /// Takes note of a task whose incarnation has crashed.
    func noteDying(_ task: SpawnedTask) {
        dying[task.address] = task
        state.pointee.unwinding &+= 1
    }

    /// Forgets one that has unwound.
    func forgetDying(_ task: SpawnedTask) {
        guard state.pointee.unwinding > 0, dying.removeValue(forKey: task.address) != nil else {
            return
        }
        state.pointee.unwinding &-= 1
    }
}
