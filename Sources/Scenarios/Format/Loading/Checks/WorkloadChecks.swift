import Simulator

/// Checks that everything that is asked of a cluster finds somebody who does it.
struct WorkloadChecks {
    let scenario: Scenario
    /// The tree from which it was read.
    let tree: YAMLNode

    /// Notes every workload that nothing answers, and every name in it that does not exist.
    func run(_ reading: inout Reading) {
        checkNames(&reading)
        ProxyPathChecks(scenario: scenario, tree: tree).run(&reading)
        for (index, workload) in scenario.workload.enumerated() {
            switch workload {
            case .requests(let requests):
                if scenario.requestAddresses.isEmpty {
                    report(
                        "nothing answers it",
                        at: [index, "requests"],
                        "cluster.balancer or cluster.proxy"
                    )
                }
                let place = ["workload", String(index), "requests", "path"]
                ProxyPathChecks(scenario: scenario, tree: tree)
                    .checkRequests(for: requests.path, at: place, &reading)
            case .calls(let calls):
                checkAddresses(of: calls, index, &reading)
                if scenario.callAddress == nil, calls.contains(where: { $0.to == nil }) {
                    report(
                        "nothing answers it",
                        at: [index, "calls"],
                        "cluster.balancer, .proxy, .gateway, .backup, .object-store or "
                            + ".queue.manager"
                    )
                }
            case .jobs(let jobs): check(jobs, index)
            case .objects(let objects): checkObjects(objects, index, &reading)
            case .messages(let messages): checkMessages(messages, index, &reading)
            case .producerLog(let log): checkLog(log.id, "producer-log", index, &reading)
            case .consumerLog(let log): checkLog(log.id, "consumer-log", index, &reading)
            case .deploy: checkDeployment(index, &reading)
            }
        }

        func report(_ problem: String, at place: [any CustomStringConvertible], _ wanted: String) {
            add(problem, at: ["workload"] + place.map(\.description), wanted, nil, &reading)
        }

        func check(_ jobs: JobsSpecification, _ index: Int) {
            guard let cluster = scenario.cluster.mapReduce else {
                return report("nothing does them", at: [index, "jobs"], "cluster.coordinator")
            }
            let through: [any CustomStringConvertible] = [index, "jobs", "through"]
            switch jobs.through {
            case .coordinator: break
            case .gateway where cluster.gateway == nil:
                report("there is no gateway", at: through, "cluster.gateway")
            case .proxy where !ProxyPathChecks(scenario: scenario, tree: tree).leadJobsToGateways:
                let wanted = "gateways as servers of the upstream for /api/jobs"
                report("no proxy leads to the gateways", at: through, wanted)
            case .gateway, .proxy: break
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

    /// Calls that go past what stands in front go to somebody who serves HTTP.
    private func checkAddresses(
        of calls: [CallSpecification],
        _ index: Int,
        _ reading: inout Reading
    ) {
        let roles: [FaultRole] = [.server, .balancer, .gateway, .objectStore, .backup, .manager]
        let known =
            scenario.cluster.components.filter { roles.contains($0.role) }.flatMap(\.names)
            + scenario.cluster.addedNames + scenario.storeAddresses
        for (number, call) in calls.enumerated() {
            guard let name = call.to, !known.contains(name) else { continue }
            add(
                "nobody called \"\(Shortened.text(name))\" answers calls",
                at: ["workload", String(index), "calls", String(number), "to"],
                (1...8).contains(known.count) ? Shape.oneOf(known) : nil,
                NearestWord.to(name, among: known),
                &reading
            )
        }
    }

    /// Logs go through a manager, and each has a number of its own.
    private func checkLog(
        _ id: Int,
        _ kind: String,
        _ index: Int,
        _ reading: inout Reading
    ) {
        let path = ["workload", String(index), kind]
        if scenario.cluster.queue?.manager == nil {
            add("nobody takes part in it", at: path, "cluster.queue.manager", nil, &reading)
        }
        let isTaken = scenario.workload[..<index].contains { workload in
            switch workload {
            case .producerLog(let log): kind == "producer-log" && log.id == id
            case .consumerLog(let log): kind == "consumer-log" && log.id == id
            default: false
            }
        }
        if isTaken {
            add("another one has the number \(id)", at: path + ["id"], nil, nil, &reading)
        }
    }

    /// Messages go to a topic that there is.
    private func checkMessages(
        _ messages: MessagesSpecification,
        _ index: Int,
        _ reading: inout Reading
    ) {
        let path = ["workload", String(index), "messages"]
        guard let queue = scenario.cluster.queue else {
            return add("nothing keeps them", at: path, "cluster.queue", nil, &reading)
        }
        guard !messages.topic.isEmpty else { return }
        let names = queue.topics.map(\.name)
        guard let topic = queue.topics.first(where: { $0.name == messages.topic }) else {
            return add(
                "there is no topic \"\(Shortened.text(messages.topic))\"",
                at: path + ["topic"],
                names.count <= 8 ? Shape.oneOf(names) : nil,
                NearestWord.to(messages.topic, among: names),
                &reading
            )
        }
        if let partition = messages.partition, partition >= topic.partitions {
            add(
                "the topic has no partition \(partition)",
                at: path + ["partition"],
                "0 to \(topic.partitions - 1)",
                nil,
                &reading
            )
        }
    }

    /// Operations go to a bucket that there is.
    private func checkObjects(
        _ objects: ObjectsSpecification,
        _ index: Int,
        _ reading: inout Reading
    ) {
        let path = ["workload", String(index), "objects"]
        guard let store = scenario.cluster.objectStore else {
            return add("nothing keeps them", at: path, "cluster.object-store", nil, &reading)
        }
        let names = store.buckets.map(\.name)
        let bucket = store.buckets.first { $0.name == objects.bucket }
        let ends = bucket?.lifecycle.contains { $0.expirationDays != nil } ?? false
        if ends, objects.recordsHistory {
            add(
                "the lifecycle of the bucket ends objects of which the history knows",
                at: path + ["bucket"],
                "history: false",
                nil,
                &reading
            )
        }
        guard !objects.bucket.isEmpty, !names.contains(objects.bucket) else { return }
        add(
            "there is no bucket \"\(Shortened.text(objects.bucket))\"",
            at: path + ["bucket"],
            names.count <= 8 ? Shape.oneOf(names) : nil,
            NearestWord.to(objects.bucket, among: names),
            &reading
        )
    }

    /// Servers are drained by a proxy, and a deployer has a node of its own.
    private func checkDeployment(_ index: Int, _ reading: inout Reading) {
        let path = ["workload", String(index), "deploy"]
        if scenario.cluster.proxy == nil {
            add("nothing can drain a server", at: path, "cluster.proxy", nil, &reading)
        }
        if scenario.cluster.servers == nil {
            add("there are no servers", at: path, "cluster.servers", nil, &reading)
        }
        if scenario.cluster.proxy?.reloads.isEmpty == false {
            add("a reload forgets which servers drain", at: path, "no reloads", nil, &reading)
        }
        if scenario.cluster.autoscaler != nil {
            add("an autoscaler changes the servers", at: path, "a fixed number", nil, &reading)
        }
        if case .deploy(let deployment) = scenario.workload[index] {
            ProxyPathChecks(scenario: scenario, tree: tree).requireServed(
                deployment.settings.health.path,
                at: path + ["health", "path"],
                &reading
            )
        }
        let names = scenario.deployments.indices.map(Scenario.deployerName)
        let others = scenario.cluster.components.flatMap(\.names)
        guard let taken = names.first(where: others.contains) else { return }
        add("a component is called \"\(taken)\"", at: path, "another name", nil, &reading)
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
        reading.report(
            problem,
            in: tree,
            at: path,
            expected: expected,
            suggestion: suggestion
        )
    }
}

extension Scenario {
    /// The components to which requests go, in turn: the balancer or the proxies.
    var requestAddresses: [String] {
        if cluster.balancer != nil { return [ClusterSpecification.balancerName] }
        return cluster.proxy?.addresses ?? []
    }

    /// The component to which calls go: that of requests, or else the gateway, the node that makes
    /// backups, the first region of the object store, or the manager of a queue.
    var callAddress: String? {
        requestAddresses.first ?? gatewayNames.first
            ?? (cluster.backup == nil ? nil : BackupSpecification.nodeName)
            ?? cluster.objectStore?.nodeNames.first
            ?? (cluster.queue?.manager == nil ? nil : QueueManagerSpecification.names.first)
    }

    /// The gateways of MapReduce jobs.
    var gatewayNames: [String] { cluster.mapReduce?.gatewayNames ?? [] }
}
