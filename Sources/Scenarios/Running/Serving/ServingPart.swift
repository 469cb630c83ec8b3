import Simulator

/// The servers of a scenario and the balancer in front of them.
struct ServingPart {
    /// What the balancer did.
    let journal = BalancerJournal()
    /// The ring at the start, where there is a balancer.
    private(set) var placement: (any Placement)?

    /// Builds the servers, and the balancer where there is one.
    init(
        _ cluster: ClusterSpecification,
        _ servers: ServersSpecification,
        in simulation: Simulation,
        network: Network,
        _ plantedBug: BalancerPlantedBug?
    ) throws(ScenarioRunningError) {
        let fleet = ServerFleet(
            servers,
            on: cluster.machines,
            spawnTime: cluster.balancer?.heartbeat.spawnTime ?? .constant(.zero),
            simulation: simulation,
            network: network
        )
        for (ordinal, name) in servers.allNames.enumerated() { fleet.add(name, ordinal: ordinal) }
        guard let balancer = cluster.balancer else { return }
        let random = simulation.random("balancer")
        let pool = try Self.pool(balancer, servers, random, plantedBug)
        placement = pool.placement
        var settings = BalancerSettings(balancer)
        settings.plantedBug = plantedBug
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
    }

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
