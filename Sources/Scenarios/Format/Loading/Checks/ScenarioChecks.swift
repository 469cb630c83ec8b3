import Simulator

/// Checks what concerns several sections: names that must exist, metrics that the run must be able
/// to produce.
struct ScenarioChecks {
    /// The scenario of the cell, with the expectations that concern it.
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    /// The servers that stand at the start or are named by a call.
    private let serverNames: [String]

    /// Prepares the checks of a cell.
    init(
        scenario: Scenario,
        tree: YAMLNode
    ) {
        self.scenario = scenario
        self.tree = tree
        let hostnames = scenario.workload.flatMap { workload -> [String] in
            guard case .calls(let calls) = workload else { return [] }
            return calls.flatMap { $0.body?.texts(under: "hostnames") ?? [] }
        }
        serverNames = scenario.cluster.serverNames + scenario.cluster.addedNames + hostnames
    }

    /// Notes every problem; those of names only when the sections that give the names are right.
    func run(_ reading: inout Reading) {
        let clusterIsRight = !reading.diagnostics.contains { $0.path.hasPrefix("cluster") }
        guard clusterIsRight else { return }
        PlacementChecks(cluster: scenario.cluster, tree: tree).run(&reading)
        checkZones(&reading)
        if let mapReduce = scenario.cluster.mapReduce {
            MapReduceChecks(specification: mapReduce, tree: tree).run(&reading)
        }
        WorkloadChecks(scenario: scenario, tree: tree).run(&reading)
        ClientChecks(scenario: scenario, tree: tree).run(&reading)
        checkTargets(&reading)
        FaultChecks(scenario: scenario, tree: tree).run(&reading)
        let workloadIsRight = !reading.diagnostics.contains { $0.path.hasPrefix("workload") }
        guard workloadIsRight else { return }
        checkMetrics(&reading)
    }

    // MARK: Cluster

    /// Requests can stay in a zone only where proxies and servers stand in the same ones.
    private func checkZones(_ reading: inout Reading) {
        let cluster = scenario.cluster
        if case .instant(let end) = scenario.until {
            for (index, reload) in (cluster.proxy?.reloads ?? []).enumerated()
            where reload.at > end {
                report(
                    "comes after the end of the run",
                    at: ["cluster", "proxy", "reloads", String(index), "at"],
                    expected: "at most \(TimeText.exact(end))",
                    &reading
                )
            }
        }
        for (place, upstream) in cluster.proxy?.allUpstreams ?? []
        where upstream.zoneAware != nil {
            let path = ["cluster", "proxy"] + place + ["zone-aware"]
            let names = upstream.servers.map(\.name)
            let members =
                names.isEmpty
                ? cluster.backends : cluster.knownBackends.filter { names.contains($0.name) }
            let zones = Set(members.map(\.zone))
            if zones.count == 1 {
                report("all servers stand in one zone", at: path, &reading)
            } else if zones.isDisjoint(with: cluster.proxyZones) {
                report(
                    "no proxy stands in a zone of the servers",
                    at: path,
                    expected: "one of \(zones.sorted().joined(separator: ", "))",
                    &reading
                )
            }
        }
    }

    private func report(
        _ problem: String,
        at path: [String],
        expected: String? = nil,
        suggestion: String? = nil,
        _ reading: inout Reading
    ) {
        var diagnostic = Diagnostic(problem, at: tree.location(at: path))
        diagnostic.path = path.joined(separator: ".")
        diagnostic.expected = expected
        diagnostic.suggestion = suggestion
        reading.add(diagnostic)
    }

    // MARK: Faults

    private func checkTargets(_ reading: inout Reading) {
        for (index, role) in (scenario.swarm?.roles ?? []).enumerated() {
            check(.role(role), ["swarm", "roles", String(index)], &reading)
        }
        for (index, fault) in scenario.faults.enumerated() {
            let path = ["faults", String(index), "target"]
            let place = path.joined(separator: ".")
            guard !reading.diagnostics.contains(where: { $0.path.hasPrefix(place) }) else {
                continue
            }
            check(fault.target.selector, path, &reading)
            if fault.target.mode == .leader { checkLeader(fault.target.selector, path, &reading) }
            if case .partition(let side?, _) = fault.kind {
                check(side, ["faults", String(index), "kind", "partition", "from"], &reading)
            }
        }
    }

