import Simulator

/// The proxies of a scenario.
struct ProxyPart {
    /// What each of them did.
    let journals: [ProxyJournal]
    /// Who had the address that they share, where they do.
    let addressJournal: AddressJournal?
    /// The servers of their groups, and where they are told about those.
    let targets: DeploymentTargets

    /// The most servers of a group whose choices are followed by a checker.
    static let checkedMaximum = 64

    /// Builds the proxies in front of the servers.
    init(
        _ specification: ProxySpecification,
        _ cluster: ClusterSpecification,
        journals: [ProxyJournal],
        in simulation: Simulation,
        network: Network,
        _ plantedBugs: PlantedBugs
    ) throws(ScenarioRunningError) {
        let zones = Dictionary(cluster.proxyZones.map { ($0, 1) }, uniquingKeysWith: +)
        var settings = ProxySettings(
            specification,
            servers: cluster.knownBackends,
            standard: cluster.backends.map(\.name),
            zones: zones
        )
        settings.isChecked = settings.allUpstreams.allSatisfy {
            $0.servers.count <= Self.checkedMaximum
        }
        self.journals = journals
        addressJournal = specification.failover.map { _ in AddressJournal() }
        targets = DeploymentTargets(settings, behind: specification.names)
        for index in settings.upstreams.indices {
            settings.upstreams[index].group.plantedBug = plantedBugs.upstream
        }
        for reload in settings.reloads.indices {
            for index in settings.reloads[reload].upstreams.indices {
                settings.reloads[reload].upstreams[index].group.plantedBug = plantedBugs.upstream
            }
        }
        settings.clients.plantedBug = plantedBugs.proxyClients
        do {
            for upstream in settings.allUpstreams {
                // Whether the groups of all zones can be made is the same from every zone.
                _ = try ZonalUpstream(
                    upstream.servers,
                    settings: upstream.group,
                    zones: upstream.zones(from: cluster.proxyZones.first ?? "")
                )
            }
        } catch {
            throw .invalid("the proxy's servers do not fit: \(error)")
        }
        for (index, (name, journal)) in zip(specification.names, journals).enumerated() {
            let random = simulation.random(name)
            let address = addressJournal.flatMap { journal in
                specification.failover.map { SharedAddress($0, specification.names, journal) }
            }
            simulation.addNode(
                name,
                placement: specification.standing.placement(.balancer, index, on: cluster.machines)
            ) { [network, settings] node in
                // The groups were made once before, so that they can be made.
                _ = try? Proxy.start(
                    on: node,
                    network: network,
                    settings: settings,
                    journal: journal,
                    random: random.split("incarnation \(node.incarnation)")
                )
                address?.start(index, on: node, network: network)
            }
        }
    }
}

/// The address that several proxies share.
private struct SharedAddress: Sendable {
    let settings: VirtualRouter.Settings
    let names: [String]
    let journal: AddressJournal

    init(_ settings: VirtualRouter.Settings, _ names: [String], _ journal: AddressJournal) {
        self.settings = settings
        self.names = names
        self.journal = journal
    }

    /// The priority of the last one, the default of the protocol.
    private static let lowestPriority = 100

    /// Has the proxy with this index share it; the first one has it at the start.
    func start(_ index: Int, on node: Node, network: Network) {
        let priority = min(254, Self.lowestPriority + names.count - 1 - index)
        AddressHolder.start(
            VirtualRouter(priority: priority, number: -index, settings: settings),
            of: ClusterSpecification.proxyName,
            beside: names.filter { $0 != node.name },
            hasAddress: index == 0 && node.incarnation == 1,
            on: node,
            network: network,
            journal: journal
        )
    }
}
