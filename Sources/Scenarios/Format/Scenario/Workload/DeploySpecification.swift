public import Simulator

/// A new version of the servers, put into service one server at a time.
public struct DeploySpecification: Sendable, Equatable {
    /// How it is done, and what is put into service.
    public var settings = DeploymentSettings()

    /// A version that is as good as the one before.
    public init() {}
}

extension DeploySpecification: Section {
    static let name = "deploy"
    static let documentation = "A new version of the servers, put into service one at a time."

    static var fields: [Field<Self>] { orderFields + stepFields }

    private static var orderFields: [Field<Self>] {
        [
            .key("at", \.settings.begin, .duration, "When it begins."),
            .key(
                "drain",
                \.settings.drains,
                .boolean,
                "Each server finishes what it has before it is restarted."
            ),
            .key(
                "drain-timeout",
                \.settings.drainTimeout,
                .duration,
                "How long that may take; then it is restarted all the same."
            ),
            .key(
                "poll",
                \.settings.poll,
                .interval,
                "How often the deployer asks what a server has to do, and how many errors it had."
            ),
            .key(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long an answer to an order may take."
            ),
        ]
    }

    private static var stepFields: [Field<Self>] {
        [
            .key("package", \.settings.package, .size, "The size of what each server gets."),
            .key(
                "transfer",
                \.settings.transfers,
                .list("a list of ways", of: .section, length: 1...10),
                "Ways of the package, tried in order."
            ),
            .key("health", \.settings.health, .section, "What a new process must answer."),
            .key("watch", \.settings.watch, .section, "What happens after a server is put back."),
            .key("version", \.settings.version, .section, "What is put into service."),
        ]
    }
}

extension DeploymentSettings.Transfer: Section {
    init() { self.init(.scp) }

    static var name: String { "transfer" }
    static var documentation: String { "A way by which the package reaches a server." }
    static var fields: [Field<Self>] {
        [
            .key("by", \.way, .choice("way", Way.self), required: true, "What carries it."),
            .key(
                "bytes-per-second",
                \.bytesPerSecond,
                .integer(in: 1...1_000_000_000_000, example: 10_000_000),
                "Bytes a second."
            ),
            .key("failures", \.failure, .ratio, "The part of the transfers that break off."),
        ]
    }
}

extension DeploymentSettings.Health: Section {
    static var name: String { "deploy-health" }
    static var documentation: String { "What a new process must answer before it is put back." }
    static var fields: [Field<Self>] {
        [
            .key("path", \.path, .requestPath, "What is asked for."),
            .key("passes", \.passes, .integer(in: 1...1_000), "Good answers in a row."),
            .key("interval", \.interval, .interval, "From one check to the next."),
            .key(
                "deadline",
                \.deadline,
                .positiveDuration,
                "After which the version is taken for bad."
            ),
        ]
    }
}

extension DeploymentSettings.Watch: Section {
    static var name: String { "watch" }
    static var documentation: String { "How long a server is watched that was put back." }
    static var fields: [Field<Self>] {
        [
            .key("for", \.duration, .duration, "For how long."),
            .key("errors", \.errorsMaximum, .ratio, "The part of the requests that may fail."),
            .key(
                "requests",
                \.requestsMinimum,
                .integer(in: 1...1_000_000, example: 20),
                "Requests before which nothing is judged, unless the time is over."
            ),
        ]
    }
}

extension ReleasedVersion: Section {
    static var name: String { "version" }
    static var documentation: String { "How a version differs from the one before." }
    static var fields: [Field<Self>] {
        [
            .optional(
                "service",
                \.service,
                .distribution,
                "Time of one request, where it differs."
            ),
            .key(
                "failures",
                \.failures,
                .list("a list of failures", of: .failure, length: 0...10),
                "Errors that some requests get."
            ),
            .key("healthy", \.isHealthy, .boolean, "Whether it says that it is well."),
            .key(
                "start",
                \.start,
                .distribution,
                "From the end of the old process until the new one answers."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard failures.reduce(0, { $0 + $1.probability }) > 1 + 1e-9 else { return }
        reading.report(
            "more requests fail than there are",
            at: node.location(at: ["failures"]),
            expected: "parts that make at most 100%"
        )
    }
}

extension ValueFormat where Value == WebServerSettings.Failure {
    /// An error that some requests get.
    fileprivate static var failure: ValueFormat {
        ValueFormat<FailureSpecification>.section.converted(
            to: { WebServerSettings.Failure(status: $0.status, probability: $0.part) },
            from: { failure in
                var specification = FailureSpecification()
                specification.status = failure.status
                specification.part = failure.probability
                return specification
            }
        )
    }
}

extension Scenario {
    /// The deployments, in the order of the workload.
    var deployments: [DeploymentSettings] {
        workload.compactMap { workload in
            if case .deploy(let deploy) = workload { deploy.settings } else { nil }
        }
    }

    /// What the node of a deployment is called, by its number from 0.
    static func deployerName(_ number: Int) -> String {
        number == 0 ? "deployer" : "deployer-\(number + 1)"
    }

    /// The components at the start, by role: those of the cluster, and those of the workload.
    var components: [(role: FaultRole, names: [String])] {
        cluster.components + [
            (.deployer, deployments.indices.map(Self.deployerName)),
            (.producer, producerNames + logProducers.map(\.nodeName)),
            (.consumer, logConsumers.map(\.nodeName)),
        ]
    }
}
