import Simulator

/// Whether what was expected of a run held.
public enum Verdict: String, Equatable, Sendable, CaseIterable {
    /// Everything held.
    case held
    /// The run used up its budget, so that nobody knows.
    case undecided
    /// An expectation or an invariant failed.
    case failed

    /// The exit code of the program: 0, 4 or 1.
    public var exitCode: Int32 {
        switch self {
        case .held: 0
        case .undecided: 4
        case .failed: 1
        }
    }

    /// The verdict over several: failed when any failed, else undecided when any is.
    public static func combined(_ verdicts: some Sequence<Verdict>) -> Verdict {
        var worst = Verdict.held
        for verdict in verdicts {
            if verdict == .failed { return .failed }
            if verdict == .undecided { worst = .undecided }
        }
        return worst
    }

    /// The verdict on a run by how it ended and what became of its expectations.
    ///
    /// A run that ran out of its budget has not come to its end: what does not hold yet might
    /// have held.
    init(outcome: RunOutcome, expectations: [CheckResult]) {
        let isBroken = outcome.violations.contains { $0.property != .budget }
        if isBroken {
            self = .failed
        } else if !outcome.violations.isEmpty {
            self = .undecided
        } else {
            self = expectations.allSatisfy(\.isHeld) ? .held : .failed
        }
    }
}
