import Simulator

/// What stands: machines, servers and the balancer in front of them, and what MapReduce jobs need.
public struct ClusterSpecification: Sendable, Equatable {
    /// The machines on which components stand together; empty when each has its own.
    public var machines: [MachineSpecification] = []
    /// The servers; they stand unless only other things do.
    public var servers: ServersSpecification? = ServersSpecification()
    /// The balancer in front of the servers, if there is one.
    public var balancer: BalancerSpecification?
    /// The reverse proxy in front of the servers, if there is one.
    public var proxy: ProxySpecification?
    /// What adds and removes servers behind the proxy, if anything does.
    public var autoscaler: AutoscalerSpecification?
    /// The database that all servers query, if there is one.
    public var sharedDatabase: SharedDatabaseSpecification?
    /// The cache that all servers share, if there is one.
    public var sharedCache: SharedCacheSpecification?
    /// The object store, if there is one.
    public var objectStore: ObjectStoreSpecification?
    /// The queue of messages, if there is one.
    public var queue: QueueSpecification?
    /// The node whose files are backed up, if there is one.
    public var backup: BackupSpecification?
    /// What MapReduce jobs need, if there are any.
    public var mapReduce: MapReduceSpecification?

    /// Three servers without a balancer.
    public init() {}

    /// The name of the balancer as the target of faults.
    public static let balancerName = "balancer"
    /// The name of the proxy as the target of faults; several are numbered.
    public static let proxyName = "proxy"
    /// The name of the autoscaler as the target of faults.
    public static let autoscalerName = "autoscaler"
    /// The name of the client that runs the workloads.
    public static let clientName = "client"

    /// The names of the servers at the start.
    public var serverNames: [String] { servers?.allNames ?? [] }

    /// The zones of the servers at the start, in their order.
    var serverZones: [String] {
        guard let servers else { return [] }
        return (0..<servers.count).map { servers.standing.zone(of: $0, on: machines) }
    }

    /// What the groups of a proxy are made of where they do not say it: the servers, or else the
    /// gateways.
    var backends: [(name: String, zone: String)] {
        servers == nil ? gateways : zip(serverNames, serverZones).map { ($0, $1) }
    }

    /// What the groups of a proxy can be made of.
    var knownBackends: [(name: String, zone: String)] {
        zip(serverNames, serverZones).map { ($0, $1) } + gateways
    }

    /// The gateways of MapReduce jobs, with their zones.
    private var gateways: [(name: String, zone: String)] {
        guard let mapReduce else { return [] }
        return mapReduce.gatewayNames.enumerated().map { index, name in
            (name, mapReduce.standing(of: .gateway).zone(of: index, on: machines))
        }
    }

    /// The zones of the proxies, in their order.
    var proxyZones: [String] {
        guard let proxy else { return [] }
        return (0..<proxy.count).map { proxy.standing.zone(of: $0, on: machines) }
    }

    /// The components at the start, by role.
    public var components: [(role: FaultRole, names: [String])] {
        [
            (.server, serverNames),
            (
                .balancer,
                (balancer == nil ? [] : [Self.balancerName])
                    + (proxy?.names ?? [])
            ),
            (.autoscaler, autoscaler == nil ? [] : [Self.autoscalerName]),
            (.client, [Self.clientName]),
        ] + backingComponents + (mapReduce?.components ?? [])
            + (objectStore.map { [(.objectStore, $0.nodeNames), (.listener, $0.listenerNames)] }
                ?? [])
            + (queue?.components ?? [])
            + (backup == nil ? [] : [(.backup, [BackupSpecification.nodeName])])
    }

    /// Where components stand, by the key of their section.
    private var standings: [(key: String, standing: StandingSpecification)] {
        var standings: [(key: String, standing: StandingSpecification)] = []
        if let servers { standings.append(("servers", servers.standing)) }
        if let balancer { standings.append(("balancer", balancer.standing)) }
        if let proxy { standings.append(("proxy", proxy.standing)) }
        if let autoscaler { standings.append(("autoscaler", autoscaler.standing)) }
        if let sharedDatabase { standings.append(("shared-database", sharedDatabase.standing)) }
        if let sharedCache { standings.append(("shared-cache", sharedCache.standing)) }
        if let backup { standings.append(("backup", backup.standing)) }
        return standings + (mapReduce?.standings ?? [])
    }

    /// Every zone that has something in it.
    var zones: [String] {
        standings.flatMap(\.standing.zones) + machines.map(\.zone) + regions
    }

