import Simulator

/// Why a run failed, as far as runs of other seeds can fail for the same reason.
public struct FailureCause: Hashable, Sendable {
    /// What noticed it: a rule of the simulation such as `stuck`, or an expectation as the file
    /// says it, such as `invariant: messages-delivered`.
    public var checker: String
    /// What it says is wrong, without what differs between seeds: every number is `#`.
    public var place: String
    /// The last fault that began before: `crash of broker-#`; empty where there was none, and for
    /// what is judged at the end of the run, for which no fault is the last one.
    public var history: String

    /// A cause with these parts.
    public init(checker: String, place: String, history: String) {
        self.checker = checker
        self.place = place
        self.history = history
    }

    /// Whether `other` is the same thing going wrong, whatever happened before.
    public func isAlike(_ other: FailureCause) -> Bool {
        checker == other.checker && place == other.place
    }
}

extension FailureCause: Comparable {
    /// In alphabetical order of their parts.
    public static func < (left: FailureCause, right: FailureCause) -> Bool {
        (left.checker, left.place, left.history) < (right.checker, right.place, right.history)
    }
}

/// Something that did not hold in a run.
public struct Failure: Equatable, Sendable {
    /// What groups it with failures of other seeds.
    public var cause: FailureCause
    /// What is wrong, in words.
    public var message: String
    /// Whether it is of a promise that must hold under every seed: a rule of the simulation, or an
    /// invariant; else it is an expectation of figures.
    public var isOfPromise: Bool
}

extension CellResult {
    /// Everything that did not hold, broken rules of the simulation first; nothing where the run is
    /// undecided.
    public var failures: [Failure] {
        guard verdict == .failed else { return [] }
        let history = record.firstViolation.flatMap { instant in
            instant < record.outcome.instant
                ? record.injections.last { $0.instant <= instant }?.shape : nil
        }
        let rules = record.outcome.violations.filter { $0.property != .budget }.map { violation in
            Failure(
                cause: FailureCause(
                    checker: violation.property.name,
                    place: MessageShape.of(violation.message),
                    history: history ?? ""
                ),
                message: violation.message,
                isOfPromise: true
            )
        }
        // What a run that was cut short does not meet, it might have met.
        if !rules.isEmpty { return rules }
        return expectations.filter { !$0.isHeld }.map { failed in
            let isOfPromise = failed.isOfPromise
            let message =
                failed.detail ?? "it is \(FigureText.precise(failed.actual))"
            return Failure(
                cause: FailureCause(
                    checker: failed.text,
                    place: isOfPromise ? MessageShape.of(message) : "",
                    history: isOfPromise ? history ?? "" : ""
                ),
                message: message,
                isOfPromise: isOfPromise
            )
        }
    }
}

extension CheckResult {
    /// Whether it must hold under every seed: an invariant, or the answer to a call.
    fileprivate var isOfPromise: Bool {
        if case .comparison = check { false } else { true }
    }
}
