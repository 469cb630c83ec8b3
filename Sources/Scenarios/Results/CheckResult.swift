/// What became of a condition.
public struct CheckResult: Equatable, Sendable {
    /// The condition as the file says it.
    public var text: String
    /// The condition; nothing for a call, whose answer is compared with what the call expects.
    public var check: Check?
    /// Whether the condition concerns some cells of a matrix only.
    public var isConditional: Bool
    /// Whether it held; a figure that the run does not have holds nothing.
    public var isHeld: Bool
    /// The figure's value; nothing for an invariant, and where the run has none.
    public var actual: FigureValue?
    /// What is wrong with an invariant that did not hold; what came back, for a call.
    public var detail: String?
}

/// A claim with what became of it.
public struct ClaimResult: Equatable, Sendable {
    /// Who said it.
    public var source: String
    /// What was said, in words.
    public var says: String
    /// The same as a condition, and whether it holds here.
    public var check: CheckResult
}

extension CheckResult {
    /// Compares what `expectation` says with a run.
    ///
    /// Counts and durations are compared as whole numbers, so that no rounding decides.
    public init(
        of expectation: Expectation,
        figures: RunFigures,
        invariants: [(name: String, problem: String?)]
    ) {
        text = expectation.text
        check = expectation.check
        isConditional = !expectation.conditions.isEmpty
        switch expectation.check {
        case .comparison(let reference, let comparison, let wanted, let tolerance):
            actual = figures.value(of: reference)
            isHeld =
                actual.map { $0.holds(comparison, wanted, tolerance: tolerance) } ?? false
            detail = actual == nil ? "the run has no such figure" : nil
        case .invariant(let name):
            let found = invariants.first { $0.name == name }
            isHeld = found.map { $0.problem == nil } ?? false
            detail = found.map(\.problem) ?? "it was not checked"
        }
    }
}

extension CheckResult {
    /// What became of a call that says what it expects.
    init(of call: RunRecord.CallResult) {
        text = call.text
        isConditional = false
        isHeld = call.problem == nil
        detail = call.problem.map { _ in call.received }
    }
}

extension FigureValue {
    /// Whether the value stands in the relation `comparison` to `wanted`.
    ///
    /// - Parameter tolerance: How far apart equal values may be; nanoseconds for durations.
    func holds(_ comparison: Comparison, _ wanted: MetricValue, tolerance: Double?) -> Bool {
        if let exact = asWhole, let other = wanted.asWhole,
            let margin = Int128(exactly: tolerance ?? 0)
        {
            return Self.holds(comparison, exact, other, isNear: (exact - other).magnitude <= margin)
        }
        let (value, other) = (asNumber, wanted.asNumber)
        guard !value.isNaN else { return false }
        let isNear = value == other || (value - other).magnitude <= tolerance ?? 0
        return Self.holds(comparison, value, other, isNear: isNear)
    }

    private static func holds<Value: Comparable>(
        _ comparison: Comparison,
        _ value: Value,
        _ other: Value,
        isNear: Bool
    ) -> Bool {
        switch comparison {
        case .equal: isNear
        case .notEqual: !isNear
        case .atMost: value <= other
        case .atLeast: value >= other
        case .less: value < other
        case .more: value > other
        }
    }

    private var asWhole: Int128? {
        switch self {
        case .count(let value): Int128(value)
        case .duration(let value): value.attoseconds / 1_000_000_000
        case .ratio, .number: nil
        }
    }
}

extension MetricValue {
    fileprivate var asWhole: Int128? {
        switch self {
        case .number(let value): Int128(exactly: value)
        case .duration(let value): value.attoseconds / 1_000_000_000
        }
    }
}
