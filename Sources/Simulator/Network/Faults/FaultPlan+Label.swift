extension FaultPlan {
    /// Names the plan by what it says, so that a plan keeps its draws when others come or go.
    var label: String {
        "\(timing.label) \(selector.label): \(faults.map(\.name).joined(separator: ", "))"
    }

    /// The label of each of `plans`; plans with equal labels are numbered.
    static func labels(of plans: [FaultPlan]) -> [String] {
        var labels: [String] = []
        for plan in plans {
            var label = plan.label
            var number = 1
            while labels.contains(label) {
                number += 1
                label = "\(plan.label) (\(number))"
            }
            labels.append(label)
        }
        return labels
    }
}

extension FaultPlan.Timing {
    fileprivate var label: String {
        switch self {
        case .once(let at): "at \(at.wholeNanoseconds)"
        case .every(let period, _): "every \(period.wholeNanoseconds)"
        case .random(let every, _): "at random, \(every.label)"
        }
    }
}

extension DurationDistribution {
    /// The law with its parameters in nanoseconds, spelt out: a stream hangs on every character.
    fileprivate var label: String {
        switch self {
        case .constant(let duration): "constant \(duration.wholeNanoseconds)"
        case .uniform(let low, let high):
            "uniform \(low.wholeNanoseconds) \(high.wholeNanoseconds)"
        case .exponential(let mean): "exponential \(mean.wholeNanoseconds)"
        case .normal(let mean, let deviation):
            "normal \(mean.wholeNanoseconds) \(deviation.wholeNanoseconds)"
        case .lognormal(let median, let sigma):
            "lognormal \(median.wholeNanoseconds) \(sigma.bitPattern)"
        case .pareto(let minimum, let shape):
            "pareto \(minimum.wholeNanoseconds) \(shape.bitPattern)"
        case .empirical(let durations):
            "empirical \(durations.map { String($0.wholeNanoseconds) }.joined(separator: " "))"
        }
    }
}

extension NodeSelector {
    fileprivate var label: String {
        switch self {
        case .name(let name): "node \(name)"
        case .role(let role): "role \(role)"
        case .zone(let zone): "zone \(zone)"
        case .machine(let machine): "machine \(machine)"
        case .link(let from, let to): "link \(from)->\(to)"
        }
    }
}
