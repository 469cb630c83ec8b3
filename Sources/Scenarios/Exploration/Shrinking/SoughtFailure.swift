/// The failure that must stay while everything else goes.
struct SoughtFailure {
    /// The failure as the scenario has it.
    let failure: Failure
    /// Whether what is wrong must be said in the same words, numbers aside; else whatever the same
    /// checker finds is the same.
    private let comparesPlaces: Bool
    /// Whether the failed condition has a figure: one that is missing fails in another way.
    private let hasFigure: Bool

    /// The first failure of `result`: one of a promise where there is any, since figures may be
    /// wrong because of it.
    init?(in result: CellResult, comparesPlaces: Bool) {
        let failures = result.failures
        guard let first = failures.first(where: \.isOfPromise) ?? failures.first else { return nil }
        failure = first
        self.comparesPlaces = comparesPlaces
        hasFigure = Self.hasFigure(first, in: result)
    }

    /// The failure of `result` that is the same; nothing where there is none.
    func found(in result: CellResult) -> Failure? {
        result.failures.first { other in
            guard failure.cause.checker == other.cause.checker,
                !hasFigure || Self.hasFigure(other, in: result)
            else { return false }
            return !comparesPlaces || Self.sentences(other.cause.place).isSubset(of: sentences)
        }
    }

    /// What is said to be wrong: where much is, all of it, and some of it is enough.
    private var sentences: Set<Substring> { Self.sentences(failure.cause.place) }

    private static func sentences(_ place: String) -> Set<Substring> {
        var sentences = Set<Substring>()
        var rest = place[...]
        while let end = rest.indices.first(where: { rest[$0...].hasPrefix("; ") }) {
            sentences.insert(rest[..<end])
            rest = rest[end...].dropFirst(2)
        }
        // The last of a long list may be cut off.
        if sentences.isEmpty || place.count < MessageShape.maximum { sentences.insert(rest) }
        return sentences
    }

    /// What `expect` says so that the failure stands there: the condition that failed; nothing
    /// where it is a rule of the simulation or the answer to a call.
    func expectation(in scenario: Scenario) -> YAMLNode? {
        let checker = failure.cause.checker
        if var stated = scenario.expectations.first(where: { $0.text == checker }) {
            stated.conditions = []
            return ValueFormat.check.write(stated)
        }
        let invariant = MetricCatalog.invariants.first { checker == "invariant: \($0.name)" }
        return invariant.map { .mapping([("invariant", .scalar($0.name))]) }
    }

    private static func hasFigure(_ failure: Failure, in result: CellResult) -> Bool {
        let failed = result.expectations.first { !$0.isHeld && $0.text == failure.cause.checker }
        return failed?.actual != nil
    }
}
