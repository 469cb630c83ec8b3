import Testing

@testable import Simulator

/// One way in which the kernel can keep jobs and order them.
struct Variant: Equatable, Sendable, CustomTestStringConvertible {
    var usesHook = true
    var trustsLayout = true
    var order = Simulation.Order.fifo
    var ties = Simulation.Ties.first

    /// Both ways to keep jobs, and the hook without reading their fields, first in first out.
    static let captures = [
        Variant(), Variant(usesHook: false), Variant(trustsLayout: false),
    ]

    /// The same in both orders.
    static let all =
        captures
        + captures.map {
            Variant(usesHook: $0.usesHook, trustsLayout: $0.trustsLayout, order: .random)
        }

    /// Every order of tasks with every order of ties.
    static let orders = Simulation.Order.allCases.flatMap { order in
        [Simulation.Ties.first, .reversed, .random()].map { Variant(order: order, ties: $0) }
    }

    var testDescription: String {
        "\(usesHook ? "hook" : "preference")\(trustsLayout ? "" : ", unknown layout"), \(order)"
            + (ties == .first ? "" : ", ties \(ties)")
    }
}

extension Simulation {
    /// A simulation that works as `variant` says.
    convenience init(
        seed: UInt64 = 1,
        _ variant: Variant,
        eventBudget: UInt64 = 1_000_000,
        patience: Duration = .seconds(86_400),
        decisions: (any DecisionMaker)? = nil
    ) {
        var settings = Settings(
            order: variant.order,
            ties: variant.ties,
            eventBudget: eventBudget,
            patience: patience
        )
        settings.usesEnqueueHook = variant.usesHook
        settings.trustsJobLayout = variant.trustsLayout
        self.init(seed: seed, settings: settings, decisions: decisions)
    }
}
