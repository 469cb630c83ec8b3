/// The tasks of one kind of a job, and what is asked of all of them time and again: which wait,
/// which run, and how many are done.
///
/// It is kept as tasks change, so that no decision has to look at all of them.
struct TaskTable: Sendable {
    private var tasks: [TrackedTask]
    /// Pending tasks that may begin, by their number.
    private var due = SlotHeap<Int>()
    /// Those of them whose input is nowhere in particular.
    private var dueAnywhere = SlotHeap<Int>()
    /// The others, by where their input is.
    private var dueByPlace: [InputPlace: SlotHeap<Int>] = [:]
    /// Pending tasks that may have to wait, by the end of that.
    private var waiting = SlotHeap<VirtualInstant>()
    /// The numbers of the tasks that have attempts under way, in ascending order.
    private(set) var running: [Int] = []
    /// How long each task took that is done.
    private(set) var durations = TaskDurations()
    private(set) var pendingCount = 0
    private(set) var completedCount = 0
    /// Tasks that were started at some time.
    private(set) var begunCount = 0
    /// Attempts that are under way.
    private(set) var attemptCount = 0
    /// Second attempts that are under way.
    private(set) var speculativeCount = 0

    init(_ tasks: [TrackedTask]) {
        self.tasks = tasks
        for (index, task) in tasks.enumerated() {
            count(task, by: 1)
            if task.status == .pending { enqueue(index) }
            if !task.attempts.isEmpty { running.append(index) }
            if let duration = task.duration { durations.set(index, duration) }
        }
    }

    var count: Int { tasks.count }

    /// All tasks, in their order.
    ///
    /// - Complexity: to go through it is O(*n*); that is for the beginning and the end of a job.
    var all: [TrackedTask] { tasks }

    /// A task.
    ///
    /// - Complexity: O(log *n*) to change it.
    subscript(index: Int) -> TrackedTask {
        get { tasks[index] }
        set {
            let old = tasks[index]
            tasks[index] = newValue
            count(old, by: -1)
            count(newValue, by: 1)
            if !newValue.waits(like: old) {
                if old.status == .pending { dequeue(index, old.places) }
                if newValue.status == .pending { enqueue(index) }
            }
            if old.attempts.isEmpty != newValue.attempts.isEmpty {
                let place = running.partitioningIndex { $0 >= index }
                if newValue.attempts.isEmpty {
                    running.remove(at: place)
                } else {
                    running.insert(index, at: place)
                }
            }
            if old.duration != newValue.duration {
                durations.set(index, newValue.duration)
            }
        }
    }

    private mutating func count(_ task: TrackedTask, by sign: Int) {
        attemptCount += sign * task.attempts.count
        speculativeCount += sign * task.attempts.count(where: \.isSpeculative)
        if task.lastAttempt > 0 { begunCount += sign }
        if task.status == .pending { pendingCount += sign }
        if task.status == .completed { completedCount += sign }
    }

    // MARK: Tasks that are due

    /// Where the input of tasks is that are due, not counting those where it is nowhere in
    /// particular.
    var hasDueInPlaces: Bool { due.count > dueAnywhere.count }

    /// The first task that is due; of those whose input is nowhere in particular where it has to
    /// be `anywhere`.
    func firstDue(anywhere: Bool = false) -> Int? {
        (anywhere ? dueAnywhere : due).first?.slot
    }

    /// The first task that is due whose input is in `place`.
    func firstDue(in place: InputPlace) -> Int? { dueByPlace[place]?.first?.slot }

    /// Lets tasks be due whose time to wait is over.
    mutating func wake(_ now: VirtualInstant) {
        while let first = waiting.first, first.key <= now {
            waiting.remove(first.slot)
            makeDue(first.slot)
        }
    }

    private mutating func enqueue(_ index: Int) {
        let start = tasks[index].notBefore
        if start > .zero { waiting.set(index, start) } else { makeDue(index) }
    }

    private mutating func makeDue(_ index: Int) {
        due.set(index, index)
        if tasks[index].places.isEmpty { return dueAnywhere.set(index, index) }
        for place in tasks[index].places {
            dueByPlace[place, default: SlotHeap()].set(index, index)
        }
    }

    private mutating func dequeue(_ index: Int, _ places: [InputPlace]) {
        waiting.remove(index)
        due.remove(index)
        dueAnywhere.remove(index)
        for place in places { dueByPlace[place]?.remove(index) }
    }
}

extension TrackedTask {
    /// How long it took, where it is done.
    fileprivate var duration: Duration? {
        guard let startedAt, let completedAt else { return nil }
        return startedAt.duration(to: completedAt)
    }

    /// Whether it is at the same place in the same queue, or in none.
    fileprivate func waits(like other: TrackedTask) -> Bool {
        if status != .pending && other.status != .pending { return true }
        return status == other.status && notBefore == other.notBefore && places == other.places
    }
}
