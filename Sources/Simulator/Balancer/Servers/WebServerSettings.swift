/// How a web server performs.
public struct WebServerSettings: Equatable, Sendable {
    /// In which order requests are served that are there at the same time.
    public enum Discipline: String, Equatable, Sendable, CaseIterable {
        /// As many as `concurrency` at once, each at full speed; the others wait for their turn.
        case fifo
        /// All at once; where they are more than `concurrency`, they share it evenly.
        case processorSharing = "processor-sharing"
    }

    /// Something that is served besides `/home`.
    public struct Endpoint: Equatable, Sendable {
        /// The path, without its query.
        public var path: String
        /// How long one request takes; what the server says where there is nothing.
        public var service: DurationDistribution?
        /// Queries to the shared database that one request makes, one after the other.
        public var queries = 0
        /// Whether answers are kept in the shared cache.
        public var isCached = false
        /// Whether requests that miss the same entry at the same time share their queries.
        public var coalesces = false
        /// What it answers with; the greeting where there is nothing.
        public var body: ResponseBody?

        /// The endpoint at `path`.
        public init(
            _ path: String,
            service: DurationDistribution? = nil,
            body: ResponseBody? = nil
        ) {
            self.path = path
            self.service = service
            self.body = body
        }
    }

    /// An answer that is an error, and how often it comes.
    public struct Failure: Equatable, Sendable {
        /// The status.
        public var status: Int
        /// The part of the requests that get it.
        public var probability: Double

        /// `status` with this probability.
        public init(status: Int, probability: Double) {
            self.status = status
            self.probability = probability
        }
    }

    /// How long one request takes.
    public var service: DurationDistribution
    /// Requests served at once.
    public var concurrency: Int
    /// Requests that may wait; more are refused.
    public var queue: Int
    /// Who is served when.
    public var discipline: Discipline
    /// What is served besides `/home`.
    public var endpoints: [Endpoint]
    /// How many times faster it is than the times of service say.
    public var speed = 1.0
    /// Errors that some requests get after their time of service; together at most 1.
    public var failures: [Failure]
    /// Whether `/health` says that it is well, or status 503.
    public var isHealthy = true
    /// The roles of those whom it accepts connections from; nothing for everybody.
    public var admittedRoles: [String]?
    /// How many requests it takes; nothing for as many as come.
    public var limit: Limit?

    /// A limit on the rate of requests, by a bucket of tokens.
    public struct Limit: Equatable, Sendable {
        /// Requests a second.
        public var rate: Double
        /// Requests that may come at once.
        public var burst: Int

        /// So many a second, and so many at once.
        public init(rate: Double, burst: Int) {
            self.rate = rate
            self.burst = burst
        }
    }

    /// A server with this performance.
    public init(
        service: DurationDistribution,
        concurrency: Int = 1,
        queue: Int = 100_000,
        discipline: Discipline = .fifo,
        endpoints: [Endpoint] = [],
        failures: [Failure] = []
    ) {
        precondition(concurrency > 0 && queue >= 0, "a server serves at least one request at once")
        self.service = service
        self.concurrency = concurrency
        self.queue = queue
        self.discipline = discipline
        self.endpoints = endpoints
        self.failures = failures
    }

    /// What a request for `path` asks of the database and the cache; nothing where it asks nothing.
    func backedEndpoint(for path: String) -> Endpoint? {
        endpoints.first { $0.path == path && $0.queries > 0 }
    }

    /// How long a request for `path` takes; nothing where it is not served.
    func service(for path: String) -> DurationDistribution? {
        if path == "/home" { return service }
        guard let endpoint = endpoints.first(where: { $0.path == path }) else { return nil }
        return endpoint.service ?? service
    }

    /// What a request for `path` is answered with, where it is not the greeting.
    func body(for path: String) -> ResponseBody? { endpoints.first { $0.path == path }?.body }

    /// Whether there is an endpoint that answers with something else than the greeting.
    var hasBodies: Bool { endpoints.contains { $0.body != nil } }
}
