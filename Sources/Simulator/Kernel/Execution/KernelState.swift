import CRuntime

/// Everything the run loop touches, behind one pointer.
///
/// Fields of a class would be checked for exclusive access at run time, twice the cost of an event.
/// Exclusivity holds here by construction: one thread owns the state, and no access spans a call to
/// code that is not part of the kernel.
struct KernelState: ~Copyable {
    /// The present instant, nanoseconds.
    var now: UInt64 = 0
    var sequence: UInt64 = 0
    var queue = EventQueue()
    var ready = RingBuffer<UnownedJob>(capacity: 256)
    var slots: SlotTable
    var calls = CallTable()
    var digest = TraceDigest()

    /// The executor, as the threads know the owner of what they run.
    var owner: UnsafeMutableRawPointer?
    /// The owner whose random streams give what they draw without asking anybody: `owner`, or no
    /// owner that there is where somebody sees the decisions of the run.
    var drawingOwner: UnsafeMutableRawPointer?
    /// The event that an observer is being told of.
    var happening = EventKey.none
    /// Whether tasks that wait are suspended by `suspendTask`; else they hop to `ParkingActor`.
    var suspendsDirectly = false
    /// The slot whose task is on its way to the parking executor, or 0.
    var parking: UInt32 = 0
    /// The identifier of the newest task seen; a higher one belongs to a new task.
    var newestTask: UInt32 = 0
    /// The identifier of a task that is older than every task of this simulation.
    var oldestTask: UInt32 = 0
    /// The root tasks of this simulation that are alive.
    var roots = AddressSet()
    /// Those of them that have nothing to do.
    var idle = IdleTasks()
    /// Tasks of crashed incarnations that still unwind.
    var unwinding = 0
    /// Boots of nodes under way.
    var booting = 0
    /// Whether the kernel itself is creating a task.
    var isSpawning = false

    /// Events taken from the queue, stale ones not counted.
    var events: UInt64 = 0
    /// Jobs run, apart from those that an event woke from their slots.
    var jobs: UInt64 = 0
    /// The number of jobs after which the run fails.
    var jobLimit: UInt64 = 0
    /// The address of the job that runs, or 0.
    var performing: UInt = 0
    /// The same job where it has to run again at once, on another executor; or 0.
    var continuing: UInt = 0
    /// Foreground tasks alive, and foreground calls scheduled.
    var foreground = 0
    /// Those of them that pauses without an end hold back, for which no run waits.
    var heldForeground = 0
    /// Tasks alive, of either kind.
    var tasks = 0
    /// Set when the run has to end before the next event.
    var mustStop = false
    /// Whether the deadline has come and only its own instant is left to finish.
    var isFinishing = false
    /// The event that ends this run, if it has a deadline.
    var deadline = EventKey.none
    /// The event that looks next whether the run is stuck.
    var watchdog = EventKey.none
    /// Whether the watchdog wants to know of tasks that come back from outside of virtual time.
    var hasSuspects = false
    /// Events of the run loop itself in the queue.
    var controls = 0
    /// The number of the last event of the run loop itself.
    var controlSequence: UInt64 = 0
    /// Whether the fields of a job can be read; see `JobHeader`.
    var knowsJobLayout = true
    /// Draws the next ready job where the order is random.
    var order: Xoshiro256?
    /// Which of the events of one instant happens first.
    var ties = Simulation.Ties.first
    /// Whether ready jobs and events of one instant are taken first in, first out.
    var takesInTurn = true

    /// A node that never crashes and that no node list holds: tasks wait there that must not go on.
    let limbo: UnsafeMutablePointer<NodeState>
    /// Waits that were refused to a cancelled task since `refusalInstant`, the count of jobs and
    /// events.
    private var refusals = 0
    private var refusalInstant: UInt64 = 0

    init() {
        limbo = .allocate(capacity: 1)
        limbo.initialize(to: NodeState(identifier: .max))
        slots = SlotTable(none: limbo)
    }

    deinit {
        limbo.deinitialize(count: 1)
        limbo.deallocate()
    }

    /// Counts a wait that was refused to a cancelled task.
    ///
    /// - Returns: How many have been refused since the run loop was last in charge.
    mutating func countRefusal() -> Int {
        let instant = events &+ jobs
        refusals = instant == refusalInstant ? refusals + 1 : 1
        refusalInstant = instant
        return refusals
    }

    /// Whether the calling thread owns this simulation now.
    @inline(__always)
    var isCurrent: Bool { UInt(bitPattern: cruntime_current_owner()) == UInt(bitPattern: owner) }

