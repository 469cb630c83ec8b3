/// Carries fault plans out, each with a random stream of its own.
///
/// It runs on a node of its own that no fault selects, in the background: faults never hold up the end
/// of a run.
public actor FaultInjector: SimulatedActor {
    /// Something that a plan did.
    public struct Entry: Equatable, Sendable {
        /// When.
        public let instant: VirtualInstant
        /// To which node or link.
        public let subject: String
        /// What: the name of the fault, or `end of` it.
        public let event: String
    }

    public nonisolated let node: Node
    private let network: Network
    private unowned let simulation: Simulation
    /// What was done so far, in order.
    public private(set) var entries: [Entry] = []
    /// Nodes crashed, by role, in the order of the first.
    public private(set) var crashes: [(role: String, count: Int)] = []

    /// Starts to carry out `plans` in `simulation`, which must outlive the injector.
    public static func start(
        _ plans: [FaultPlan], in simulation: Simulation, network: Network
    ) -> FaultInjector {
        let node = simulation.addNode("fault injector", placement: NodePlacement(role: "injector"))
        let injector = FaultInjector(node: node, network: network, simulation: simulation)
        for (number, plan) in plans.enumerated() {
            let random = simulation.random("faults/\(number)")
            node.spawn("fault plan \(number)", .background) {
                try await injector.carryOut(plan, random)
            }
        }
        return injector
    }

    private init(node: Node, network: Network, simulation: Simulation) {
        self.node = node
        self.network = network
        self.simulation = simulation
    }

    private func carryOut(_ plan: FaultPlan, _ stream: RandomStream) async throws {
        var random = stream
        switch plan.timing {
        case .once(let at):
            try await node.sleep(until: .zero.advanced(by: at))
            inject(plan, &random)
        case .every(let period, let until):
            while try await pause(for: period, until: until) { inject(plan, &random) }
        case .random(let every, let until):
            while try await pause(for: every.sample(using: &random), until: until) {
                inject(plan, &random)
            }
        }
    }

    /// Waits for `duration`.
    ///
    /// - Returns: Whether `until` has not passed then.
    private func pause(for duration: Duration, until: Duration?) async throws(Interruption) -> Bool {
        try await node.sleep(for: max(duration, .nanoseconds(1)))
        guard let until else { return true }
        return node.now <= .zero.advanced(by: until)
    }

    /// Begins one fault now and sees to its end.
    private func inject(_ plan: FaultPlan, _ random: inout RandomStream) {
        let fault = plan.faults[Int(random.below(UInt64(plan.faults.count)))]
        let targets = choose(plan, fault, &random)
        let duration = plan.duration?.sample(using: &random)
        let ends: [@Sendable () -> Void]
        if case .link(let from, let to) = plan.selector {
            note("\(from) -> \(to)", fault.name)
            ends = disturbLink(fault, from: from, to: to)
        } else if targets.isEmpty {
            return
        } else {
            for target in targets { note(target.name, fault.name) }
            ends = begin(fault, on: targets)
        }
        guard let duration, !ends.isEmpty else { return }
        let subjects = targets.map(\.name).joined(separator: ", ")
        node.spawn("end of \(fault.name)", .background) {
            try await self.node.sleep(for: duration)
            for end in ends { end() }
            self.note(subjects, "end of \(fault.name)")
        }
    }

    private func note(_ subject: String, _ event: String) {
        entries.append(Entry(instant: node.now, subject: subject, event: event))
    }

    // MARK: Whom it hits

    private func choose(
        _ plan: FaultPlan, _ fault: Fault, _ random: inout RandomStream
    ) -> [Node] {
        var candidates = simulation.nodes.filter { candidate in
            candidate.role != node.role && plan.selector.selects(candidate)
                && (candidate.isAlive || fault == .restart)
        }
        let count: Int
        switch plan.mode {
        case .all: return candidates
        case .one: count = 1
        case .exactly(let number): count = number
        case .fraction(let part): count = Int((Double(candidates.count) * part).rounded(.up))
        }
        var chosen: [Node] = []
        while chosen.count < count && !candidates.isEmpty {
            chosen.append(candidates.remove(at: Int(random.below(UInt64(candidates.count)))))
        }
        return chosen
    }

    // MARK: What it does

    /// Begins `fault` on `targets`.
    ///
    /// - Returns: What ends it.
    private func begin(_ fault: Fault, on targets: [Node]) -> [@Sendable () -> Void] {
        switch fault {
        case .partition(let other, let isSymmetric):
            [partition(targets.map(\.name), from: other, isSymmetric)]
        case .link(let disturbance):
            [disturb(disturbance, around: targets.map(\.name))]
        default:
            targets.compactMap { begin(fault, on: $0) }
        }
    }

    private func begin(_ fault: Fault, on target: Node) -> (@Sendable () -> Void)? {
        switch fault {
        case .crash:
            target.crash()
            count(crashOf: target)
            return { if !target.current.isAlive { target.restart() } }
        case .restart:
            target.restart()
            return nil
        case .pause:
            target.pause()
            return { target.resume() }
        case .slow(let factor):
            target.slowness = factor
            return { if target.isAlive { target.slowness = 1 } }
        case .clockSkew(let offset, let drift):
            target.skewClock(offset: offset, drift: drift)
            return { target.skewClock(offset: .zero, drift: 0) }
        case .diskFull: target.setDiskFaults(isFull: true)
        case .diskSlow(let factor): target.setDiskFaults(slowness: factor)
        case .diskLostWrites(let part): target.setDiskFaults(lost: part)
        case .partition, .link: return nil
        }
        return { target.setDiskFaults() }
    }

    private func count(crashOf node: Node) {
        if let index = crashes.firstIndex(where: { $0.role == node.role }) {
            crashes[index].count += 1
        } else {
            crashes.append((node.role, 1))
        }
    }

    private func partition(
        _ names: [String], from other: NodeSelector?, _ isSymmetric: Bool
    ) -> @Sendable () -> Void {
        let isOther: @Sendable (Node) -> Bool = { candidate in
            !names.contains(candidate.name) && (other?.selects(candidate) ?? true)
        }
        let fault = network.begin(.blocked) { source, destination in
            (isOther(source) && names.contains(destination.name))
                || (isSymmetric && names.contains(source.name) && isOther(destination))
        }
        return { [network] in network.end(fault) }
    }

    private func disturb(
        _ disturbance: LinkFault, around names: [String]
    ) -> @Sendable () -> Void {
        let fault = network.begin(disturbance) { source, destination in
            names.contains(source.name) || names.contains(destination.name)
        }
        return { [network] in network.end(fault) }
    }

    private func disturbLink(
        _ fault: Fault, from: String, to: String
    ) -> [@Sendable () -> Void] {
        let disturbance: LinkFault
        switch fault {
        case .link(let link): disturbance = link
        case .partition: disturbance = .blocked
        default: return []
        }
        let identifier = network.begin(disturbance) { source, destination in
            source.name == from && destination.name == to
        }
        return [{ [network] in network.end(identifier) }]
    }
}
