import OrderedCollections
import Simulator

/// Whether jobs were done right, by what is durable and what clients were told.
extension RunRecorder {
    /// Checks every job that a coordinator took, whoever submitted it, and says what cannot be
    /// judged.
    ///
    /// - Parameter entries: The jobs that clients of workloads wanted.
    func recordChecks(
        _ checker: JobTablesChecker,
        _ entries: [JobLog.Entry],
        _ watch: JobWatch,
        _ record: inout RunRecord
    ) {
        let findings = checker.findings(told: entries.compactMap(\.outcome))
        record.invariants["output-equals-sequential-run"] = .some(Self.sentence(findings.outputs))
        let late = findings.running.filter { job in
            outcome.ending == .quiescent || watch.isOverdue(since: job.since, at: outcome.instant)
        }
        let ends = findings.ends + late.map { "\($0.name) is still running" }
        let cause = late.isEmpty ? "" : faultsText
        record.invariants["every-job-ends"] = .some(Self.sentence(ends).map { $0 + cause })
        let cutOff = findings.running.filter { !late.contains($0) }.map(\.name)
        if !cutOff.isEmpty {
            let end = outcome.ending == .deadline ? "`until` ended the run" : "the run ended"
            record.notes.append(
                "\(Self.subject(cutOff, "was", "were")) still running when \(end): "
                    + Self.list(cutOff)
            )
        }
        let untaken = entries.filter { isUntaken($0, checker) }.map(\.identifier)
        if !untaken.isEmpty {
            record.notes.append(
                "\(Self.subject(untaken, "was", "were")) taken by no coordinator: "
                    + Self.list(untaken) + faultsText
            )
        }
    }

    /// Whether nobody has taken a job that a client wanted, and nobody will.
    private func isUntaken(_ entry: JobLog.Entry, _ checker: JobTablesChecker) -> Bool {
        guard checker.status(of: entry.job) == nil else { return false }
        if let outcome = entry.outcome { return outcome.status == .running }
        return clientStop != nil
    }

    /// The faults that were on when the run ended, as the end of a sentence.
    private var faultsText: String {
        let faults = lastingFaults.map {
            "\($0.name) of \($0.subject) since \(TimeText.instant($0.instant))"
        }
        return faults.isEmpty ? "" : "; still on: \(Self.list(faults))"
    }

    private static func subject(_ jobs: [String], _ one: String, _ many: String) -> String {
        "\(ReportSections.counted(jobs.count, "job")) \(jobs.count == 1 ? one : many)"
    }

    /// The first of some texts.
    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(3).joined(separator: ", ")
        return texts.count > 3 ? "\(shown) and \(texts.count - 3) more" : shown
    }
}
