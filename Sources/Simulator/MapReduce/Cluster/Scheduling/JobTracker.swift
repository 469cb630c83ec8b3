import OrderedCollections

/// What a coordinator decides: which task runs where, what a failure leads to, when a job is done.
///
/// A job runs through its map tasks and then its reduce tasks. A task is pending, running in one
/// attempt or (speculatively) two, and completed by the first attempt that ends well; whatever ends
/// after that is ignored. A completed map task becomes pending again when its output is lost.
/// An attempt that fails counts towards the job's end; one that dies with its worker does not.
///
/// Source: Dean and Ghemawat, "MapReduce: Simplified Data Processing on Large Clusters", 2004,
/// section 3.3.
struct JobTracker: Sendable {
    /// What happens to a coordinator.
    enum Input: Sendable {
        /// A client wants a job done, whose map tasks read these splits.
        case submitted(String, JobSubmission, inputs: [[InputSplit]])
        /// A job of what no job before it has read that completed, up to these places.
        case submittedForNews(String, JobSubmission, ends: [Int])
        /// A worker is alive.
        case heartbeat(WorkerHeartbeat)
        /// An attempt ended.
        case report(AttemptReport)
        /// A worker did not take an order.
        case refused(AttemptIdentifier, worker: String)
        /// An order did not get as far as to the worker.
        case undelivered(AttemptIdentifier, worker: String)
        /// A worker has let go of an attempt.
        case abandoned(AttemptIdentifier, worker: String)
        /// The map output of a job that is over is deleted, or not all of it.
        case cleared(String, isDone: Bool)
        /// Time has passed.
        case tick
    }

    /// What a coordinator has to do. Changes are saved before anything else is done.
    enum Action: Hashable, Sendable {
        /// A row of the database is to be written.
        case save(DatabaseTransaction.Change)
        /// A worker gets an order.
        case start(TaskOrder, worker: String)
        /// A worker is told to let go of an attempt.
        case abandon(AttemptIdentifier, worker: String)
        /// The map output of these attempts is to be deleted.
        case clear(String, [AttemptIdentifier], partitions: Int)
        /// A job that is over is left to the database.
        case forget(String)
        /// Something for the journal.
        case note(JobEvent)
    }

    /// How long an order may be under way before a worker that does not speak of it has not got it.
    static let orderGrace = Duration.seconds(5)

    let settings: SchedulingSettings
    /// The term in which orders are given.
    let epoch: Int
    var jobs: OrderedDictionary<String, TrackedJob> = [:]
    /// The jobs that run, in the order in which they came.
    var running: OrderedSet<String> = []
    /// Jobs that are over and whose map output is not known to be deleted.
    var clearances: OrderedDictionary<String, Clearance> = [:]
    /// Jobs that are over and need nothing more, the first one first.
    var over: [String] = []
    /// How many jobs were left to the database.
    var forgottenCount = 0
    /// Up to where completed jobs have read each partition of their inputs, by topic.
    var consumed: [String: [Int]] = [:]
    var workers = WorkerTable()
    var actions: [Action] = []
    /// Places that the input before reached; it runs on no node, so that its coordinator counts.
    private(set) var reached: [MapReducePlace] = []
    private let locate: Locator
    private var random: RandomStream

    /// Says where some splits of a job's input are all at hand; nowhere in particular where it
    /// gives nothing.
    typealias Locator = @Sendable (JobSubmission, [InputSplit]) -> [InputPlace]

    /// A tracker that knows of no job.
    ///
    /// - Parameter random: What the jitter of waits is drawn from.
    init(
        settings: SchedulingSettings,
        epoch: Int,
        random: RandomStream,
        locate: @escaping Locator = { _, _ in [] }
    ) {
        self.settings = settings
        self.epoch = epoch
        self.random = random
        self.locate = locate
    }

    /// Notes where the inputs of a job's map tasks are.
    mutating func findInputs(of identifier: String) {
        guard let submission = jobs[identifier]?.submission else { return }
        for var task in jobs[identifier]?.maps.all ?? [] {
            task.places = locate(submission, task.splits)
            if !task.places.isEmpty { update(task) }
        }
    }

