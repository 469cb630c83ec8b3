/// A data cluster in one process: nodes, tasks and messages in virtual time.
///
///     let simulation = Simulation(seed: 42)
///     let node = simulation.addNode("client")
///     node.spawn("wait") { try await node.sleep(for: .seconds(3_600)) }
///     let outcome = simulation.run()      // an hour of virtual time, microseconds of real time
///
/// Everything happens on the thread that calls `run`, in an order that the seed alone decides.
///
/// Soundness of `@unchecked Sendable`: simulated code holds it to add nodes and to draw; that code
/// runs on the thread that runs the simulation. Two simulations may run on two threads.
public final class Simulation: @unchecked Sendable {
    /// What bounds and steers a simulation.
    public struct Settings: Sendable {
        /// The order of ready tasks.
        public var order: Order
        /// Which of the events of one instant happens first.
        public var ties: Ties
        /// Events after which a run fails.
        public var eventBudget: UInt64
        /// How long foreground work may wait, without a timer, before the run counts as stuck.
        public var patience: Duration
        /// Whether fault points may fire.
        public var firesFaultPoints: Bool
        /// Whether heartbeats are skipped over while nothing else happens and they change nothing:
        /// the same results sooner, with fewer events and another digest. In the first-in order of
        /// tasks and of ties only.
        public var skipsIdleTime: Bool
        /// How jobs bound for the global pool are kept; tests compare both ways.
        package var usesEnqueueHook: Bool
        /// Whether the fields of jobs are read where their layout is as expected; tests do without.
        package var trustsJobLayout: Bool
        /// Has every random stream, and what is drawn of orders, begin elsewhere; tests see to it
        /// that a run survives that.
        package var streamSalt: UInt64 = 0

        /// First in, first out, ties too; ten thousand million events; patience of a day; no fault
        /// points; idle time is skipped.
        public init(
            order: Order = .fifo,
            ties: Ties = .first,
            eventBudget: UInt64 = 10_000_000_000,
            patience: Duration = .seconds(86_400),
            firesFaultPoints: Bool = false,
            skipsIdleTime: Bool = true
        ) {
            self.order = order
            self.ties = ties
            self.eventBudget = eventBudget
            self.patience = patience
            self.firesFaultPoints = firesFaultPoints
            self.skipsIdleTime = skipsIdleTime
            usesEnqueueHook = true
            trustsJobLayout = true
        }
    }

    /// The seed from which every random stream is split.
    public let seed: UInt64
    /// What bounds and steers the simulation.
    public let settings: Settings
    let executor: SimulationExecutor
    private var faultPoints: FaultPoints?

    /// A simulation of no nodes yet.
    ///
    /// - Parameters:
    ///   - seed: From which everything is drawn.
    ///   - settings: How it runs.
    ///   - decisions: Sees every decision, and may make another one.
    public init(
        seed: UInt64,
        settings: Settings = Settings(),
        decisions: (any DecisionMaker)? = nil
    ) {
        self.seed = seed
        self.settings = settings
        executor = SimulationExecutor(seed: seed, settings: settings, decisions: decisions)
        executor.idleTime.isSkipped = settings.skipsIdleTime
        if settings.firesFaultPoints { faultPoints = FaultPoints(random: random("fault points")) }
    }

    deinit {
        shutDown()
    }

    // MARK: What there is

    /// The instant it is.
    public var now: VirtualInstant { VirtualInstant(nanoseconds: executor.state.pointee.now) }
    /// Events taken so far.
    public var events: UInt64 { executor.state.pointee.events }
    /// Rounds of heartbeats that were skipped over so far.
    public var skippedRounds: UInt64 { executor.idleTime.skippedRounds }
    /// The digest of everything that has happened.
    public var digest: TraceDigest { executor.state.pointee.digest }
    /// The properties that were found broken.
    public var violations: [Violation] { executor.violations }
    /// Every node, in the order of creation, each by its latest incarnation.
    public var nodes: [Node] {
        executor.nodes.map { Node(record: $0, incarnation: $0.incarnations) }
    }
    /// The times in which nodes were down so far, in the order in which they began; of very many
    /// the first ones.
    public var outages: [NodeOutage] { executor.outages.all }
    /// How many outages there were beyond those.
    public var omittedOutages: Int { executor.outages.omitted }
    /// Tasks that have not ended.
    public var liveTasks: Int { executor.state.pointee.tasks }

