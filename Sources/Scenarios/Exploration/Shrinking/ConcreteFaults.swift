import Simulator

/// The faults that a run injected, as a scenario file lists them one by one: what was drawn at
/// random, and whom, and what came round again and again, is said outright.
struct ConcreteFaults {
    /// What is said of a fault that hit several nodes.
    enum Detail: CaseIterable {
        /// A fault for each of them.
        case single
        /// One fault for all that were selected, as the scenario selects them.
        case grouped
    }

    /// The faults of the scenario, which say what the names of the run meant.
    let specifications: [FaultSpecification]
    /// How faults of several nodes are said.
    let detail: Detail

    /// What the file says of `injection`.
    func items(for injection: FaultInjector.Injection) -> [YAMLNode] {
        let kind = ValueFormat<FaultKind>.faultKind.write(kind(of: injection.fault))
        return targets(of: injection).map { target in
            let lasting = injection.duration.map { YAMLNode.scalar(DurationText.written($0)) }
            let entries: [(String, YAMLNode)?] = [
                ("at", .scalar(DurationText.written(.sinceStart(injection.instant)))),
                lasting.map { ("for", $0) },
                ("target", ValueFormat<FaultTarget>.section.write(target)),
                ("kind", kind),
            ]
            return .mapping(entries.compactMap { $0 })
        }
    }

    /// Whether an item of `faults` says outright when whom what befalls.
    static func isConcrete(_ item: YAMLNode) -> Bool {
        let names = ["node", "link"]
        let target = item.entry("target")?.value
        return item.entry("at") != nil && names.contains { target?.entry($0) != nil }
    }

    private func targets(of injection: FaultInjector.Injection) -> [FaultTarget] {
        let plan = injection.plan
        let stated = specifications.indices.contains(plan) ? specifications[plan].target : nil
        if injection.subjects.count > 1, detail == .grouped || injection.fault.isOfGroup,
            let stated, stated.mode == .all
        {
            return [stated]
        }
        return injection.subjects.map { subject in
            FaultTarget(Self.link(subject, injection.fault) ?? .node(subject), mode: .all)
        }
    }

    /// The link that a run calls `from -> to`.
    private static func link(_ subject: String, _ fault: Fault) -> FaultSelector? {
        switch fault {
        case .link, .partition: break
        default: return nil
        }
        let ends = subject.split(separator: " -> ", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        return .link(from: String(ends[0]), to: String(ends[1]))
    }

    /// The kind in the words of the scenario, which may call a zone a region.
    private func kind(of fault: Fault) -> FaultKind {
        let stated = specifications.flatMap {
            ($0.random?.kinds ?? []) + ($0.kind.map { [$0] } ?? [])
        }
        return stated.first { Fault($0) == fault } ?? FaultKind(fault)
    }
}

extension Duration {
    /// How long after the start an instant is.
    fileprivate static func sinceStart(_ instant: VirtualInstant) -> Duration {
        VirtualInstant.zero.duration(to: instant)
    }
}

extension Fault {
    /// Whether it means something else for several nodes together than for each of them: what
    /// stands between them is not cut, or disturbed once.
    fileprivate var isOfGroup: Bool {
        switch self {
        case .partition, .link: true
        default: false
        }
    }
}

extension FaultKind {
    /// The kind that a fault of the simulator is.
    init(_ fault: Fault) {
        switch fault {
        case .crash: self = .crash
        case .kill: self = .kill
        case .restart: self = .restart
        case .pause: self = .pause
        case .slow(let factor): self = .slow(factor: factor)
        case .partition(let from, let isSymmetric):
            self = .partition(from: from.map { FaultSelector($0) }, isSymmetric: isSymmetric)
        case .link(.blocked): self = .loss(1)
        case .link(.latency(let added)): self = .latency(added)
        case .link(.loss(let part)): self = .loss(part)
        case .link(.duplication(let part)): self = .duplication(part)
        case .link(.reordering(let part)): self = .reordering(part)
        case .clockSkew(let offset, let drift): self = .clockSkew(offset: offset, drift: drift)
        case .diskFull: self = .diskFull
        case .diskSlow(let factor): self = .diskSlow(factor: factor)
        case .diskLostWrites(let part): self = .diskLostWrites(part)
        }
    }
}

extension FaultSelector {
    /// The selector of a file that a selector of the simulator is.
    fileprivate init(_ selector: NodeSelector) {
        switch selector {
        case .name(let name): self = .node(name)
        case .role(let role): self = FaultRole(rawValue: role).map { .role($0) } ?? .node(role)
        case .zone(let zone): self = .zone(zone)
        case .machine(let machine): self = .machine(machine)
        case .link(let from, let to): self = .link(from: from, to: to)
        }
    }
}