    /// What has to be done about `input`.
    mutating func receive(_ input: Input, now: VirtualInstant) -> [Action] {
        actions = []
        reached = []
        switch input {
        case .submitted(let identifier, let submission, let inputs):
            submit(identifier, submission, inputs, now)
        case .submittedForNews(let identifier, let submission, let ends):
            submitForNews(identifier, submission, ends, now)
        case .heartbeat(let heartbeat): noteHeartbeat(heartbeat, now)
        case .report(let report): noteReport(report, now)
        case .refused(let attempt, let worker): noteRefusal(of: attempt, by: worker, now)
        case .undelivered(let attempt, let worker): drop(attempt, on: worker, now)
        case .abandoned(let attempt, let worker): noteAbandonment(of: attempt, by: worker)
        case .cleared(let job, let isDone): noteClearance(of: job, isDone: isDone)
        case .tick:
            dropSilentWorkers(now)
            failHopelessJobs(now)
            speculate(now)
            clear(now)
        }
        schedule(now)
        forgetOldest()
        return actions
    }

    /// A task of a job that runs.
    func task(_ identifier: TaskIdentifier) -> TrackedTask? {
        guard let job = jobs[identifier.job], job.status == .running,
            (0..<job.tasks(identifier.kind).count).contains(identifier.index)
        else { return nil }
        return job[identifier.kind, identifier.index]
    }

    /// Notes that `place` was reached, where `condition` holds.
    mutating func sometimes(_ place: MapReducePlace, _ condition: Bool = true) {
        if condition { reached.append(place) }
    }

    /// Puts a task in the place of what was known of it.
    mutating func update(_ task: TrackedTask) {
        let identifier = task.identifier
        jobs[identifier.job]?[identifier.kind, identifier.index] = task
    }

    /// A wait less its random part.
    mutating func shortened(_ wait: Duration) -> Duration {
        let jitter = settings.backoff.jitter
        return jitter == 0 ? wait : wait * (1 - jitter * random.unit())
    }

    mutating func submit(
        _ identifier: String,
        _ submission: JobSubmission,
        _ inputs: [[InputSplit]],
        _ now: VirtualInstant
    ) {
        guard jobs[identifier] == nil else { return }
        let job = TrackedJob(identifier, submission, inputs: inputs, createdAt: now)
        jobs[identifier] = job
        running.append(identifier)
        findInputs(of: identifier)
        save(job)
        for task in job.maps.all + job.reduces.all { save(task) }
        actions.append(.note(.submitted(identifier, submission)))
    }

    mutating func start(
        _ identifier: TaskIdentifier,
        on worker: String,
        isSpeculative: Bool,
        _ now: VirtualInstant
    ) {
        guard var task = task(identifier) else { return }
        guard task.lastAttempt < settings.restartsMaximum else {
            let reason = "\(identifier) was started \(task.lastAttempt) times"
            return finish(identifier.job, .failed, reason, now)
        }
        let attempt = task.nextAttempt
        task.lastAttempt += 1
        task.status = .running
        task.startedAt = task.startedAt ?? now
        task.attempts.append(
            TrackedAttempt(
                number: attempt.number,
                worker: worker,
                startedAt: now,
                isSpeculative: isSpeculative
            )
        )
        update(task)
        workers[worker]?.attempts.append(attempt)
        save(task)
        order(attempt, of: task, from: worker)
        if !task.places.isEmpty, let placed = workers[worker] {
            let isLocal = task.places.contains {
                $0.isOf(zone: placed.zone, machine: placed.machine)
            }
            actions.append(.note(.placed(attempt, isLocal: isLocal)))
        }
        actions.append(.note(.started(attempt, worker: worker, isSpeculative: isSpeculative)))
    }

    private mutating func order(
        _ attempt: AttemptIdentifier,
        of task: TrackedTask,
        from worker: String
    ) {
        guard let job = jobs[attempt.task.job] else { return }
        let order = TaskOrder(
            attempt: attempt,
            epoch: epoch,
            submission: job.submission,
            input: attempt.task.kind == .map
                ? .map(task.splits) : .reduce(job.maps.all.compactMap(\.output))
        )
        actions.append(.start(order, worker: worker))
    }
}
