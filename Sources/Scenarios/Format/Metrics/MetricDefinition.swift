/// A metric that expectations, claims and reports may name.
public struct MetricDefinition: Sendable, Equatable {
    /// What its values measure.
    public enum Unit: String, Sendable {
        /// Things counted.
        case count
        /// Virtual time.
        case duration
        /// A part of a whole.
        case ratio
        /// Anything else.
        case number
    }

    /// What a run must have to produce the metric.
    public enum Source: Sendable {
        /// Every run has it.
        case always
        /// A workload of `requests`.
        case requests
        /// A workload of `requests` that has a name.
        case namedRequests
        /// A workload of `calls`.
        case calls
        /// `cluster.balancer`.
        case balancer
        /// `cluster.proxy`.
        case proxy
        /// `cluster.proxy.failover`.
        case failover
        /// An upstream of `cluster.proxy` with a `breaker`.
        case breaker
        /// `cluster.proxy.reloads`.
        case reload
        /// `cluster.proxy`, and clients that it has to wait for, or do something for.
        case clients
        /// `cluster.proxy.tls`.
        case tls
        /// `cluster.proxy.gzip`.
        case gzip
        /// An account of how busy servers are.
        case serverUse
        /// A workload of `deploy`.
        case deploy
        /// `cluster.autoscaler`.
        case autoscaler
        /// `cluster.shared-database`.
        case sharedDatabase
        /// `cluster.shared-cache`.
        case sharedCache
        /// `cluster.servers.limit-requests`.
        case serverLimit
        /// A workload of `jobs`.
        case jobs
        /// What MapReduce jobs need.
        case mapReduce
        /// `cluster.object-store`.
        case objectStore
        /// `notifications` of a bucket.
        case notifications
        /// `cluster.backup`.
        case backup
        /// `cluster.backup.sync`.
        case sync
        /// A workload of `objects`.
        case objects
        /// `cluster.queue`.
        case queue
        /// A workload of `messages`.
        case messages
        /// A workload of `producer-log`.
        case producerLog
        /// A workload of `consumer-log`.
        case consumerLog
        /// `cluster.gateway`.
        case gateway
    }

    /// The name, such as `requests.completed`.
    public var name: String
    /// What its values measure.
    public var unit: Unit
    /// Figures of its distribution, such as `p99`; empty for a metric that is a single figure.
    public var statistics: [String]
    /// Labels by which it can be narrowed.
    public var labels: [String]
    /// Labels without which it means nothing.
    public var requiredLabels: [String]
    /// What a run must have to produce it.
    public var source: Source
    /// What it says, in a sentence.
    public var documentation: String

    init(
        _ name: String,
        _ unit: Unit,
        statistics: [String] = [],
        labels: [String] = [],
        requiredLabels: [String] = [],
        from source: Source,
        _ documentation: String
    ) {
        self.name = name
        self.unit = unit
        self.statistics = statistics
        self.labels = labels
        self.requiredLabels = requiredLabels
        self.source = source
        self.documentation = documentation
    }

    /// The names by which its figures are called: `latency.p99`, or the name alone.
    public var figures: [String] {
        statistics.isEmpty ? [name] : statistics.map { "\(name).\($0)" }
    }

    /// Whether a run of `scenario` has what the metric needs.
    func isProduced(by scenario: Scenario) -> Bool { source.missing(from: scenario) == nil }

    /// The unit of one of its figures; how many there are is a count, whatever they measure.
    public func unit(of statistic: String?) -> Unit {
        statistic == "count" ? .count : unit
    }
}

extension MetricDefinition.Source {
    private static let clientsWanted =
        "a workload with slow clients, or cluster.proxy.tls, .gzip or .worker-connections"

    /// What a scenario lacks to produce it; nil where it lacks nothing.
    func missing(from scenario: Scenario) -> String? {
        let cluster = scenario.cluster
        switch self {
        case .always: return nil
        case .balancer: return cluster.balancer == nil ? "cluster.balancer" : nil
        case .proxy: return cluster.proxy == nil ? "cluster.proxy" : nil
        case .failover: return cluster.proxy?.failover == nil ? "cluster.proxy.failover" : nil
        case .breaker:
            let has = cluster.proxy?.allUpstreams.contains { $0.upstream.breaker != nil } ?? false
            return has ? nil : "a breaker in cluster.proxy.upstreams"
        case .reload:
            return cluster.proxy?.reloads.isEmpty ?? true ? "cluster.proxy.reloads" : nil
        case .tls: return cluster.proxy?.tls == nil ? "cluster.proxy.tls" : nil
        case .gzip: return cluster.proxy?.gzip == nil ? "cluster.proxy.gzip" : nil
        case .clients: return scenario.watchesClients ? nil : Self.clientsWanted
        case .serverUse:
            let isKnown = cluster.autoscaler != nil || scenario.watchesClients
            return isKnown ? nil : "cluster.autoscaler, or \(Self.clientsWanted)"
        case .autoscaler: return cluster.autoscaler == nil ? "cluster.autoscaler" : nil
        case .sharedDatabase:
            return cluster.sharedDatabase == nil ? "cluster.shared-database" : nil
        case .sharedCache: return cluster.sharedCache == nil ? "cluster.shared-cache" : nil
        case .serverLimit:
            return cluster.servers?.limit == nil ? "cluster.servers.limit-requests" : nil
        case .mapReduce: return cluster.mapReduce == nil ? "cluster.coordinator" : nil
        case .gateway: return cluster.mapReduce?.gateway == nil ? "cluster.gateway" : nil
        case .requests:
            let has = scenario.workload.contains { if case .requests = $0 { true } else { false } }
            return has ? nil : "a workload of requests"
        case .namedRequests:
            return scenario.requestNames.isEmpty ? "a workload of requests with a name" : nil
        case .calls:
            let has = scenario.workload.contains { if case .calls = $0 { true } else { false } }
            return has ? nil : "a workload of calls"
        case .deploy: return scenario.deployments.isEmpty ? "a workload of deploy" : nil
        case .objectStore: return cluster.objectStore == nil ? "cluster.object-store" : nil
        case .notifications:
            let listens = cluster.objectStore?.listenerNames.isEmpty == false
            return listens ? nil : "notifications of a bucket"
        case .backup: return cluster.backup == nil ? "cluster.backup" : nil
        case .sync: return cluster.backup?.sync == nil ? "cluster.backup.sync" : nil
        case .objects:
            let has = scenario.workload.contains { if case .objects = $0 { true } else { false } }
            return has ? nil : "a workload of objects"
        case .queue: return cluster.queue == nil ? "cluster.queue" : nil
        case .messages:
            let has = scenario.workload.contains { if case .messages = $0 { true } else { false } }
            return has ? nil : "a workload of messages"
        case .producerLog:
            return scenario.logProducers.isEmpty ? "a workload of producer-log" : nil
        case .consumerLog:
            return scenario.logConsumers.isEmpty ? "a workload of consumer-log" : nil
        case .jobs:
            let has = scenario.workload.contains { if case .jobs = $0 { true } else { false } }
            return has ? nil : "a workload of jobs"
        }
    }
}

extension Scenario {
    /// The names of the workloads of requests that have one.
    var requestNames: [String] {
        workload.compactMap { workload in
            if case .requests(let requests) = workload { requests.name } else { nil }
        }
    }
}
