/// Carries fault plans out, each with a random stream of its own.
///
/// It runs on a node of its own that no fault selects, in the background: faults never hold up the
/// end of a run.
public actor FaultInjector: SimulatedActor {
    /// Something that a plan did.
    public struct Entry: Equatable, Sendable {
        /// When.
        public let instant: VirtualInstant
        /// To which node or link.
        public let subject: String
        /// What: the name of the fault, or `end of` it.
        public let event: String

        /// Whether the node went down by it.
        public var endsNode: Bool { event == Fault.crash.name || event == Fault.kill.name }
    }

    /// The node it runs on.
    public nonisolated let node: Node
    private let network: Network
    private unowned let simulation: Simulation
    private var active = ActiveNodeFaults()
    private var lasting = LastingFaults()
    /// What was done so far, in order: the first `entriesMaximum` of it.
    public private(set) var entries: [Entry] = []
    /// How much was done after `entries` was full.
    public private(set) var omittedEntries = 0
    /// Each fault that began: the first `entriesMaximum` of them.
    public private(set) var injections: [Injection] = []
    /// What became of each plan, in the order of the plans.
    public private(set) var progress: [Progress]

    /// A fault that began, with everything that was drawn for it.
    public struct Injection: Equatable, Sendable {
        /// The number of its plan.
        public let plan: Int
        /// When it began.
        public let instant: VirtualInstant
        /// What it is.
        public let fault: Fault
        /// Whom it hit, by name; a link as `from -> to`.
        public let subjects: [String]
        /// How long it lasts; nil for good.
        public let duration: Duration?
    }

    /// What became of a plan.
    public struct Progress: Equatable, Sendable {
        /// How often it began.
        public var begun = 0
        /// How many nodes or links it hit, over all times.
        public var hits = 0
    }

    /// How much is noted: a plan may come round a million times.
    public static let entriesMaximum = 100_000
    /// The faults that have begun and not ended, in the order in which they began; each node and
    /// kind once.
    public var lastingFaults: [LastingFault] { lasting.all }
    /// Nodes crashed, by role, in the order of the first.
    public private(set) var crashes: [(role: String, count: Int)] = []

    /// What its node is called, unless there is a node of that name.
    public static let nodeName = "fault injector"

    /// Starts to carry out `plans` in `simulation`, which must outlive the injector.
    public static func start(
        _ plans: [FaultPlan],
        in simulation: Simulation,
        network: Network
    ) -> FaultInjector {
        let node = simulation.addNode(
            simulation.freeName(nodeName),
            placement: NodePlacement(role: "injector")
        )
        let injector = FaultInjector(
            node: node,
            network: network,
            simulation: simulation,
            plans: plans.count
        )
        for (number, label) in FaultPlan.labels(of: plans).enumerated() {
            let random = simulation.random("faults/\(label)")
            node.spawn("fault plan \(label)", .background) {
                try await injector.carryOut(plans[number], number, random)
            }
        }
        return injector
    }

    private init(node: Node, network: Network, simulation: Simulation, plans: Int) {
        self.node = node
        self.network = network
        self.simulation = simulation
        progress = [Progress](repeating: Progress(), count: plans)
    }

    /// Each fault draws from a stream of its own: whom the first hits does not shift when the next
    /// comes.
    private func carryOut(
        _ plan: FaultPlan,
        _ index: Int,
        _ stream: RandomStream
    ) async throws {
        var times = stream.split("times")
        var number = 0
        while try await nextFault(of: plan, number: number, &times) {
            var random = stream.split("fault \(number)")
            progress[index].hits += inject(plan, index, &random)
            progress[index].begun += 1
            number += 1
        }
    }

    /// Waits until fault `number` of `plan` is due.
    ///
    /// - Returns: Whether there is one.
    private func nextFault(
        of plan: FaultPlan,
        number: Int,
        _ times: inout RandomStream
    ) async throws(Interruption) -> Bool {
        switch plan.timing {
        case .once(let at):
            if number > 0 { return false }
            try await node.sleep(until: .zero.advanced(by: at))
            return true
        case .every(let period, let until): return try await pause(for: period, until: until)
        case .random(let every, let until):
            return try await pause(for: every.sample(using: &times), until: until)
        }
    }

    /// Waits for `duration`.
    ///
    /// - Returns: Whether `until` has not passed then.
    private func pause(for duration: Duration, until: Duration?) async throws(Interruption) -> Bool
    {
        try await node.sleep(for: max(duration, .nanoseconds(1)))
        guard let until else { return true }
        return node.now <= .zero.advanced(by: until)
    }

    /// Begins one fault now and sees to its end.
    ///
    /// - Returns: How many nodes or links it hits.
    private func inject(
        _ plan: FaultPlan,
        _ number: Int,
        _ random: inout RandomStream
    ) -> Int {
        let fault = plan.faults[Int(random.below(UInt64(plan.faults.count)))]
        let targets = choose(plan, fault, &random)
        let duration = plan.duration?.sample(using: &random)
        var subjects = targets.map(\.name)
        let ends: [End]
        if case .link(let from, let to) = plan.selector {
            subjects = ["\(from) -> \(to)"]
            ends = disturbLink(fault, from: from, to: to)
            if ends.isEmpty { return 0 }
        } else {
            ends = begin(fault, on: targets, isEndless: duration == nil)
        }
        for subject in subjects { note(subject, fault.name) }
        if !subjects.isEmpty, injections.count < Self.entriesMaximum {
            injections.append(
                Injection(
                    plan: number,
                    instant: node.now,
                    fault: fault,
                    subjects: subjects,
                    duration: duration
                )
            )
        }
        let number = lasting.begin(
            fault,
            on: subjects,
            targets,
            at: node.now,
            isEndless: duration == nil
        )
        guard let duration, !ends.isEmpty else { return subjects.count }
        let hit = subjects
        node.spawn("end of \(fault.name)", .background) {
            try await self.node.sleep(for: duration)
            for end in ends { self.perform(end) }
            for subject in hit { self.note(subject, "end of \(fault.name)") }
            self.lasting.end(number)
        }
        return hit.count
    }

    /// What ends a fault.
    private enum End {
        case link(Network.FaultIdentifier)
        case node(Int)
        case restart(Node)
    }

    /// A node that crashed again, or was restarted by something else, is left alone.
    private func perform(_ end: End) {
        switch end {
        case .link(let identifier): network.end(identifier)
        case .node(let number): active.end(number)
        case .restart(let crashed):
            let current = crashed.current
            if current.incarnation == crashed.incarnation, !current.isAlive { current.restart() }
        }
    }

    private func note(_ subject: String, _ event: String) {
        guard entries.count < Self.entriesMaximum else {
            omittedEntries += 1
            return
        }
        entries.append(Entry(instant: node.now, subject: subject, event: event))
    }

    // MARK: Whom it hits

    private func choose(
        _ plan: FaultPlan,
        _ fault: Fault,
        _ random: inout RandomStream
    ) -> [Node] {
        var candidates = simulation.nodes.filter { candidate in
            candidate.role != node.role && plan.selector.selects(candidate)
                && (candidate.isAlive || fault == .restart)
        }
        // A machine goes down as a whole, whatever part of it is asked for.
        if case .machine = plan.selector, fault == .crash || fault == .kill { return candidates }
        let count: Int
        switch plan.mode {
        case .all: return candidates
        case .leader: return candidates.filter(\.claimsLeadership)
        case .one: count = 1
        case .exactly(let number): count = number
        case .fraction(let part): count = Self.roundedUp(Double(candidates.count) * part)
        }
        var chosen: [Node] = []
        while chosen.count < count && !candidates.isEmpty {
            chosen.append(candidates.remove(at: Int(random.below(UInt64(candidates.count)))))
        }
        return chosen
    }

    /// `number` rounded up, where 7.000000000000001 (a hundred times 0.07) counts as 7.
    private static func roundedUp(_ number: Double) -> Int {
        Int((number - 1e-9).rounded(.up))
    }

    // MARK: What it does

    /// Begins `fault` on `targets`.
    ///
    /// - Returns: What ends it.
    private func begin(_ fault: Fault, on targets: [Node], isEndless: Bool) -> [End] {
        if targets.isEmpty { return [] }
        return switch fault {
        case .partition(let other, let isSymmetric):
            [partition(targets.map(\.name), from: other, isSymmetric)]
        case .link(let disturbance):
            [disturb(disturbance, around: targets.map(\.name))]
        default:
            targets.compactMap { begin(fault, on: $0, isEndless: isEndless) }
        }
    }

    private func begin(_ fault: Fault, on target: Node, isEndless: Bool) -> End? {
        switch fault {
        case .crash:
            target.crash()
            count(crashOf: target)
            return .restart(target)
        case .kill:
            network.kill(target)
            count(crashOf: target)
            return .restart(target)
        case .restart:
            target.restart()
            return nil
        default: return .node(active.begin(fault, on: target, isEndless: isEndless))
        }
    }

    private func count(crashOf node: Node) {
        if let index = crashes.firstIndex(where: { $0.role == node.role }) {
            crashes[index].count += 1
        } else {
            crashes.append((node.role, 1))
        }
    }

    private func partition(
        _ names: [String],
        from other: NodeSelector?,
        _ isSymmetric: Bool
    ) -> End {
        let isOther: @Sendable (Node) -> Bool = { candidate in
            !names.contains(candidate.name) && (other?.selects(candidate) ?? true)
        }
        return .link(
            network.begin(.blocked) { source, destination in
                (isOther(source) && names.contains(destination.name))
                    || (isSymmetric && names.contains(source.name) && isOther(destination))
            }
        )
    }

    private func disturb(_ disturbance: LinkFault, around names: [String]) -> End {
        .link(
            network.begin(disturbance) { source, destination in
                names.contains(source.name) || names.contains(destination.name)
            }
        )
    }

    private func disturbLink(_ fault: Fault, from: String, to: String) -> [End] {
        let disturbance: LinkFault
        var coversReturn = false
        switch fault {
        case .link(let link): disturbance = link
        case .partition(_, let isSymmetric):
            disturbance = .blocked
            coversReturn = isSymmetric
        default: return []
        }
        let isSymmetric = coversReturn
        let identifier = network.begin(disturbance) { source, destination in
            (source.name == from && destination.name == to)
                || (isSymmetric && source.name == to && destination.name == from)
        }
        return [.link(identifier)]
    }
}
