import OrderedCollections
import Simulator

extension RunRecord {
    /// When the first violation was, as far as anybody knows; nothing where all is well.
    ///
    /// It is that of a rule of the simulation, else the first instant that what is wrong with an
    /// invariant names, else the end of the run.
    var firstViolation: VirtualInstant? {
        if let violation = outcome.violations.first { return violation.instant }
        let problems = invariants.values.compactMap(\.self)
        guard !problems.isEmpty else { return nil }
        let named = problems.compactMap(Self.instant(in:)).min()
        return min(named ?? outcome.instant, outcome.instant)
    }

    /// The first instant in a sentence, as `VirtualInstant` writes it: `12.500000000s`.
    private static func instant(in sentence: String) -> VirtualInstant? {
        for word in sentence.split(whereSeparator: { " ,;:()".contains($0) }) {
            guard word.last == "s" else { continue }
            let parts = word.dropLast().split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].utf8.count == 9, let seconds = UInt64(parts[0]),
                let rest = UInt64(parts[1])
            else { continue }
            let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            if !overflow { return VirtualInstant(nanoseconds: whole + rest) }
        }
        return nil
    }
}
