/// Every job of a workload and how it ended for its client; read after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class JobLog: @unchecked Sendable {
    /// One job.
    public struct Entry: Sendable {
        /// What it is called.
        public let identifier: String
        /// What the cluster calls it.
        public let job: String
        /// What was asked for.
        public let submission: JobSubmission
        /// When it was to be submitted; its latency counts from here.
        public let intended: VirtualInstant
        /// When its client gives up waiting.
        public let deadline: VirtualInstant
        /// How it ended for its client; nothing while it has not.
        public fileprivate(set) var outcome: JobClient.Outcome?
    }

    /// The jobs in the order in which they were due.
    public private(set) var entries: [Entry] = []

    /// A log of nothing.
    public init() {}

    func begin(
        _ identifier: String,
        job: String,
        _ submission: JobSubmission,
        intended: VirtualInstant,
        deadline: VirtualInstant
    ) {
        entries.append(
            Entry(
                identifier: identifier,
                job: job,
                submission: submission,
                intended: intended,
                deadline: deadline
            )
        )
    }

    func end(_ number: Int, _ outcome: JobClient.Outcome) {
        entries[number].outcome = outcome
    }
}
