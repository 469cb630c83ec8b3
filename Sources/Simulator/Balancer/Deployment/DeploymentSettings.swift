/// How a new version of the servers behind a proxy is put into service, one server at a time.
///
/// Source: "Deployment Automation" and "Rolling Deployment Strategy" of the notes "Load Balancer &
/// High Availability Implementation": transfer by `scp` with HTTP as the alternative, a process
/// manager, health checks, watching the rate of errors, and a rollback.
public struct DeploymentSettings: Equatable, Sendable {
    /// A way by which the package reaches a server.
    public struct Transfer: Equatable, Sendable {
        /// What carries it.
        public enum Way: String, Equatable, Sendable, CaseIterable {
            /// A secure copy over SSH.
            case scp
            /// The server fetches it over HTTP.
            case http
        }

        /// What carries it.
        public var way: Way
        /// Bytes a second.
        public var bytesPerSecond: Int
        /// The probability that it breaks off.
        public var failure: Double

        /// A way that carries so many bytes a second.
        public init(_ way: Way, bytesPerSecond: Int = 10_000_000, failure: Double = 0) {
            self.way = way
            self.bytesPerSecond = bytesPerSecond
            self.failure = failure
        }
    }

    /// How long a new process may take to be well, and what that means.
    public struct Health: Equatable, Sendable {
        /// What is asked for.
        public var path = "/health"
        /// Good answers in a row.
        public var passes = 3
        /// From one check to the next.
        public var interval = Duration.seconds(1)
        /// After which the version is taken for bad.
        public var deadline = Duration.seconds(30)

        /// Three good answers within half a minute.
        public init() {}
    }

    /// How long a server is watched once it has requests again.
    public struct Watch: Equatable, Sendable {
        /// For how long.
        public var duration = Duration.seconds(10)
        /// The part of the requests that may fail.
        public var errorsMaximum = 0.01
        /// Requests before which nothing is judged, unless the time is over.
        public var requestsMinimum = 20

        /// Ten seconds, with one error in a hundred.
        public init() {}
    }

    /// When it begins.
    public var begin = Duration.zero
    /// Whether each server first finishes what it has, while it gets nothing new.
    public var drains = true
    /// How long that may take; then it goes on regardless.
    public var drainTimeout = Duration.seconds(30)
    /// How often it asks the proxy what a server has to do, and how many errors there are.
    public var poll = Duration.milliseconds(100)
    /// How long an answer to an order may take; without one the order is repeated for as long as a
    /// new process may take to be well.
    public var timeout = Duration.seconds(1)
    /// Bytes of the package.
    public var package = 50_000_000
    /// The ways of the package, the first that works.
    public var transfers = [Transfer(.scp), Transfer(.http)]
    /// What a server must answer before it is put back.
    public var health = Health()
    /// What happens after it is put back.
    public var watch = Watch()
    /// What is put into service.
    public var version = ReleasedVersion()
    /// A bug that a test wants to see noticed.
    package var plantedBug: DeploymentPlantedBug?

    /// A deployment of a version that is as good as the one before.
    public init() {}
}

/// How a version of the servers differs from the one that runs at the start.
public struct ReleasedVersion: Equatable, Sendable {
    /// What it is called: the one at the start is version 1.
    public var number = 2
    /// How long a request takes, where that differs.
    public var service: DurationDistribution?
    /// Errors that some requests get, instead of those of the version before.
    public var failures: [WebServerSettings.Failure] = []
    /// Whether it says that it is well.
    public var isHealthy = true
    /// From the end of the old process until the new one answers.
    public var start = DurationDistribution.constant(.seconds(2))

    /// A version that is as good as the one before.
    public init() {}

    /// The settings of a server of this version that had `settings`.
    func applied(to settings: WebServerSettings) -> WebServerSettings {
        var changed = settings
        if let service { changed.service = service }
        changed.failures = failures
        changed.isHealthy = isHealthy
        return changed
    }
}

/// The servers of a deployment, and who sends them their requests.
public struct DeploymentTargets: Equatable, Sendable {
    /// A server, and the groups that it belongs to.
    public struct Server: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// The names of the groups.
        public var upstreams: [String]

        /// A server of these groups.
        public init(_ name: String, in upstreams: [String]) {
            self.name = name
            self.upstreams = upstreams
        }
    }

    /// The servers, in the order of their turns.
    public var servers: [Server]
    /// The nodes of the proxies that must be told.
    public var proxies: [String]

    /// Servers behind these proxies.
    public init(_ servers: [Server], behind proxies: [String]) {
        self.servers = servers
        self.proxies = proxies
    }
}

/// A mistake in a deployment that `DeploymentChecker` must notice.
package enum DeploymentPlantedBug: String, CaseIterable, Sendable {
    /// A server is restarted before it has finished what it has.
    case impatient
    /// A server is not put back before the next one has its turn.
    case forgetful
    /// A server keeps the bad version.
    case lenient
    /// A server that was told to drain is taken to do so from then on.
    case trusting
}
