extension Simulation {
    /// Performs `body` in the isolation of `actor`, between runs: to look at its state, or to
    /// prepare it.
    public func inspect<Subject: SimulatedActor, Result: Sendable>(
        _ actor: Subject,
        _ body: (isolated Subject) throws -> Result
    ) rethrows -> Result {
        precondition(
            actor.node.record.executor === executor,
            "the actor belongs to another simulation"
        )
        return try executor.withOwnership { try actor.assumeIsolated(body) }
    }
}
