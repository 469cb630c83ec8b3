public import Simulator

/// What adds and removes servers behind a proxy.
public struct AutoscalerSpecification: Sendable, Equatable {
    /// How many there should be.
    public var settings = ScalingSettings()
    /// The group whose servers they are; without it, the first.
    public var upstream: String?
    /// Until a new server answers.
    public var bootTime = DurationDistribution.constant(.seconds(30))
    /// Where it stands.
    public var standing = StandingSpecification()

    /// From 1 to 10 servers, each used four fifths of its time.
    public init() {}
}

extension AutoscalerSpecification: Section {
    static let name = "autoscaler"
    static let documentation =
        "Adds servers behind the proxy and removes some, by how much they are used."

    static var fields: [Field<Self>] {
        ruleFields + timeFields + StandingSpecification.singleFields(\.standing)
    }

    private static var ruleFields: [Field<Self>] {
        [
            .optional("upstream", \.upstream, .name, "The group whose servers they are."),
            .key(
                "target",
                \.settings.target,
                .ratio,
                "The part of the time of a server's processors that should be used."
            ),
            .key(
                "tolerance",
                \.settings.tolerance,
                .ratio,
                "By which part of it the use may differ before anything is done."
            ),
            .key("minimum", \.settings.minimum, .integer(in: 1...10_000), "The fewest servers."),
            .key(
                "maximum",
                \.settings.maximum,
                .integer(in: 1...10_000, example: 10),
                "The most servers."
            ),
        ]
    }

    private static var timeFields: [Field<Self>] {
        [
            .key(
                "interval",
                \.settings.interval,
                .interval,
                "How often the use is looked at, and over how long it is taken."
            ),
            .key(
                "cooldown",
                \.settings.cooldown,
                .duration,
                "How long after a change is complete nothing is changed."
            ),
            .key("boot-time", \.bootTime, .distribution, "Until a new server answers."),
            .key(
                "drain-timeout",
                \.settings.drainTimeout,
                .duration,
                "How long a server that is removed may take to finish what it has."
            ),
            .key(
                "poll",
                \.settings.poll,
                .interval,
                "How often the proxy is asked whether it has."
            ),
            .key(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long an answer may take."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if settings.target == 0 {
            reading.report(
                "no number of servers is used that little",
                at: node.location(at: ["target"]),
                expected: "a ratio above 0%"
            )
        }
        if settings.minimum > settings.maximum {
            reading.report(
                "the minimum is above the maximum",
                at: node.location(at: ["minimum"]),
                expected: "at most \(NumberText.written(settings.maximum))"
            )
        }
    }
}

extension ClusterSpecification {
    /// The servers that an autoscaler may add to those of the start.
    var addedNames: [String] {
        guard let servers, let autoscaler, autoscaler.settings.maximum > servers.count else {
            return []
        }
        return (servers.count..<autoscaler.settings.maximum).map {
            NameText.filled(servers.names, servers.first + $0)
        }
    }

    /// Notes an autoscaler that cannot scale what stands.
    func checkAutoscaler(_ node: YAMLNode, _ reading: inout Reading) {
        guard let autoscaler else { return }
        func report(_ problem: String, at key: String? = nil, expected: String) {
            reading.within("autoscaler") { reading in
                reading.report(
                    problem,
                    at: node.location(at: ["autoscaler"] + (key.map { [$0] } ?? [])),
                    expected: expected
                )
            }
        }
        guard let proxy, let servers else {
            return report("nothing sends its servers requests", expected: "cluster.proxy")
        }
        let upstreams = proxy.upstreams.map(\.name)
        if let name = autoscaler.upstream, !upstreams.contains(name) {
            return report(
                "there is no upstream \"\(Shortened.text(name))\"",
                at: "upstream",
                expected: Shape.oneOf(upstreams)
            )
        }
        let upstream = proxy.upstreams.first { $0.name == autoscaler.upstream ?? upstreams[0] }
        if upstream?.servers.isEmpty == false {
            report(
                "the upstream \"\(upstream?.name ?? "")\" names its servers",
                expected: "an upstream of all servers"
            )
        }
        let bounds = autoscaler.settings.minimum...autoscaler.settings.maximum
        if !bounds.contains(servers.count) {
            report(
                "\(NumberText.grouped(servers.count)) servers stand at the start",
                expected: "from \(NumberText.written(bounds.lowerBound)) to "
                    + NumberText.written(bounds.upperBound)
            )
        }
        if bounds.upperBound > 1, NameText.pieces(servers.names).count == 1 {
            report(
                "all servers would be called \"\(Shortened.text(servers.names))\"",
                expected: "a name pattern such as \"Server {i}\" in cluster.servers.names"
            )
        }
        let others = components.filter { $0.role != .server }.flatMap(\.names)
        if let taken = addedNames.first(where: others.contains) {
            report("the name \"\(taken)\" is taken", expected: "other names of the servers")
        }
    }
}
