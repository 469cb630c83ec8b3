public import Simulator

/// Something that goes wrong: when, where, what, and for how long.
public struct FaultSpecification: Sendable, Equatable {
    /// When it begins, if once.
    public var at: Duration?
    /// The period with which it begins, if again and again.
    public var every: Duration?
    /// How it is drawn, if at random.
    public var random: RandomFaults?
    /// With `every`: no more begin after it.
    public var until: Duration?
    /// Whom it hits.
    public var target = FaultTarget()
    /// What happens; nil only for random faults.
    public var kind: FaultKind?
    /// How long it lasts; nil for good.
    public var duration: DurationDistribution?

    /// A fault that still lacks its time and kind.
    public init() {}
}

extension FaultSpecification: Section {
    static let name = "fault"
    static let documentation = "Something that goes wrong; exactly one of at, every and random."
    static var fields: [Field<Self>] {
        [
            .optional("at", \.at, .duration, "When it begins, once."),
            .optional(
                "every",
                \.every,
                .positiveDuration,
                "The period with which it begins, at least 1ms."
            ),
            .optional("random", \.random, .section, "Faults drawn at random."),
            .optional("until", \.until, .duration, "With every: no more begin after it."),
            .key("target", \.target, .section, required: true, "Whom it hits."),
            .optional("kind", \.kind, .faultKind, "What happens."),
            .optional("for", \.duration, .distribution, "How long it lasts; for good without it."),
        ]
    }

    /// A shorter period would keep a run busy with nothing but faults.
    fileprivate static let periodMinimum = Duration.milliseconds(1)

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if let every, every < Self.periodMinimum, let entry = node.entry("every") {
            reading.report("is too often", at: entry.value.location, expected: "at least 1ms")
        }
        let times = ["at", "every", "random"].compactMap { node.entry($0) }
        if times.isEmpty {
            reading.report("says no time", at: node.location, expected: "one of at, every, random")
        }
        for extra in times.dropFirst() {
            reading.report(
                "'\(times[0].key)' and '\(extra.key)' exclude each other",
                at: extra.keyLocation
            )
        }
        if random == nil, kind == nil {
            let wanted = ValueFormat<FaultKind>.faultKind.shape.wanted
            reading.report("the key 'kind' is missing", at: node.location, expected: wanted)
        }
        if random != nil {
            for entry in ["kind", "for"].compactMap({ node.entry($0) }) {
                reading.report(
                    "'\(entry.key)' does not go with 'random'",
                    at: entry.keyLocation,
                    hint: entry.key == "kind" ? "use random.kinds" : "use random.for"
                )
            }
        }
        if every == nil, let entry = node.entry("until"), times.first?.key != "every" {
            reading.report("'until' goes with 'every' only", at: entry.keyLocation)
        }
    }
}

/// Faults drawn at random.
public struct RandomFaults: Sendable, Equatable {
    /// Time between two faults.
    public var every = DurationDistribution.constant(.seconds(1))
    /// No more begin after it.
    public var until: Duration = .zero
    /// What may happen, each alike.
    public var kinds: [FaultKind] = []
    /// How long each lasts; nil for good.
    public var duration: DurationDistribution?

    /// Random faults that still lack their kinds.
    public init() {}
}

extension RandomFaults: Section {
    static let name = "random-faults"
    static let documentation = "Faults drawn at random."
    static var fields: [Field<Self>] {
        [
            .key(
                "every",
                \.every,
                .distribution,
                required: true,
                "Time between two faults, at least 1ms on average."
            ),
            .key("until", \.until, .positiveDuration, required: true, "No more begin after it."),
            .key(
                "kinds",
                \.kinds,
                .list("a list of kinds of faults", of: .faultKind, length: 1...100),
                required: true,
                "What may happen, each alike."
            ),
            .optional(
                "for",
                \.duration,
                .distribution,
                "How long each lasts; for good without it."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard let mean = every.mean, mean < FaultSpecification.periodMinimum,
            let entry = node.entry("every")
        else { return }
        reading.report(
            "is too often",
            at: entry.value.location,
            expected: "at least 1ms on average"
        )
    }
}
