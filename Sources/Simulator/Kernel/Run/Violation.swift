/// A broken property: of the simulated system, or of the rules that make a run repeatable.
public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was broken.
    public struct Property: Hashable, Sendable, CustomStringConvertible {
        /// The name of the property, in words joined by hyphens.
        public let name: String

        /// The property called `name`.
        public init(_ name: String) {
            self.name = name
        }

        /// An unstructured task was started.
        public static let strayTask = Property("stray-task")
        /// A job or resumption came from a thread that does not run the simulation.
        public static let foreignThread = Property("foreign-thread")
        /// The real clock was asked to wake a task.
        public static let realTime = Property("real-time")
        /// Foreground work is left that nothing can move.
        public static let stuck = Property("stuck")
        /// A task suspended where virtual time cannot wake it.
        public static let outsideVirtualTime = Property("outside-virtual-time")
        /// The run used up its budget of events or jobs.
        public static let budget = Property("budget")
        /// Code of a crashed incarnation keeps calling.
        public static let ignoredCrash = Property("ignored-crash")
        /// A cancelled task keeps waiting.
        public static let ignoredCancellation = Property("ignored-cancellation")
        /// A spawned task ended with an error that is no interruption.
        public static let unhandledError = Property("unhandled-error")

        /// The name.
        public var description: String { name }
    }

    /// How many violations a run keeps; the first is the one that counts.
    static let maximumCount = 100

    /// The broken property.
    public let property: Property
    /// What happened, in one sentence, and what to do about it.
    public let message: String
    /// The seed of the run.
    public let seed: UInt64
    /// When it happened.
    public let instant: VirtualInstant
    /// How many events had been taken by then.
    public let event: UInt64

    /// A violation of `property` with these circumstances.
    public init(
        property: Property,
        message: String,
        seed: UInt64,
        instant: VirtualInstant,
        event: UInt64
    ) {
        self.property = property
        self.message = message
        self.seed = seed
        self.instant = instant
        self.event = event
    }

    /// `property: message (seed, instant, event)`.
    public var description: String {
        "\(property): \(message) (seed \(seed), at \(instant), event \(event))"
    }
}
