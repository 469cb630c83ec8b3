public import Simulator

/// When the requests of a workload come.
public enum ArrivalSpecification: Sendable, Equatable {
    /// All at one instant after the beginning of the workload.
    case allAt(Duration)
    /// At equal distances.
    case constant(Rate)
    /// At exponential distances.
    case poisson(Rate)
    /// At a rate that changes evenly.
    case ramp(from: Rate, to: Rate, over: Duration)
    /// From clients that each wait for an answer, think, and ask again; they may think first.
    case closed(clients: Int, think: DurationDistribution, thinkFirst: Bool)
}

extension ValueFormat where Value == ArrivalSpecification {
    /// Any arrival.
    static var arrival: ValueFormat {
        .union(
            "arrival",
            "an arrival",
            [
                .of("all-at", "All at one instant.", .duration) {
                    .allAt($0)
                } unwrap: {
                    if case .allAt(let instant) = $0 { instant } else { nil }
                },
                .of("constant", "At equal distances.", .rate) {
                    .constant($0)
                } unwrap: {
                    if case .constant(let rate) = $0 { rate } else { nil }
                },
                .of("poisson", "At exponential distances.", .rate) {
                    .poisson($0)
                } unwrap: {
                    if case .poisson(let rate) = $0 { rate } else { nil }
                },
                .of("ramp", "At a rate that changes evenly.", .section) { (shape: RampShape) in
                    .ramp(from: shape.from, to: shape.to, over: shape.over)
                } unwrap: {
                    guard case .ramp(let from, let to, let over) = $0 else { return nil }
                    return RampShape(from: from, to: to, over: over)
                },
                .of("closed", "From clients that wait for their answers.", .section) {
                    (shape: ClosedShape) in
                    .closed(
                        clients: shape.clients,
                        think: shape.think,
                        thinkFirst: shape.thinkFirst
                    )
                } unwrap: {
                    guard case .closed(let clients, let think, let thinkFirst) = $0 else {
                        return nil
                    }
                    return ClosedShape(clients: clients, think: think, thinkFirst: thinkFirst)
                },
            ]
        )
    }
}

/// What stands below `ramp`.
private struct RampShape: Section {
    var from = Rate(count: 1, period: .seconds(1))
    var to = Rate(count: 1, period: .seconds(1))
    var over: Duration = .seconds(1)

    static let name = "ramp"
    static let documentation = "A rate that changes evenly, and then stays."
    static var fields: [Field<Self>] {
        [
            .key("from", \.from, .rate, required: true, "The rate at the beginning."),
            .key("to", \.to, .rate, required: true, "The rate at the end."),
            .key("over", \.over, .positiveDuration, required: true, "The time between them."),
        ]
    }
}

/// What stands below `closed`.
private struct ClosedShape: Section {
    var clients = 1
    var think = DurationDistribution.constant(.zero)
    var thinkFirst = false

    static let name = "closed"
    static let documentation = "Clients that each wait for an answer, think, and ask again."
    static var fields: [Field<Self>] {
        [
            .key(
                "clients",
                \.clients,
                .integer(in: 1...1_000_000, example: 100),
                required: true,
                "How many."
            ),
            .key("think", \.think, .distribution, "Time between an answer and the next request."),
            .key("think-first", \.thinkFirst, .boolean, "They think before they ask at all."),
        ]
    }
}
