import OrderedCollections

@testable import Simulator

/// A tracker with some map workers, and the rows and orders it gave.
struct TrackerBed {
    private let simulation: Simulation
    private let count: Int
    private var messages = 0
    var tracker: JobTracker
    var now = VirtualInstant.zero
    var orders: [TaskOrder] = []
    private var workers: [String: String] = [:]
    private(set) var rows: OrderedDictionary<DatabaseKey, DatabaseRow> = [:]

    init(
        workers: Int,
        seed: UInt64 = 1,
        _ adjust: (inout SchedulingSettings) -> Void = { _ in }
    ) {
        simulation = Simulation(seed: seed)
        count = workers
        var settings = SchedulingSettings(isShuffleLocal: true)
        adjust(&settings)
        tracker = JobTracker(settings: settings, epoch: 1, random: simulation.random("waits"))
        addWorkers()
    }

    func name(_ worker: Int) -> String { "map-worker-\(worker + 1)" }

    mutating func addWorkers() {
        for worker in 0..<count { receive(.heartbeat(heartbeat(worker))) }
    }

    mutating func receive(_ input: JobTracker.Input) {
        for action in tracker.receive(input, now: now) {
            switch action {
            case .save(.put(let key, let row, _)): rows[key] = row
            case .start(let order, let worker):
                orders.append(order)
                workers["\(order.attempt)"] = worker
            default: break
            }
        }
    }

    mutating func submit(_ job: String, maps: Int) {
        let submission = JobSubmission(
            name: job,
            inputTopic: "logs",
            mappers: maps,
            reducers: 1
        )
        let inputs = (0..<maps).map { [InputSplit(input: $0, range: 0..<100)] }
        receive(.submitted(job, submission, inputs: inputs))
    }

    func task(_ identifier: TaskIdentifier) -> TrackedTask? { tracker.task(identifier) }

    /// The number of the worker that was given an order.
    func worker(of order: TaskOrder) -> Int {
        (0..<count).first { name($0) == workers["\(order.attempt)"] } ?? 0
    }

    mutating func heartbeat(
        _ worker: Int,
        running: AttemptIdentifier? = nil,
        unreported: [AttemptIdentifier] = []
    ) -> WorkerHeartbeat {
        WorkerHeartbeat(
            stamp: stamp(worker),
            kind: .map,
            zone: "default",
            machine: nil,
            running: running.map { .init(attempt: $0, progress: 0.5) },
            unreported: unreported,
            keeping: []
        )
    }

    mutating func report(
        _ worker: Int,
        _ attempt: AttemptIdentifier,
        _ outcome: AttemptReport.Outcome
    ) -> AttemptReport {
        AttemptReport(attempt: attempt, stamp: stamp(worker), outcome: outcome)
    }

    private mutating func stamp(_ worker: Int) -> WorkerStamp {
        messages += 1
        return WorkerStamp(worker: name(worker), incarnation: 1, number: messages)
    }

    /// Lets time pass second by second, in which all workers but `silent` say that they do nothing,
    /// or that they run what they were told last.
    mutating func pass(_ duration: Duration, silent: Int? = nil, running: Bool = false) {
        let end = now.advanced(by: duration)
        while now < end {
            now = now.advanced(by: .seconds(1))
            for worker in 0..<count where worker != silent {
                let current = orders.last { workers["\($0.attempt)"] == name(worker) }
                receive(
                    .heartbeat(heartbeat(worker, running: running ? current?.attempt : nil))
                )
            }
            receive(.tick)
        }
    }

    /// Another coordinator, which knows those of the rows that `keep` lets it have.
    func successor(_ keep: (DatabaseKey) -> Bool = { _ in true }) -> TrackerBed {
        var bed = self
        bed.orders = []
        bed.tracker = JobTracker(
            settings: tracker.settings,
            epoch: 2,
            random: simulation.random("waits of the successor")
        )
        func matches(_ table: String) -> [DatabaseMatch] {
            rows.filter { $0.key.table == table && keep($0.key) }
                .map { DatabaseMatch(key: $0.key.key, row: $0.value) }
        }
        bed.tracker.load(jobs: matches(JobTables.jobs), tasks: matches(JobTables.tasks), now)
        return bed
    }
}
