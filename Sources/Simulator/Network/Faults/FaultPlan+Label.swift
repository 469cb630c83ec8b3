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
        case .random: "at random"
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
