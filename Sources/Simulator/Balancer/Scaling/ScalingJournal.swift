/// What an autoscaler did, for reports and checkers; they read it after the run.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class ScalingJournal: @unchecked Sendable {
    /// A decision to have more servers, or fewer.
    public struct Action: Equatable, Sendable {
        /// When it was made.
        public let instant: VirtualInstant
        /// How many servers there were.
        public let servers: Int
        /// How many are added, or removed where that is negative.
        public let change: Int
        /// The part of their time in which they were busy; nothing where nobody knew.
        public let use: Double?
        /// When it was complete; nothing while it is not.
        public fileprivate(set) var end: VirtualInstant?
    }

    /// A server that was stopped.
    public struct Stop: Equatable, Sendable {
        /// When.
        public let instant: VirtualInstant
        /// The server.
        public let server: String
        /// Whether its time to finish was over.
        public let isForced: Bool
        /// Whether the proxies had said, while it drained, that it has nothing left.
        public let wasIdle: Bool
        /// Requests that the proxies had there.
        public let underWay: Int
    }

    /// Something that was seen not to be as it should, also after it was mended, in looks one after
    /// the other while all questions and orders were answered.
    public struct Disorder: Equatable, Sendable {
        /// What is wrong.
        public enum Kind: String, Sendable {
            /// A server runs that not all proxies list.
            case unlisted = "runs and is not in rotation"
            /// A server is in rotation that was stopped.
            case stopped = "is in rotation and was stopped"
            /// More servers run than may.
            case tooMany = "more servers run than may"
            /// Fewer servers run than may.
            case tooFew = "fewer servers run than may"
        }

        /// The server; empty where it is about all of them.
        public let server: String
        /// What is wrong.
        public let kind: Kind
        /// When it was first seen.
        public let since: VirtualInstant
        /// When it was last seen.
        public fileprivate(set) var until: VirtualInstant
        /// How often it was seen.
        public fileprivate(set) var looks: Int
    }

    /// The decisions, in order.
    public private(set) var actions: [Action] = []
    /// The servers that were stopped, in order.
    public private(set) var stops: [Stop] = []
    /// How many servers are in service; nothing before the autoscaler starts.
    public private(set) var servers: Gauge?
    /// How long it took from a decision until a server was in service.
    public private(set) var launches = DurationHistogram()

    /// What was not as it should be, in the order in which it was first seen.
    public private(set) var disorders: [Disorder] = []
    /// The numbers of those that were seen at the last look.
    private var present: [Int] = []

    /// A journal of nothing.
    public init() {}

    func noteServers(_ count: Int, at now: VirtualInstant) {
        if servers == nil { servers = Gauge(count, at: now) }
        servers?.set(count, at: now)
    }

    func noteAction(servers: Int, change: Int, use: Double?, at now: VirtualInstant) {
        actions.append(Action(instant: now, servers: servers, change: change, use: use, end: nil))
    }

    func noteLaunch(at now: VirtualInstant) {
        guard let last = actions.last else { return }
        launches.record(last.instant.duration(to: now))
    }

    func noteEnd(at now: VirtualInstant) {
        guard let last = actions.indices.last, actions[last].end == nil else { return }
        actions[last].end = now
    }

    func noteStop(
        _ server: String,
        isForced: Bool,
        wasIdle: Bool,
        underWay: Int,
        at now: VirtualInstant
    ) {
        stops.append(
            Stop(
                instant: now,
                server: server,
                isForced: isForced,
                wasIdle: wasIdle,
                underWay: underWay
            )
        )
    }

    // MARK: What is not as it should be

    /// Notes what the proxies and the provider say of all servers, after all was mended that was
    /// found.
    func noteLook(
        _ servers: [(name: String, sighting: ScalingComparison.Sighting)],
        bounds: ClosedRange<Int>,
        at now: VirtualInstant
    ) {
        var found: [(Disorder.Kind, String)] = []
        for (name, sighting) in servers {
            if sighting.isStarted, !sighting.isListed { found.append((.unlisted, name)) }
            if !sighting.isStarted, sighting.isMentioned { found.append((.stopped, name)) }
        }
        let count = servers.count { $0.sighting.isStarted }
        if count > bounds.upperBound { found.append((.tooMany, "")) }
        if count < bounds.lowerBound { found.append((.tooFew, "")) }
        var lasting: [Int] = []
        for (kind, name) in found {
            let former = present.first {
                disorders[$0].kind == kind && disorders[$0].server == name
            }
            if let former {
                disorders[former].until = now
                disorders[former].looks += 1
            } else {
                disorders.append(
                    Disorder(server: name, kind: kind, since: now, until: now, looks: 1)
                )
            }
            lasting.append(former ?? disorders.count - 1)
        }
        present = lasting
    }

    /// Notes that a question or an order had no answer: what is not as it should be may be so for
    /// that reason, and begins anew.
    func noteSilence() {
        present = []
    }
}