    /// The node called `name`, by its latest incarnation.
    public func node(named name: String) -> Node? {
        executor.record(named: name).map { Node(record: $0, incarnation: $0.incarnations) }
    }

    /// `name` where no node has it, else the first of `name 2`, `name 3` and so on.
    public func freeName(_ name: String) -> String {
        var free = name
        var number = 1
        while executor.numbers[free] != nil {
            number += 1
            free = "\(name) \(number)"
        }
        return free
    }

    /// Adds a node and boots it.
    ///
    /// - Parameters:
    ///   - name: Unique in the simulation.
    ///   - placement: Its role, and where it stands.
    ///   - disk: How its disk behaves; without it, as `DiskSettings()` says.
    ///   - boot: Builds the actors of the node and spawns its tasks, now and after every restart.
    @discardableResult
    public func addNode(
        _ name: String,
        placement: NodePlacement = NodePlacement(),
        disk: DiskSettings? = nil,
        boot: @escaping @Sendable (Node) -> Void = { _ in }
    ) -> Node {
        executor.requireOwnership()
        precondition(executor.phase != .ended, "the simulation was shut down")
        precondition(executor.numbers[name] == nil, "there is a node '\(name)' already")
        executor.numbers[name] = executor.nodes.count
        let record = NodeRecord(
            name: name,
            placement: placement,
            identifier: UInt32(executor.nodes.count),
            executor: executor,
            disk: disk.map(DiskBlueprint.init) ?? .standard,
            boot: boot
        )
        executor.nodes.append(record)
        return record.start()
    }

    /// The random stream called `label`.
    public func random(_ label: String) -> RandomStream {
        executor.random(label)
    }

    /// Records a broken property, which ends the run.
    public func report(_ property: Violation.Property, _ message: String) {
        executor.requireOwnership()
        executor.report(property, message)
    }

    /// Whether the fault point called `label` fires now; see `FaultPoints`.
    public func faultPoint(_ label: String) -> Bool {
        faultPoints?.fires(label) ?? false
    }

    /// Has `observer` see every event from now on; the simulation keeps it alive.
    public func observe(_ observer: (any EventObserver)?) {
        executor.observer = observer
    }

    // MARK: Running

    /// Runs until `limit`, a violation, or the end of the event budget.
    ///
    /// It may be called again to go on. It must not be called by simulated code.
    public func run(until limit: RunLimit = .quiescent) -> RunOutcome {
        precondition(executor.phase == .idle, "the simulation is running or was shut down")
        executor.phase = .running
        let (jobs, overflow) = settings.eventBudget.multipliedReportingOverflow(by: 16)
        let bounds = SimulationExecutor.Bounds(
            limit: limit,
            events: settings.eventBudget,
            jobs: overflow ? .max : jobs,
            patience: settings.patience.wholeNanoseconds
        )
        let ending =
            violations.isEmpty
            ? executor.perform { executor.drive(bounds) } : RunOutcome.Ending.violation
        executor.outside.mayArrive = liveTasks > 0 || !violations.isEmpty
        executor.phase = .idle
        return RunOutcome(
            ending: ending,
            instant: now,
            events: events,
            digest: digest,
            violations: violations
        )
    }

    /// Crashes every node, lets all tasks unwind, and frees what the simulation holds.
    ///
    /// Called when the simulation is released; call it earlier to see that nothing is left.
    ///
    /// - Returns: The tasks that did not unwind, because they wait outside of virtual time.
    @discardableResult
    public func shutDown() -> Int {
        guard executor.phase != .ended else { return 0 }
        precondition(executor.phase == .idle, "the simulation is running; end the run first")
        executor.outside.mayArrive = true
        executor.phase = .ended
        executor.perform { executor.unwind() }
        executor.outside.mayArrive = liveTasks > 0
        if liveTasks > 0 {
            // A task that waits elsewhere still names the executor; it must outlive the simulation.
            _ = Unmanaged.passRetained(executor)
        } else {
            executor.nodes = []
            executor.numbers = [:]
        }
        return liveTasks
    }
}
