import Simulator

/// Checks that what is said of clients, and of what a proxy does for them, concerns somebody.
struct ClientChecks {
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    private var requests: [RequestsSpecification] {
        scenario.workload.compactMap { workload in
            if case .requests(let requests) = workload { requests } else { nil }
        }
    }

    /// Notes everything that changes nothing.
    func run(_ reading: inout Reading) {
        for (index, workload) in scenario.workload.enumerated() {
            switch workload {
            case .requests(let requests): check(requests, index, &reading)
            case .calls(let calls):
                CallChecks(scenario: scenario, tree: tree).run(calls, index, &reading)
            case .jobs, .objects, .messages, .producerLog, .consumerLog, .deploy: break
            }
        }
        guard let proxy = scenario.cluster.proxy else { return }
        checkHeads(proxy, &reading)
        checkRoutes(proxy, &reading)
        checkGzip(proxy, &reading)
    }

    private func check(
        _ requests: RequestsSpecification,
        _ index: Int,
        _ reading: inout Reading
    ) {
        let path = ["workload", String(index), "requests"]
        if requests.slow != nil, scenario.cluster.proxy == nil {
            report("nothing waits for slow clients", path + ["slow"], "cluster.proxy", &reading)
        }
        if requests.slow != nil, requests.path == "/health" {
            report(
                "the proxy answers \(requests.path) at once, without a server",
                path + ["slow"],
                "another path",
                &reading
            )
        }
        if requests.acceptsGzip != nil, scenario.cluster.proxy?.gzip == nil {
            report(
                "no response is compressed",
                path + ["accepts-gzip"],
                "cluster.proxy.gzip",
                &reading
            )
        }
    }

    /// A time for heads counts only where they take time.
    private func checkHeads(_ proxy: ProxySpecification, _ reading: inout Reading) {
        let path = ["cluster", "proxy", "client-header-timeout"]
        guard proxy.headerTimeout != ProxySpecification().headerTimeout, proxy.tls == nil,
            !requests.contains(where: { $0.slow?.sending != nil })
        else { return }
        report(
            "the head of no request takes time",
            path,
            "a workload with slow.sending, or cluster.proxy.tls",
            &reading
        )
    }

    private func checkRoutes(_ proxy: ProxySpecification, _ reading: inout Reading) {
        guard !requests.contains(where: { $0.slow?.reading.isEmpty == false }) else { return }
        for (index, route) in proxy.routes.enumerated() where !route.buffersResponses {
            report(
                "no client reads slowly",
                ["cluster", "proxy", "routes", String(index), "buffering"],
                "a workload with slow.reading",
                &reading
            )
        }
    }

    /// The greeting of `/home` is JSON.
    private func checkGzip(_ proxy: ProxySpecification, _ reading: inout Reading) {
        guard let gzip = proxy.gzip, let servers = scenario.cluster.servers else { return }
        let types = gzip.types + [.text]
        let isUsed = servers.endpoints.contains { endpoint in
            guard let size = endpoint.size else { return false }
            return size >= gzip.minimum && types.contains(endpoint.type)
        }
        guard !isUsed, !types.contains(.json) else { return }
        report(
            "no endpoint has anything to compress",
            ["cluster", "proxy", "gzip"],
            "an endpoint with a size, of one of the types",
            &reading
        )
    }

    private func report(
        _ problem: String,
        _ path: [String],
        _ expected: String,
        _ reading: inout Reading
    ) {
        reading.report(problem, in: tree, at: path, expected: expected)
    }
}

extension Scenario {
    /// Whether a run keeps account of the connections of a proxy's clients: some are slow, or take
    /// a handshake, or cannot be many, or get compressed responses.
    var watchesClients: Bool {
        guard let proxy = cluster.proxy else { return false }
        let isSlow = workload.contains { workload in
            if case .requests(let requests) = workload { requests.slow != nil } else { false }
        }
        return isSlow || proxy.tls != nil || proxy.gzip != nil || proxy.workerConnections != nil
    }
}