    /// Only coordinators have a leader.
    private func checkLeader(
        _ selector: FaultSelector,
        _ path: [String],
        _ reading: inout Reading
    ) {
        let coordinators = scenario.cluster.mapReduce == nil ? [] : ["{role: coordinator}"]
        if case .role(let role) = selector, role != .coordinator || coordinators.isEmpty {
            report(
                "no \(role.rawValue) ever leads",
                at: path + ["mode"],
                expected: coordinators.first ?? "one, all",
                &reading
            )
        } else if coordinators.isEmpty {
            report(
                "nothing in this cluster has a leader",
                at: path + ["mode"],
                expected: "one, all",
                &reading
            )
        }
    }

    private func check(_ selector: FaultSelector, _ path: [String], _ reading: inout Reading) {
        let cluster = scenario.cluster
        let ends =
            serverNames + scenario.components.filter { $0.role != .server }.flatMap(\.names)
        switch selector {
        case .node(let name):
            require(name, among: ends, "component", path + ["node"], &reading)
        case .zone(let name):
            require(name, among: cluster.zones, "zone", path + ["zone"], &reading)
        case .machine(let name):
            require(
                name,
                among: cluster.machines.map(\.name),
                "machine",
                path + ["machine"],
                &reading
            )
        case .region(let name):
            require(name, among: cluster.regions, "region", path + ["region"], &reading)
        case .link(let from, let to):
            require(from, among: ends, "component", path + ["link", "from"], &reading)
            require(to, among: ends, "component", path + ["link", "to"], &reading)
        case .role(let role):
            if !scenario.components.contains(where: { $0.role == role && !$0.names.isEmpty }) {
                // The role stands below its key, or in a list of roles.
                let place = tree.node(at: path)?.text == nil ? path + ["role"] : path
                report("there is no \(role.rawValue)", at: place, &reading)
            }
        }
    }

    private func require(
        _ name: String,
        among known: [String],
        _ kind: String,
        _ path: [String],
        _ reading: inout Reading
    ) {
        guard !known.contains(name) else { return }
        var different: [String] = []
        for other in known where !different.contains(other) { different.append(other) }
        report(
            "there is no \(kind) \"\(Shortened.text(name))\"",
            at: path,
            expected: (1...8).contains(different.count) ? Shape.oneOf(different) : nil,
            suggestion: NearestWord.to(name, among: different),
            &reading
        )
    }

    // MARK: Metrics

    private func checkMetrics(_ reading: inout Reading) {
        for expectation in scenario.expectations where !reading.isFull {
            check(expectation, "expect", &reading)
        }
        for claim in scenario.claims where !reading.isFull {
            check(claim.expectation, "claims", &reading)
        }
        for (index, figure) in (scenario.replicate?.figures ?? []).enumerated() {
            let place = tree.location(at: ["replicate", "of", String(index)])
            check(figure, "replicate", place, &reading)
        }
        for (index, item) in scenario.report.enumerated() {
            let place = tree.location(at: ["report", String(index)])
            switch item {
            case .distribution(let metric, _), .quantiles(let metric):
                checkSource(of: metric, "report", place, &reading)
            case .series(_, let figures), .table(let figures):
                for figure in figures { check(figure, "report", place, &reading) }
            case .results: reportMissing(.jobs, "results of jobs", "report", place, &reading)
            }
        }
    }

    private func check(_ expectation: Expectation, _ section: String, _ reading: inout Reading) {
        switch expectation.check {
        case .comparison(let figure, _, _, _):
            check(figure, section, expectation.location, &reading)
        case .invariant(let name):
            guard let invariant = MetricCatalog.invariants.first(where: { $0.name == name })
            else { return }
            reportMissing(
                invariant.source,
                "the invariant \(name)",
                section,
                expectation.location,
                &reading
            )
        }
    }

    private func check(
        _ figure: MetricReference,
        _ section: String,
        _ location: SourceLocation,
        _ reading: inout Reading
    ) {
        checkSource(of: figure.metric, section, location, &reading)
        let labels = LabelChecks(scenario: scenario, serverNames: serverNames)
        for problem in labels.problems(of: figure, in: section, at: location) {
            reading.add(problem)
        }
    }

    private func checkSource(
        of metric: String,
        _ section: String,
        _ location: SourceLocation,
        _ reading: inout Reading
    ) {
        guard let definition = MetricCatalog.metric(named: metric) else { return }
        reportMissing(definition.source, metric, section, location, &reading)
    }

    private func reportMissing(
        _ source: MetricDefinition.Source,
        _ subject: String,
        _ section: String,
        _ location: SourceLocation,
        _ reading: inout Reading
    ) {
        guard let missing = source.missing(from: scenario) else { return }
        var diagnostic = Diagnostic("this run cannot produce \(subject)", at: location)
        diagnostic.path = section
        diagnostic.expected = missing
        reading.add(diagnostic)
    }
}
