/// How a run ended, and what identifies it.
public struct RunOutcome: Equatable, Sendable {
    /// Why the run loop returned.
    public enum Ending: String, Equatable, Sendable {
        /// No foreground work was left.
        case quiescent
        /// The deadline came.
        case deadline
        /// A violation stopped the run.
        case violation
    }

    /// Why the run ended.
    public let ending: Ending
    /// The instant at which it ended.
    public let instant: VirtualInstant
    /// Events taken from the queue.
    public let events: UInt64
    /// The digest of all of them.
    public let digest: TraceDigest
    /// The broken properties, first one first.
    public let violations: [Violation]

    /// An outcome with these parts.
    public init(
        ending: Ending,
        instant: VirtualInstant,
        events: UInt64,
        digest: TraceDigest,
        violations: [Violation]
    ) {
        self.ending = ending
        self.instant = instant
        self.events = events
        self.digest = digest
        self.violations = violations
    }
}

/// How long a run goes on.
public enum RunLimit: Equatable, Sendable {
    /// Until no foreground work is left.
    case quiescent
    /// Through every event up to and at this instant, foreground or background.
    ///
    /// The caller may act then: foreground work that nothing can move waits for it, and is stuck
    /// only when it has waited for the patience of the simulation.
    case instant(VirtualInstant)
    /// The same, where nobody acts from outside: foreground work that nothing can move is stuck at
    /// once, unless a pause holds events back.
    case horizon(VirtualInstant)

    /// The instant at which the run ends at the latest.
    var deadline: VirtualInstant? {
        switch self {
        case .quiescent: nil
        case .instant(let instant), .horizon(let instant): instant
        }
    }
}

/// Sees every event of a run as it is taken from the queue.
public protocol EventObserver: AnyObject {
    /// The event number `event` is about to happen at `instant` on node `node`; `digest` includes
    /// it.
    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64)

    /// Who sees every decision of the run too, and may make another one; nothing where nobody does.
    var decisions: (any DecisionMaker)? { get }

    /// When it wants to read numbers next, though there may be no event then; nothing where it
    /// looks at events only.
    var nextReading: VirtualInstant? { get }

    /// Rounds were skipped, and this is how numbers stand at `instant`, which is `nextReading`.
    func read(at instant: VirtualInstant)
}

extension EventObserver {
    /// It looks at events only.
    public var decisions: (any DecisionMaker)? { nil }

    /// It looks at events only.
    public var nextReading: VirtualInstant? { nil }

    /// It looks at events only.
    public func read(at _: VirtualInstant) {}
}

/// Whether a run may end while a piece of work is still going on.
public enum WorkKind: Equatable, Sendable {
    /// Requests and jobs: the run goes on until they are done.
    case foreground
    /// Heartbeats, schedules, daemons that wait for messages: they never hold up the end of a run.
    case background
}
