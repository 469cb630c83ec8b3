/// A node through all its incarnations: what outlives a crash.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
@usableFromInline
final class NodeRecord: @unchecked Sendable {
    let name: String
    let placement: NodePlacement
    let identifier: UInt32
    let executor: SimulationExecutor
    /// The actor to which waiting tasks hop; `executor` keeps it alive.
    @usableFromInline unowned(unsafe) let parkingActor: ParkingActor
    let state: UnsafeMutablePointer<NodeState>
    let kernel: UnsafeMutablePointer<KernelState>
    private let blueprint: DiskBlueprint
    private var storage: DiskStorage?
    var localClock = LocalClock()
    /// Builds the volatile part of the node, at its start and after each crash.
    let boot: @Sendable (Node) -> Void
    /// When the node crashed last.
    private(set) var lastCrash: VirtualInstant?
    /// The number of the outage that lasts, if one does.
    private var outage: Int?
    /// Incarnations started so far.
    private(set) var incarnations: UInt32 = 0
    /// Whether the machine of a node that is down says so to whoever calls.
    var refusesForDead = false
    /// What others do when this incarnation crashes.
    private var crashActions: [() -> Void] = []
    /// What others do when the slowness of this incarnation has changed.
    private var slownessActions: [() -> Void] = []
    private var firstTask: SpawnedTask?
    private unowned(unsafe) var lastTask: SpawnedTask?

