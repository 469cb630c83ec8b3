/// What a deployment did, for reports and checkers; they read it after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class DeploymentJournal: @unchecked Sendable {
    /// Something that a deployment did to a server, or found out.
    public enum Event: Equatable, Sendable {
        /// It has its turn.
        case began
        /// The proxies were told that it is to get nothing new.
        case drained
        /// It has finished what it had.
        case idle
        /// The proxies say, before its process is replaced, that it still gets nothing new, and
        /// that it is idle or its time is over.
        case confirmed
        /// The time to finish is over.
        case drainTimedOut
        /// The package is there.
        case transferred(DeploymentSettings.Transfer.Way)
        /// The package did not arrive by this way.
        case transferFailed(DeploymentSettings.Transfer.Way)
        /// The process is replaced by one of the new version, or of the one before.
        case restarted(isNew: Bool)
        /// The process was never replaced, so that nothing is to be taken back.
        case kept
        /// The new process is well.
        case healthy
        /// The new process is not well.
        case unhealthy
        /// The proxies were told that it is to get requests again.
        case putBack
        /// It has stood the test.
        case accepted
        /// It has too many errors: so many of so many requests.
        case rejected(errors: Int, requests: Int)
        /// An order did not reach it, or not every proxy.
        case unreachable
    }

    /// An event with its instant and server.
    public struct Entry: Equatable, Sendable {
        /// When.
        public let instant: VirtualInstant
        /// The server.
        public let server: String
        /// What.
        public let event: Event
    }

    /// What happened, in order.
    public private(set) var entries: [Entry] = []
    /// What the deployment came to, and when; nothing while it goes on.
    public private(set) var end: (instant: VirtualInstant, result: DeploymentResult)?

    /// What the deployment is called; nothing before it starts.
    public internal(set) var deployment: String?

    /// A journal of nothing.
    public init() {}

    func note(_ event: Event, of server: String, at now: VirtualInstant) {
        entries.append(Entry(instant: now, server: server, event: event))
    }

    func noteEnd(_ result: DeploymentResult, at now: VirtualInstant) {
        end = (now, result)
    }

    /// How long each server took that has the new version for good, by the server.
    public var times: [(server: String, time: Duration)] {
        var began: [String: VirtualInstant] = [:]
        var times: [(server: String, time: Duration)] = []
        for entry in entries {
            if entry.event == .began { began[entry.server] = entry.instant }
            guard entry.event == .accepted, let start = began[entry.server] else { continue }
            times.append((entry.server, start.duration(to: entry.instant)))
        }
        return times
    }
}

extension DeploymentJournal.Event: CustomStringConvertible {
    /// What happened, in the words of a timeline.
    public var description: String {
        switch self {
        case .began: "has its turn"
        case .drained: "drains"
        case .idle: "is idle"
        case .confirmed: "still drains"
        case .drainTimedOut: "is still busy, and is restarted all the same"
        case .transferred(let way): "has the package by \(way.rawValue)"
        case .transferFailed(let way): "did not get the package by \(way.rawValue)"
        case .restarted(let isNew): "restarts with the \(isNew ? "new" : "old") version"
        case .kept: "keeps the old version"
        case .healthy: "is well"
        case .unhealthy: "is not well"
        case .putBack: "is put back"
        case .accepted: "has stood the test"
        case .rejected(let errors, let requests):
            "is rejected: \(errors) errors in \(requests) requests"
        case .unreachable: "could not be told"
        }
    }
}
