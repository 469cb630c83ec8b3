public import OrderedCollections
public import Simulator

/// What one run of a scenario gave: how it ended, and everything it measured.
///
/// It holds values of virtual time only, so two runs of the same scenario and seed give equal
/// records.
public struct RunRecord: Sendable {
    /// The seed of this run.
    public var seed: UInt64
    /// How it ended, its digest, and its violations.
    public var outcome: RunOutcome
    /// Counts and distributions of durations, by the names of `MetricCatalog`.
    public var metrics: Metrics
    /// The exact share of the keys that the placement gives each server at the start, where there
    /// is one.
    public var expectedShares: [PlacementShare]?
    /// Whether the requests answered are a sample of those shares: six-digit ids, every one
    /// answered, and a ring that stayed as it was.
    public var isSampleOfShares: Bool
    /// What the placement is like at the start: name and value of each figure, for the report.
    public var placementFigures: OrderedDictionary<String, String>
    /// What happened to whom and when, in order: faults, respawns, scaling, calls that failed.
    public var timeline: [TimelineEntry]
    /// How many entries a timeline has at most.
    public static let timelineMaximum = 10_000
    /// How many entries the timeline would have more.
    public var timelineOmitted: Int
    /// The faults that began, each with whom it hit and how long it lasts.
    public var injections: [FaultInjector.Injection]
    /// What somebody who reads the figures must know, in sentences: faults that never began.
    public var notes: [String]
    /// What became of the calls that say what they expect.
    public var calls: [CallResult]
    /// The jobs, in the order in which clients wanted them.
    public var jobs: [JobRecord]
    /// What the database of jobs held at the end, as far as it was durable; nothing where there is
    /// none.
    public var tables: DatabaseTables?
    /// The lines of the proxy's access log, as many as the scenario has it keep.
    public var accessLog: [String]
    /// What consumers wrote into logs: the name of each, and its lines.
    public var consumerLogs: OrderedDictionary<String, [String]>
    /// Invariants that were checked: the name, and what is wrong, or nil where it held.
    public var invariants: OrderedDictionary<String, String?>
    /// How often each place of `CoverageCatalog` was reached, also those that were not.
    public var places: OrderedDictionary<String, Int>
    /// What charts draw.
    public var observations: RunObservations
    /// Every request, operation and message of the clients, where the run was asked for them.
    public var requests: [RequestRecord]
    /// The first messages between nodes, at most ``messagesMaximum``, where the run was asked for
    /// them.
    public var messages: [ObservedMessage]
    /// How many messages a record keeps at most.
    public static let messagesMaximum = 200_000

    /// Something that happened in a run.
    public struct TimelineEntry: Equatable, Sendable {
        /// When.
        public var instant: VirtualInstant
        /// To what.
        public var subject: String
        /// What happened.
        public var event: String

        /// `event` happened to `subject` at `instant`.
        public init(instant: VirtualInstant, subject: String, event: String) {
            self.instant = instant
            self.subject = subject
            self.event = event
        }
    }

    /// A call with what came back.
    public struct CallResult: Equatable, Sendable {
        /// The call and what it expects, in words.
        public var text: String
        /// What is wrong with what came back; nil where nothing is.
        public var problem: String?
        /// What came back, in words.
        public var received: String

        /// A call that `text` describes.
        public init(text: String, problem: String?, received: String) {
            self.text = text
            self.problem = problem
            self.received = received
        }
    }

    /// A record of a run that measured nothing yet.
    public init(seed: UInt64, outcome: RunOutcome, metrics: Metrics = Metrics()) {
        self.seed = seed
        self.outcome = outcome
        self.metrics = metrics
        expectedShares = nil
        isSampleOfShares = true
        placementFigures = [:]
        timeline = []
        timelineOmitted = 0
        injections = []
        notes = []
        calls = []
        jobs = []
        tables = nil
        accessLog = []
        consumerLogs = [:]
        invariants = [:]
        places = [:]
        observations = RunObservations()
        requests = []
        messages = []
    }
}