    init(
        name: String,
        placement: NodePlacement,
        identifier: UInt32,
        executor: SimulationExecutor,
        disk: DiskBlueprint,
        boot: @escaping @Sendable (Node) -> Void
    ) {
        self.name = name
        self.placement = placement
        self.identifier = identifier
        self.executor = executor
        blueprint = disk
        self.boot = boot
        kernel = executor.state
        parkingActor = executor.parkingActor
        state = .allocate(capacity: 1)
        state.initialize(to: NodeState(identifier: identifier))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The disk, made at its first use: most nodes never write.
    var disk: DiskStorage {
        if let storage { return storage }
        let storage = DiskStorage(
            settings: blueprint.settings,
            random: executor.random("disk \(name)")
        )
        self.storage = storage
        return storage
    }

    /// Starts the next incarnation and boots it.
    func start() -> Node {
        incarnations += 1
        state.pointee.running = incarnations
        refusesForDead = false
        state.pointee.rejections = 0
        if let number = outage {
            executor.outages.end(number, at: VirtualInstant(nanoseconds: kernel.pointee.now))
            outage = nil
        }
        let node = Node(record: self, incarnation: incarnations)
        // What the boot does is no work of the task that asked for it, which may be of the past.
        kernel.pointee.booting &+= 1
        executor.withOwnership { boot(node) }
        kernel.pointee.booting &-= 1
        return node
    }

    /// Ends this incarnation: what waits is resumed to unwind, in the order in which it began to
    /// wait; then every task is cancelled, in the order of spawning; then the disk forgets what was
    /// not synchronised.
    ///
    /// - Parameter isLast: Whether every node crashes, to be done.
    func crash(isLast: Bool = false) {
        guard state.pointee.running != 0 else { return }
        state.pointee.running = 0
        let now = VirtualInstant(nanoseconds: kernel.pointee.now)
        lastCrash = now
        if !isLast { outage = executor.outages.begin(name, at: now) }
        for key in state.pointee.deferred where key.isCall { kernel.pointee.cancelCall(key) }
        kernel.pointee.release(state)
        state.pointee.deferred = []
        state.pointee.isPaused = false
        state.pointee.slowness = 1
        state.pointee.claimsLeadership = false
        let tasks = tasks
        state.pointee.rejectionLimit = Self.rejectionLimit(tasks: tasks.count)
        // Where every node crashes there is no other one to be reached.
        if !isLast {
            for task in tasks where task.incarnation == incarnations { executor.noteDying(task) }
        }
        interruptWaits(of: isLast ? [] : tasks)
        executor.withOwnership {
            for task in tasks { task.task?.cancel() }
        }
        storage?.crash()
        let actions = crashActions
        crashActions = []
        slownessActions = []
        for action in actions { action() }
    }

    /// Has `action` called once, when the incarnation that is up crashes.
    func whenCrashed(_ action: @escaping () -> Void) {
        crashActions.append(action)
    }

    /// Has `action` called each time that the slowness has changed, as long as this incarnation
    /// lasts.
    func whenSlownessChanged(_ action: @escaping () -> Void) {
        slownessActions.append(action)
    }

    /// Sets how many times longer work takes, and tells whoever has work under way.
    func setSlowness(_ slowness: Double) {
        guard slowness != state.pointee.slowness else { return }
        state.pointee.slowness = slowness
        for action in slownessActions { action() }
    }

    /// Interrupts what waits on this node, then those of `tasks` that wait through the handle or
    /// mailbox of another.
    private func interruptWaits(of tasks: [SpawnedTask]) {
        var elsewhere = AddressSet()
        for task in tasks { elsewhere.insert(task.address) }
        var slot = state.pointee.firstSlot
        while slot != 0 {
            let place = kernel.pointee.slots[slot]
            slot = place.pointee.next
            elsewhere.remove(place.pointee.address)
            interrupt(place)
        }
        guard elsewhere.count > 0 else { return }
        for slot in 1..<max(1, kernel.pointee.slots.top) {
            let place = kernel.pointee.slots[slot]
            let (address, node) = (place.pointee.address, place.pointee.node)
            guard address != 0, node != state, node != kernel.pointee.limbo else { continue }
            if elsewhere.contains(address) { interrupt(place) }
        }
    }

    /// Resumes a parked task to learn of the crash; one that was just woken learns of it too.
    private func interrupt(_ place: UnsafeMutablePointer<Slot>) {
        let wasParked = place.pointee.cause == .parked
        place.pointee.cause = .crash
        place.pointee.key = .none
        if wasParked, let job = place.pointee.job { kernel.pointee.ready.append(job) }
    }

    /// Has no run wait for what this node is to do until the end of its pause.
    func holdForGood() {
        guard !state.pointee.isPausedForGood else { return }
        state.pointee.isPausedForGood = true
        for key in state.pointee.deferred { kernel.pointee.holdForGood(key) }
        kernel.pointee.countHeld(on: state, tasks.count { $0.kind == .foreground })
    }

    /// Takes the events that a pause held back up again, in their order.
    func resume() {
        guard state.pointee.isPaused else { return }
        kernel.pointee.release(state)
        state.pointee.isPaused = false
        kernel.pointee.queue.putFirst(state.pointee.deferred)
        state.pointee.deferred = []
    }

    /// Calls of a dead incarnation after which the run fails: some for every task, in its `defer`
    /// and `catch`, and more for the children of tasks.
    private static func rejectionLimit(tasks: Int) -> UInt32 {
        UInt32(clamping: 10_000 + 100 * tasks)
    }

    // MARK: Tasks

    /// Tasks of this incarnation and those of earlier ones that still unwind, in the order of
    /// spawning.
    var tasks: [SpawnedTask] {
        var tasks: [SpawnedTask] = []
        var task = firstTask
        while let present = task {
            tasks.append(present)
            task = present.next
        }
        return tasks
    }

    func add(_ task: SpawnedTask) {
        countForeground(task, 1)
        task.previous = lastTask
        if let lastTask { lastTask.next = task } else { firstTask = task }
        lastTask = task
    }

    func remove(_ task: SpawnedTask) {
        countForeground(task, -1)
        if let previous = task.previous { previous.next = task.next } else { firstTask = task.next }
        if let next = task.next { next.previous = task.previous } else { lastTask = task.previous }
        task.next = nil
    }
    private func countForeground(_ task: SpawnedTask, _ change: Int) {
        kernel.pointee.tasks &+= change
        guard task.kind == .foreground else { return }
        kernel.pointee.foreground &+= change
        if state.pointee.isPausedForGood { kernel.pointee.countHeld(on: state, change) }
    }
}
