import OrderedCollections

/// Keeps a run going for jobs whose clients do not wait for them: they gave up, crashed, or asked
/// for no more than that the job be taken.
public struct JobWatch: Sendable {
    private let mirror: DatabaseMirror
    private let patience: Duration

    /// How often it looks, as clients do.
    private static let period = Duration.milliseconds(500)

    /// A watch of the jobs that stand in `mirror`.
    ///
    /// - Parameters:
    ///   - mirror: What is durable in the database.
    ///   - jobTimeout: How long a job may take. A job is waited for twice as long, from when it was
    ///     taken: coordinators may be away at the time at which they would give it up.
    public init(_ mirror: DatabaseMirror, jobTimeout: Duration) {
        self.mirror = mirror
        patience = jobTimeout * 2
    }

    /// Whether a job that was taken at `instant` should have ended before `now`, come what may.
    public func isOverdue(since instant: VirtualInstant, at now: VirtualInstant) -> Bool {
        instant.advanced(by: patience) <= now
    }

    /// Whether there are jobs to wait for.
    public func isWaiting(at now: VirtualInstant) -> Bool {
        mirror.tables.rows(of: JobTables.jobs).contains { match in
            match.row["status"]?.text == JobStatus.running.rawValue
                && !isOverdue(since: match.row["created_at"]?.instant ?? .zero, at: now)
        }
    }

    /// Runs `simulation` on, from a node of its own, until there are none.
    public func run(_ simulation: Simulation) -> RunOutcome {
        let placement = NodePlacement(role: "supervisor", zone: "supervision")
        let node = simulation.addNode(simulation.freeName("job watch"), placement: placement)
        node.spawn("watch") {
            while isWaiting(at: node.now) { try await node.sleep(for: Self.period) }
        }
        return simulation.run(until: .quiescent)
    }
}
