import Simulator

/// The faults of a store by one word.
private enum FaultPreset: String, CaseIterable {
    case none
    case light
    case medium
    case heavy

    var faults: ObjectStoreFaults {
        switch self {
        case .none: .none
        case .light: .light
        case .medium: .medium
        case .heavy: .heavy
        }
    }
}

/// What stands below `custom`.
extension ObjectStoreFaults: Section {
    init() { self = .none }

    static let name = "store-faults"
    static let documentation = "What goes wrong, each with its probability; one thing a request."
    static var fields: [Field<Self>] {
        [
            .key("throttling", \.throttling, .ratio, "503 SlowDown, without effect."),
            .key("internal-error", \.internalError, .ratio, "500 InternalError, without effect."),
            .key("lost-request", \.lostRequest, .ratio, "No answer, and no effect."),
            .key("lost-answer", \.lostAnswer, .ratio, "No answer, though it takes effect."),
            .key("slow-first-byte", \.slowFirstByte, .ratio, "An answer that comes late."),
            .key("corruption", \.corruption, .ratio, "Bytes that change on their way."),
            .key("slowness", \.slowness, .positiveDuration, "How late the late answers come."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let sum = throttling + internalError + lostRequest + lostAnswer + slowFirstByte + corruption
        guard sum > 1 + 1e-9 else { return }
        reading.report(
            "more goes wrong than there are requests",
            at: node.location,
            expected: "probabilities whose sum is at most 1"
        )
    }
}

extension ValueFormat where Value == ObjectStoreFaults {
    /// A preset, or probabilities.
    static var objectStoreFaults: ValueFormat {
        .union(
            "store-faults-choice",
            "faults of a store",
            [
                .of(
                    "preset",
                    "Probabilities that go by a word.",
                    .choice("preset", FaultPreset.self)
                ) {
                    $0.faults
                } unwrap: { faults in
                    FaultPreset.allCases.first { $0.faults == faults }
                },
                .of("custom", "Probabilities, one by one.", .section) {
                    $0
                } unwrap: {
                    $0
                },
            ],
            shorthand: ValueFormat<FaultPreset>.choice("preset", FaultPreset.self).converted(
                to: { $0.faults },
                from: { faults in FaultPreset.allCases.first { $0.faults == faults } ?? .none }
            )
        )
    }
}
