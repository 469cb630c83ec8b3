import Simulator

/// The faults that a seed draws from a swarm.
///
/// Source: Groce, Zhang, Eide, Chen, Regehr, "Swarm testing", ISSTA 2012.
struct SwarmDraw: Sendable {
    /// The faults, in the order of their kinds.
    let faults: [FaultSpecification]
    /// What was drawn, in one line.
    let banner: String

    /// What `seed` draws from `swarm`.
    ///
    /// Every kind draws from a stream of its own, so that one more changes nothing of the others.
    init(_ swarm: SwarmSpecification, seed: UInt64) {
        var streams = swarm.kinds.indices.map { index in
            SplitMix64(seed: SplitMix64.mix(seed ^ SplitMix64.mix(0x5_3A23 + UInt64(index))))
        }
        var isDrawn = streams.indices.map { streams[$0].next() & 1 == 1 }
        if !isDrawn.contains(true) {
            isDrawn[Int(SplitMix64.mix(seed) % UInt64(isDrawn.count))] = true
        }
        var faults: [FaultSpecification] = []
        var words: [String] = []
        var missing: [String] = []
        for (index, kind) in swarm.kinds.enumerated() {
            guard isDrawn[index] else {
                missing.append(Fault(kind).name)
                continue
            }
            let fault = Self.fault(kind, of: swarm, &streams[index])
            faults.append(fault)
            words.append(Self.words(fault))
        }
        self.faults = faults
        let others = missing.isEmpty ? "" : "; no \(missing.joined(separator: ", "))"
        banner = "the swarm of this seed: \(words.joined(separator: "; "))\(others)"
    }

    private static func fault(
        _ kind: FaultKind,
        of swarm: SwarmSpecification,
        _ stream: inout SplitMix64
    ) -> FaultSpecification {
        var random = RandomFaults()
        random.until = swarm.until
        random.kinds = [kind.weakened(by: unit(&stream))]
        random.every = span(within: swarm.every, &stream)
        random.duration = span(within: swarm.duration, &stream)
        let role = swarm.roles[Int(stream.next() % UInt64(swarm.roles.count))]
        var fault = FaultSpecification()
        fault.random = random
        // As a rule one at a time: a majority that is down has nothing to show.
        let isMany = stream.next() % 4 == 0
        fault.target = FaultTarget(.role(role), mode: isMany ? .percent(0.5) : .one)
        return fault
    }

    /// From a shortest to a longest time: both lie in `range`, and every order of magnitude is as
    /// likely.
    private static func span(
        within range: ClosedRange<Duration>,
        _ stream: inout SplitMix64
    ) -> DurationDistribution {
        let ends = [duration(within: range, &stream), duration(within: range, &stream)].sorted()
        return .uniform(ends[0], ends[1])
    }

    private static func duration(
        within range: ClosedRange<Duration>,
        _ stream: inout SplitMix64
    ) -> Duration {
        let low = Double(range.lowerBound.wholeMilliseconds)
        let high = Double(range.upperBound.wholeMilliseconds)
        let exponent = unit(&stream) * Mathematics.logarithm(high / low)
        let drawn = (low * Mathematics.exponential(exponent)).rounded()
        return .milliseconds(Int64(min(max(drawn, low), high)))
    }

    private static func unit(_ stream: inout SplitMix64) -> Double {
        Double(stream.next() >> 11) * 0x1p-53
    }

    private static func words(_ fault: FaultSpecification) -> String {
        guard let random = fault.random, let kind = random.kinds.first,
            case .role(let role) = fault.target.selector,
            case .uniform(let shortest, let longest) = random.every,
            case .uniform(let least, let most)? = random.duration
        else { return "" }
        let whom = fault.target.mode == .one ? "one \(role.rawValue)" : "half of \(role.rawValue)"
        return "\(Fault(kind).name) of \(whom) every \(TimeText.rounded(shortest)) to "
            + "\(TimeText.rounded(longest)) for \(TimeText.rounded(least)) to "
            + TimeText.rounded(most)
    }
}

extension ScenarioCell {
    /// The cell with what its seed draws from the swarm said as faults: the same run.
    var withDrawnFaults: ScenarioCell {
        guard let swarm = scenario.swarm else { return self }
        var cell = self
        cell.scenario.swarm = nil
        cell.scenario.faults += SwarmDraw(swarm, seed: seed).faults
        return cell
    }
}

extension FaultKind {
    /// The same fault, less strong: `part` of it, from 0 to 1; what has no strength stays.
    fileprivate func weakened(by part: Double) -> FaultKind {
        /// Three decimals are enough to tell.
        func ratio(_ whole: Double) -> Double {
            max(0.001, (whole * part * 1_000).rounded() / 1_000)
        }
        func factor(_ whole: Double) -> Double {
            let drawn = Mathematics.exponential(Mathematics.logarithm(max(1, whole)) * part)
            return max(1, (drawn * 10).rounded() / 10)
        }
        return switch self {
        case .slow(let whole): .slow(factor: factor(whole))
        case .diskSlow(let whole): .diskSlow(factor: factor(whole))
        case .loss(let whole): .loss(ratio(whole))
        case .duplication(let whole): .duplication(ratio(whole))
        case .reordering(let whole): .reordering(ratio(whole))
        case .diskLostWrites(let whole): .diskLostWrites(ratio(whole))
        case .crash, .kill, .restart, .pause, .partition, .latency, .clockSkew, .diskFull: self
        }
    }
}

extension Duration {
    /// Milliseconds, at least one.
    fileprivate var wholeMilliseconds: Int64 {
        max(1, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
