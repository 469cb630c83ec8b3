import Simulator

/// Checks that a fault can do something: one that cannot would let a run pass for nothing.
struct FaultChecks {
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    /// A kind of fault with where it stands.
    private typealias PlacedKind = (kind: FaultKind, path: [String])

    /// Notes every fault that can do nothing.
    func run(_ reading: inout Reading) {
        for (index, fault) in scenario.faults.enumerated() {
            let path = ["faults", String(index)]
            checkTime(fault, path, &reading)
            checkTarget(fault.target, path + ["target"], &reading)
            for kind in kinds(of: fault, path) {
                checkKind(kind, on: fault.target, &reading)
            }
        }
        if let swarm = scenario.swarm { check(swarm, &reading) }
    }

    private func check(_ swarm: SwarmSpecification, _ reading: inout Reading) {
        for (index, kind) in swarm.kinds.enumerated() {
            let target = FaultTarget(.role(swarm.roles.first ?? .server), mode: .one)
            checkKind((kind, ["swarm", "kinds", String(index)]), on: target, &reading)
        }
        if case .instant(let end) = scenario.until, swarm.until > end {
            report("is after the end of the run", at: ["swarm", "until"], end, &reading)
        }
    }

    private func kinds(of fault: FaultSpecification, _ path: [String]) -> [PlacedKind] {
        guard let random = fault.random else {
            return fault.kind.map { [($0, path + ["kind"])] } ?? []
        }
        return random.kinds.enumerated().map { ($1, path + ["random", "kinds", String($0)]) }
    }

    // MARK: When

    private func checkTime(
        _ fault: FaultSpecification,
        _ path: [String],
        _ reading: inout Reading
    ) {
        let first: Duration
        let key: [String]
        var last = fault.until
        if let random = fault.random {
            guard case .constant(let period) = random.every else { return }
            (first, key) = (period, ["random", "every"])
            last = random.until
        } else if let period = fault.every {
            (first, key) = (period, ["every"])
        } else {
            (first, key) = (fault.at ?? .zero, ["at"])
        }
        if let last, first > last {
            report("begins after its own 'until'", at: path + key, last, &reading)
        } else if case .instant(let end) = scenario.until, first > end {
            report("begins after the end of the run", at: path + key, end, &reading)
        }
    }

    // MARK: Whom

    private func checkTarget(_ target: FaultTarget, _ path: [String], _ reading: inout Reading) {
        if target.mode == .percent(0) {
            report("hits nobody", at: path + ["mode"], "a part above 0%", &reading)
        }
        if case .link(let from, let to) = target.selector, from == to {
            report("sends nothing to itself", at: path + ["link", "to"], nil, &reading)
        }
    }

    private func checkKind(
        _ placed: PlacedKind,
        on target: FaultTarget,
        _ reading: inout Reading
    ) {
        if case .reordering = placed.kind, !scenario.network.isOrdered {
            let expected = "network.ordered: true"
            report("links here keep no order", at: placed.path, expected, &reading)
        }
        guard case .link = target.selector else {
            checkSides(placed, target, &reading)
            return
        }
        switch placed.kind {
        case .latency, .loss, .duplication, .reordering: break
        case .partition(let side, _):
            guard side != nil else { return }
            let path = placed.path + ["partition", "from"]
            report("the two ends of the link are the sides", at: path, nil, &reading)
        default:
            let expected = "one of partition, latency, loss, duplication, reordering"
            report("does nothing to a link", at: placed.path, expected, &reading)
        }
    }

    /// A partition needs somebody on the other side who is no target.
    private func checkSides(
        _ placed: PlacedKind,
        _ target: FaultTarget,
        _ reading: inout Reading
    ) {
        guard case .partition(let side?, _) = placed.kind else { return }
        let hitsAll = target.mode == .all || names(of: target.selector)?.count == 1
        guard hitsAll else { return }
        var isEmpty = side == target.selector
        if let targets = names(of: target.selector), let others = names(of: side) {
            isEmpty = others.allSatisfy(targets.contains)
        }
        guard isEmpty else { return }
        let path = placed.path + ["partition", "from"]
        report("nobody is on the other side", at: path, "others than the target", &reading)
    }

    /// The components that a selector selects, where names and roles say so.
    private func names(of selector: FaultSelector) -> [String]? {
        switch selector {
        case .node(let name): [name]
        case .role(let role): scenario.components.first { $0.role == role }?.names ?? []
        case .zone, .region, .machine, .link: nil
        }
    }

    // MARK: Reporting

    private func report(
        _ problem: String,
        at path: [String],
        _ last: Duration,
        _ reading: inout Reading
    ) {
        report(problem, at: path, "at most \(DurationText.written(last))", &reading)
    }

    private func report(
        _ problem: String,
        at path: [String],
        _ expected: String?,
        _ reading: inout Reading
    ) {
        var diagnostic = Diagnostic(problem, at: tree.location(at: path))
        diagnostic.path = path.joined(separator: ".")
        diagnostic.expected = expected
        reading.add(diagnostic)
    }
}
