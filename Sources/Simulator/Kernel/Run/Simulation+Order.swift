extension Simulation {
    /// The order in which ready tasks run.
    public enum Order: String, Equatable, Sendable, CaseIterable {
        /// First in, first out: one interleaving, for performance experiments.
        case fifo
        /// Drawn from the seed: another interleaving for every seed, for exploration.
        case random

        /// What draws them for this seed, where they are drawn.
        func draws(seed: UInt64) -> Xoshiro256? {
            guard self == .random else { return nil }
            var digest = TraceDigest()
            digest.fold(seed, 0x0DE5)
            return Xoshiro256(seed: digest.value)
        }
    }

    /// Which of the events of one instant happens first.
    ///
    /// What a real system promises of two things that happen at the same time is nothing, so a
    /// result that differs between these depends on an accident of the model. Messages of an
    /// ordered link keep their order whatever is said here.
    public enum Ties: Equatable, Sendable {
        /// That which was scheduled first.
        case first
        /// That which was scheduled last, those included that are scheduled in the meantime.
        case reversed
        /// Any of them, drawn from the seed: another order for every seed and every `draw`.
        ///
        /// The end of a run is one of the events of its instant; so where the program pauses at
        /// such an instant, other numbers are drawn after it.
        case random(draw: UInt64 = 1)

        /// What draws them for this seed.
        func draws(seed: UInt64) -> Xoshiro256 {
            guard case .random(let draw) = self else { return Xoshiro256(seed: 0) }
            var digest = TraceDigest()
            digest.fold(seed, 0x71E5)
            digest.fold(draw, 0x71E5)
            return Xoshiro256(seed: digest.value)
        }
    }
}
