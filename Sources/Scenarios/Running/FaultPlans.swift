import Simulator

extension FaultPlan {
    /// The plan that a fault of a scenario file describes.
    init?(_ specification: FaultSpecification) {
        let timing: Timing
        let kinds: [FaultKind]
        var duration = specification.duration
        if let random = specification.random {
            timing = .random(every: random.every, until: random.until)
            kinds = random.kinds
            duration = random.duration
        } else if let period = specification.every {
            timing = .every(period, until: specification.until)
            kinds = specification.kind.map { [$0] } ?? []
        } else {
            timing = .once(at: specification.at ?? .zero)
            kinds = specification.kind.map { [$0] } ?? []
        }
        if kinds.isEmpty { return nil }
        self.init(
            timing,
            NodeSelector(specification.target.selector),
            SelectionMode(specification.target.mode),
            kinds.map(Fault.init),
            lasting: duration
        )
    }
}

extension NodeSelector {
    init(_ specification: FaultSelector) {
        switch specification {
        case .node(let name): self = .name(name)
        case .role(let role): self = .role(role.rawValue)
        case .zone(let zone), .region(let zone): self = .zone(zone)
        case .machine(let machine): self = .machine(machine)
        case .link(let from, let to): self = .link(from: from, to: to)
        }
    }
}

extension SelectionMode {
    init(_ specification: FaultMode) {
        switch specification {
        case .all: self = .all
        case .leader: self = .leader
        case .one: self = .one
        case .exactly(let count): self = .exactly(count)
        case .percent(let part): self = .fraction(part)
        }
    }
}

extension Fault {
    init(_ specification: FaultKind) {
        switch specification {
        case .crash: self = .crash
        case .kill: self = .kill
        case .restart: self = .restart
        case .pause: self = .pause
        case .slow(let factor): self = .slow(factor)
        case .partition(let from, let isSymmetric):
            self = .partition(from: from.map { NodeSelector($0) }, isSymmetric: isSymmetric)
        case .latency(let added): self = .link(.latency(added))
        case .loss(let part): self = .link(.loss(part))
        case .duplication(let part): self = .link(.duplication(part))
        case .reordering(let part): self = .link(.reordering(part))
        case .clockSkew(let offset, let drift): self = .clockSkew(offset: offset, drift: drift)
        case .diskFull: self = .diskFull
        case .diskSlow(let factor): self = .diskSlow(factor)
        case .diskLostWrites(let part): self = .diskLostWrites(part)
        }
    }
}