    /// Whether a stream gives what it draws: the thread is that of the simulation, and nobody sees
    /// its decisions.
    @inline(__always)
    var drawsFreely: Bool {
        UInt(bitPattern: cruntime_current_owner()) == UInt(bitPattern: drawingOwner)
    }

    /// Whether nothing speaks against whoever calls: the thread is that of the simulation, and no
    /// task unwinds.
    @inline(__always)
    var admitsAll: Bool { isCurrent && unwinding == 0 }

    @inline(__always)
    mutating func schedule(at time: UInt64, _ kind: EventKey.Kind, _ index: UInt32) -> EventKey {
        sequence &+= 1
        let key = EventKey(sequence: sequence, kind: kind, index: index)
        queue.push(Event(time: time, key: key))
        return key
    }

    /// Schedules an event of the run loop itself.
    ///
    /// It takes no number of the common sequence: a run that pauses at deadlines has the digest of
    /// one that does not.
    mutating func scheduleControl(at time: UInt64) -> EventKey {
        controls &+= 1
        controlSequence &+= 1
        let key = EventKey(sequence: controlSequence, kind: .control, index: 0)
        queue.push(Event(time: time, key: key))
        return key
    }

    /// Whether the queue holds no event but those of the run loop.
    @inline(__always)
    var nothingIsScheduled: Bool { queue.count == controls }

    /// Arms the timer of `slot`.
    @inline(__always)
    mutating func arm(_ slot: UInt32, at time: UInt64) {
        slots[slot].pointee.key = schedule(at: time, .wake, slot)
    }

    /// Resumes the task in `slot`, unless something has resumed it already.
    ///
    /// A task may still be on its way into the slot; then it finds the cause there and does not
    /// park.
    ///
    /// - Returns: Whether it did.
    @discardableResult
    @inline(__always)
    mutating func wake(_ slot: UInt32, _ cause: WakeCause) -> Bool {
        let place = slots[slot]
        guard place.pointee.cause == .parked else { return false }
        place.pointee.cause = cause
        place.pointee.key = .none
        if let job = place.pointee.job { ready.append(job) }
        return true
    }

    /// Schedules `target.fire(argument)`; it is kept alive until then.
    @inline(__always)
    mutating func call(
        _ target: EventTarget,
        _ argument: UInt32 = 0,
        at time: UInt64,
        node: UnsafeMutablePointer<NodeState>,
        isForeground: Bool
    ) -> EventKey {
        let index = calls.take(target, argument, node: node, isForeground: isForeground)
        if isForeground { foreground &+= 1 }
        let key = schedule(at: time, .call, index)
        calls[index].pointee.key = key
        return key
    }

    /// Takes back a call that was not made yet; nothing happens when it was.
    mutating func cancelCall(_ key: EventKey) {
        let call = calls[key.index]
        guard key != .none, call.pointee.key == key else { return }
        if call.pointee.isForeground { foreground &-= 1 }
        if call.pointee.isHeldForGood { countHeld(on: call.pointee.node, -1) }
        calls.drop(key.index)
    }

    // MARK: Pauses

    /// Keeps an event of `node` for the end of its pause.
    @inline(never)
    mutating func hold(_ key: EventKey, on node: UnsafeMutablePointer<NodeState>) {
        node.pointee.deferred.append(key)
        if node.pointee.isPausedForGood { holdForGood(key) }
    }

    /// Has no run wait for the call of `key`, which is not made before the end of an endless pause.
    mutating func holdForGood(_ key: EventKey) {
        guard key.isCall else { return }
        let call = calls[key.index]
        guard call.pointee.key == key, call.pointee.isForeground, !call.pointee.isHeldForGood else {
            return
        }
        call.pointee.isHeldForGood = true
        countHeld(on: call.pointee.node, 1)
    }

    /// Counts foreground work on a node whose pause has no end.
    mutating func countHeld(on node: UnsafeMutablePointer<NodeState>, _ change: Int) {
        node.pointee.heldForeground &+= change
        heldForeground &+= change
    }

    /// The pause of `node` is over after all: runs wait for what it held back.
    mutating func release(_ node: UnsafeMutablePointer<NodeState>) {
        guard node.pointee.isPausedForGood else { return }
        for key in node.pointee.deferred where key.isCall && calls[key.index].pointee.key == key {
            calls[key.index].pointee.isHeldForGood = false
        }
        countHeld(on: node, -node.pointee.heldForeground)
        node.pointee.isPausedForGood = false
    }
}
