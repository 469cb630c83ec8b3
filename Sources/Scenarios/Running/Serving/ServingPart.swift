import OrderedCollections
import Simulator

/// The servers of a scenario, and the balancer or proxy in front of them or of other things.
struct ServingPart {
    /// What the balancer did.
    let journal = BalancerJournal()
    /// The ring at the start, where there is a balancer.
    private(set) var placement: (any Placement)?
    /// The proxy, where there is one.
    private(set) var proxy: ProxyPart?
    /// Replaces the processes of servers, where versions are deployed.
    let supervisor: ServerSupervisor?
    /// Adds and removes servers, where that is done.
    private(set) var scaling: ScalingPart?
    private let fleet: ServerFleet?
    /// The database and the cache behind the servers, where there are any.
    let backing: BackingPart?

    /// Builds the servers where there are some, and what stands in front.
    init(
        _ cluster: ClusterSpecification,
        hasDeployments: Bool,
        in simulation: Simulation,
        network: Network,
        _ plantedBugs: PlantedBugs
    ) throws(ScenarioRunningError) {
        let proxyJournals = (cluster.proxy?.names ?? []).map { _ in ProxyJournal() }
        let underWay: @Sendable (String) -> Int = { name in
            proxyJournals.reduce(0) { $0 + ($1.figures(of: name)?.active ?? 0) }
        }
        let supervisor =
            hasDeployments
            ? ServerSupervisor(in: simulation, network: network, underWay: underWay) : nil
        let backing = cluster.servers.flatMap { servers in
            BackingPart(cluster, servers, in: simulation, network: network, plantedBugs.backing)
        }
        let fleet = cluster.servers.map { servers in
            ServerFleet(
                servers,
                on: cluster.machines,
                spawnTime: cluster.balancer?.heartbeat.spawnTime
                    ?? cluster.autoscaler?.bootTime ?? .constant(.zero),
                supervisor: supervisor,
                backing: backing,
                simulation: simulation,
                network: network
            )
        }
        (self.supervisor, self.backing, self.fleet) = (supervisor, backing, fleet)
        for (ordinal, name) in cluster.serverNames.enumerated() {
            fleet?.add(name, ordinal: ordinal)
        }
        if let specification = cluster.proxy {
            proxy = try ProxyPart(
                specification,
                cluster,
                journals: proxyJournals,
                in: simulation,
                network: network,
                plantedBugs
            )
        }
        guard let fleet, let servers = cluster.servers else { return }
        if let specification = cluster.autoscaler {
            scaling = ScalingPart(
                specification,
                cluster,
                servers,
                provider: fleet,
                underWay: underWay,
                in: simulation,
                network: network,
                plantedBugs.scaling
            )
        }
        if let balancer = cluster.balancer {
            placement = try start(
                balancer,
                cluster,
                fleet,
                servers,
                simulation,
                network,
                plantedBugs
            )
        }
    }

    /// Starts the balancer with the ring.
    ///
    /// - Returns: The ring.
    private func start(
        _ balancer: BalancerSpecification,
        _ cluster: ClusterSpecification,
        _ fleet: ServerFleet,
        _ servers: ServersSpecification,
        _ simulation: Simulation,
        _ network: Network,
        _ plantedBugs: PlantedBugs
    ) throws(ScenarioRunningError) -> any Placement {
        let random = simulation.random("balancer")
        let pool = try Self.pool(balancer, servers, random, plantedBugs.balancer)
        var settings = BalancerSettings(balancer)
        settings.plantedBug = plantedBugs.balancer
        let place = balancer.standing.placement(.balancer, 0, on: cluster.machines)
        simulation.addNode(ClusterSpecification.balancerName, placement: place) {
            [network, journal, settings] node in
            let random = random.split("incarnation \(node.incarnation)")
            Balancer.start(
                on: node,
                network: network,
                pool: pool.drawing(from: random.split("names")),
                settings: settings,
                launcher: fleet,
                journal: journal,
                random: random
            )
        }
        return pool.placement
    }

    /// How busy each server was.
    var meters: OrderedDictionary<String, ServerMeter> { fleet?.meters ?? [:] }

    private static func pool(
        _ balancer: BalancerSpecification,
        _ servers: ServersSpecification,
        _ random: RandomStream,
        _ plantedBug: BalancerPlantedBug?
    ) throws(ScenarioRunningError) -> ServerPool {
        var settings = PoolSettings(balancer)
        settings.plantedBug = plantedBug
        do {
            return try ServerPool(
                names: servers.allNames,
                placement: balancer.placement.makePlacement(),
                settings: settings,
                random: random.split("names")
            )
        } catch let error as PlacementError {
            throw .invalid("the servers do not fit the placement: \(error)")
        } catch let error as ScenarioRunningError {
            throw error
        } catch {
            throw .internalError("\(error)")
        }
    }
}