    /// The regions of the object store.
    var regions: [String] { objectStore?.regions ?? [] }
}

extension ClusterSpecification: Section {
    static let name = "cluster"
    static let documentation = "What stands."
    static var fields: [Field<Self>] {
        [
            .key("machines", \.machines, .machines, "Machines on which components stand together."),
            .optional(
                "servers",
                \.servers,
                .section,
                "The servers; they stand also without this key where nothing else is named."
            ),
            .optional(
                "balancer",
                \.balancer,
                .section,
                "A balancer that places requests on a ring and replaces servers that died."
            ),
            .optional("proxy", \.proxy, .section, "A reverse proxy in front of the servers."),
            .optional(
                "autoscaler",
                \.autoscaler,
                .section,
                "Adds servers behind the proxy and removes some, by how much they are used."
            ),
            .optional(
                "shared-database",
                \.sharedDatabase,
                .section,
                "The database that all servers query."
            ),
            .optional("shared-cache", \.sharedCache, .section, "The cache that all servers share."),
            .optional("object-store", \.objectStore, .section, "An object store as S3 is."),
            .optional("queue", \.queue, .section, "A queue of messages as Kafka is."),
            .optional(
                "backup",
                \.backup,
                .section,
                "A node whose files are backed up to the object store."
            ),
        ] + MapReduceSpecification.fields(\.mapReduce)
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        let hasOther = mapReduce != nil || objectStore != nil || queue != nil
        if node.entry("servers") == nil, hasOther, balancer == nil, autoscaler == nil,
            proxy == nil || mapReduce?.gateway != nil
        {
            servers = nil
        }
        if balancer != nil, proxy != nil {
            reading.report(
                "'balancer' and 'proxy' exclude each other",
                at: node.location(at: ["proxy"]),
                expected: "one of them"
            )
        }
        checkUpstreams(node, &reading)
        checkAutoscaler(node, &reading)
        checkBacking(node, &reading)
        checkBackups(node, &reading)
        checkStoredPlaces(node, &reading)
        checkQueuedTopics(node, &reading)
        let known = machines.map(\.name)
        for (key, standing) in standings {
            for (index, name) in standing.machines.enumerated() where !known.contains(name) {
                reading.within(key) { reading in
                    reading.within("on") { reading in
                        reading.report(
                            "there is no machine \"\(Shortened.text(name))\"",
                            at: node.location(
                                at: key.split(separator: ".").map(String.init) + [
                                    "on", String(index),
                                ]
                            ),
                            expected: known.isEmpty ? "cluster.machines to name it" : nil,
                            suggestion: NearestWord.to(name, among: known)
                        )
                    }
                }
            }
        }
        reading.reportShared(components, node)
    }
}

extension ClusterSpecification {
    /// Notes servers of an upstream that do not exist.
    private func checkUpstreams(_ node: YAMLNode, _ reading: inout Reading) {
        let known = proxy == nil ? [] : knownBackends.map(\.name)
        for (path, upstream) in proxy?.allUpstreams ?? [] {
            for (place, server) in upstream.servers.enumerated()
            where !known.contains(server.name) {
                reading.within("proxy") { reading in
                    reading.report(
                        "there is no server \"\(Shortened.text(server.name))\"",
                        at: node.location(
                            at: ["proxy"] + path + ["servers", String(place), "name"]
                        ),
                        suggestion: NearestWord.to(server.name, among: known)
                    )
                }
            }
        }
        guard proxy?.reloads.isEmpty == false, autoscaler != nil else { return }
        reading.within("proxy") { reading in
            reading.report(
                "a reload forgets the servers that an autoscaler added",
                at: node.location(at: ["proxy", "reloads"]),
                expected: "either reloads or an autoscaler"
            )
        }
    }
}

extension Reading {
    /// Notes names that two components have.
    fileprivate mutating func reportShared(
        _ components: [(role: FaultRole, names: [String])],
        _ node: YAMLNode
    ) {
        let servers = components.first { $0.role == .server }?.names ?? []
        let others = components.filter { $0.role != .server }.flatMap(\.names)
        guard let taken = servers.prefix(1_000).first(where: others.contains) else { return }
        within("servers") { reading in
            reading.within("names") { reading in
                reading.report(
                    "the name \"\(taken)\" is taken",
                    at: node.location(at: ["servers", "names"])
                )
            }
        }
    }
}
