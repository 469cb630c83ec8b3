import Simulator

/// Checks that everything that is asked of a cluster finds somebody who does it.
struct WorkloadChecks {
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    /// Notes every workload that nothing answers, and every name in it that does not exist.
    func run(_ reading: inout Reading) {
        checkNames(&reading)
        for (index, workload) in scenario.workload.enumerated() {
            switch workload {
            case .requests:
                if scenario.cluster.balancer == nil {
                    report("nothing answers it", at: [index, "requests"], "cluster.balancer")
                }
            case .calls:
                if scenario.callAddress == nil {
                    report(
                        "nothing answers it",
                        at: [index, "calls"],
                        "cluster.balancer or cluster.gateway"
                    )
                }
            case .jobs(let jobs): check(jobs, index)
            }
        }

        func report(_ problem: String, at place: [any CustomStringConvertible], _ wanted: String) {
            add(problem, at: ["workload"] + place.map(\.description), wanted, nil, &reading)
        }

        func check(_ jobs: JobsSpecification, _ index: Int) {
            guard let cluster = scenario.cluster.mapReduce else {
                return report("nothing does them", at: [index, "jobs"], "cluster.coordinator")
            }
            if jobs.through == .gateway, cluster.gateway == nil {
                report("there is no gateway", at: [index, "jobs", "through"], "cluster.gateway")
            }
            let topics = cluster.topics.map(\.name)
            guard !jobs.topic.isEmpty, !topics.contains(jobs.topic) else { return }
            add(
                "there is no topic \"\(Shortened.text(jobs.topic))\"",
                at: ["workload", String(index), "jobs", "topic"],
                topics.isEmpty ? "cluster.topics to name it" : Shape.oneOf(topics),
                NearestWord.to(jobs.topic, among: topics),
                &reading
            )
        }
    }

    /// Two jobs of one name would be one job.
    private func checkNames(_ reading: inout Reading) {
        var owners: [String: Int] = [:]
        for (index, workload) in scenario.workload.enumerated() {
            guard case .jobs(let jobs) = workload else { continue }
            let names = (1...min(jobs.count ?? Self.namesMaximum, Self.namesMaximum)).map {
                NameText.filled(jobs.names, $0)
            }
            let taken = names.first { owners[$0] != nil }
            for name in names { owners[name] = index }
            guard let taken else { continue }
            add(
                "a second job is called \"\(Shortened.text(taken))\"",
                at: ["workload", String(index), "jobs", "names"],
                "names of their own, such as \"words-{i}\"",
                nil,
                &reading
            )
        }
    }

    /// How many names of a workload are compared with those of the others.
    private static let namesMaximum = 10_000

    private func add(
        _ problem: String,
        at path: [String],
        _ expected: String?,
        _ suggestion: String?,
        _ reading: inout Reading
    ) {
        var diagnostic = Diagnostic(problem, at: tree.location(at: path))
        diagnostic.path = path.joined(separator: ".")
        diagnostic.expected = expected
        diagnostic.suggestion = suggestion
        reading.add(diagnostic)
    }
}

extension Scenario {
    /// The component to which calls go: the balancer, or else the gateway.
    var callAddress: String? {
        if cluster.balancer != nil { return ClusterSpecification.balancerName }
        let gateways = cluster.mapReduce?.components.first { $0.role == .gateway }
        return gateways?.names.first
    }
}
