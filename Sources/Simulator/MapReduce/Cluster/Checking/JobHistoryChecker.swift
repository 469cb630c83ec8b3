public import OrderedCollections

/// Watches the tables of jobs and tasks, and who leads: a job that has come to its end stays there,
/// and nobody writes, decides or answers who has been deposed.
///
/// All of it holds where the database keeps what it promised to keep. That there are no late acts
/// holds while no clock of a coordinator or of the database is set, or drifts by more than
/// ``CoordinatorSettings/clockDriftMaximum``.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class JobHistoryChecker: DatabaseObserver, @unchecked Sendable {
    /// How many findings are kept.
    private static let maximumCount = 100

    /// What is wrong with the tables, each in one sentence.
    public private(set) var findings: [String] = []
    /// What coordinators did after another one had begun to lead, each in one sentence.
    public private(set) var lateActs: [String] = []
    private var states: [String: String] = [:]
    private var epoch = 0
    private var leading = 0

    /// A checker that has seen nothing.
    public init() {}

    /// See ``DatabaseObserver/note(_:_:at:)``.
    public func note(_ key: DatabaseKey, _ row: DatabaseRow?, at instant: VirtualInstant) {
        if key == Lease.key, let begun = row?["epoch"]?.integer { leading = max(leading, begun) }
        guard key.table == JobTables.jobs || key.table == JobTables.tasks, let row else { return }
        if let written = row["epoch"]?.integer {
            if written < epoch {
                report("\(key) was written in term \(written), after term \(epoch) had begun")
            }
            epoch = max(epoch, written)
        }
        guard key.table == JobTables.jobs, let status = row["status"]?.text else { return }
        if let known = states[key.key], known != JobStatus.running.rawValue, known != status {
            report("\(key) became \(status) after it was \(known)")
        }
        states[key.key] = status
    }

    /// A coordinator acts as the leader of a term.
    func noteAct(_ act: String, of name: String, epoch: Int, at instant: VirtualInstant) {
        guard epoch < leading, lateActs.count < Self.maximumCount else { return }
        lateActs.append(
            "\(name) \(act) as the leader of term \(epoch), after term \(leading) had begun"
        )
    }

    private func report(_ finding: String) {
        if findings.count < Self.maximumCount { findings.append(finding) }
    }
}
