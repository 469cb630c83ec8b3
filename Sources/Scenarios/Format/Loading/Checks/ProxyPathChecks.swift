import Simulator

/// Checks that what a proxy passes on is served where it goes: by servers, or by gateways of jobs.
struct ProxyPathChecks {
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    /// What the servers of a group are.
    private enum Kind {
        case servers, gateways, both
    }

    private func kind(of upstream: UpstreamSpecification) -> Kind {
        let names = upstream.servers.map(\.name)
        guard !names.isEmpty else { return scenario.cluster.servers == nil ? .gateways : .servers }
        let gateways = scenario.gatewayNames
        if names.allSatisfy(gateways.contains) { return .gateways }
        return names.contains(where: gateways.contains) ? .both : .servers
    }

    /// Notes groups of which a request may go to one that does not know it, and checks that never
    /// pass.
    func run(_ reading: inout Reading) {
        for (place, upstream) in scenario.cluster.proxy?.allUpstreams ?? [] {
            let path = ["cluster", "proxy"] + place
            let kind = kind(of: upstream)
            if kind == .both {
                let problem = "has servers, and gateways of jobs, which serve other paths"
                add(problem, at: path + ["servers"], "one or the other", &reading)
            }
            guard let check = upstream.check else { continue }
            if kind == .servers { requireServed(check.path, at: path + ["check"], &reading) }
            guard kind == .gateways, check.path != "/health" else { continue }
            add(
                "no gateway serves \"\(Shortened.text(check.path))\"",
                at: path + ["check"],
                "/health",
                &reading
            )
        }
    }

    /// Notes a path of requests that is not served where some configuration has it go.
    func checkRequests(for target: String, at path: [String], _ reading: inout Reading) {
        guard let proxy = scenario.cluster.proxy else { return }
        var kinds: [Kind] = []
        for configuration in proxy.configurations {
            let upstream = upstream(for: target, in: configuration)
            if let upstream { kinds.append(kind(of: upstream)) }
        }
        if kinds.contains(.gateways), target != "/health", !target.hasPrefix(Self.jobs) {
            add(
                "no gateway serves \"\(Shortened.text(target))\"",
                at: path,
                "\(Self.jobs), what is below it, or /health",
                &reading
            )
        } else if kinds.contains(.servers) {
            requireServed(target, at: path, &reading)
        }
    }

    /// Where the gateways take jobs.
    private static let jobs = "/api/jobs"

    /// Whether requests about jobs go to gateways, and to nothing else, at any time.
    var leadJobsToGateways: Bool {
        guard let proxy = scenario.cluster.proxy, !scenario.gatewayNames.isEmpty else {
            return false
        }
        return proxy.configurations.allSatisfy { configuration in
            let below = configuration.routes.filter { $0.path.hasPrefix(Self.jobs) }
                .compactMap { route in
                    configuration.upstreams.first { $0.name == route.upstream }
                }
            guard let first = upstream(for: Self.jobs, in: configuration) else { return false }
            return (below + [first]).allSatisfy { kind(of: $0) == .gateways }
        }
    }

    /// The group of the longest route that a path begins with.
    private func upstream(
        for target: String,
        in configuration: ProxySpecification.Configuration
    ) -> UpstreamSpecification? {
        guard !configuration.routes.isEmpty else { return configuration.upstreams.first }
        let route = configuration.routes.filter { target.hasPrefix($0.path) }
            .max { $0.path.utf8.count < $1.path.utf8.count }
        return configuration.upstreams.first { $0.name == route?.upstream }
    }

    /// Notes a path that no server serves.
    func requireServed(_ target: String, at path: [String], _ reading: inout Reading) {
        guard let servers = scenario.cluster.servers else { return }
        let own = ["/home", "/health", "/heartbeat", "/metrics", "/headers"]
        let served = own + servers.endpoints.map(\.path)
        guard !served.contains(target) else { return }
        add(
            "no server serves \"\(Shortened.text(target))\"",
            at: path,
            "an endpoint in cluster.servers.endpoints",
            suggestion: NearestWord.to(target, among: served),
            &reading
        )
    }

    private func add(
        _ problem: String,
        at path: [String],
        _ expected: String?,
        suggestion: String? = nil,
        _ reading: inout Reading
    ) {
        var diagnostic = Diagnostic(problem, at: tree.location(at: path))
        diagnostic.path = path.joined(separator: ".")
        diagnostic.expected = expected
        diagnostic.suggestion = suggestion
        reading.add(diagnostic)
    }
}
