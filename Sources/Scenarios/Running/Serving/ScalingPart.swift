import Simulator

/// The autoscaler of a scenario.
struct ScalingPart {
    /// What it did.
    let journal = ScalingJournal()
    private let settings: ScalingSettings

    /// Builds the autoscaler on a node of its own.
    init(
        _ specification: AutoscalerSpecification,
        _ cluster: ClusterSpecification,
        _ servers: ServersSpecification,
        provider: any ServerProvider,
        underWay: @escaping @Sendable (String) -> Int,
        in simulation: Simulation,
        network: Network,
        _ plantedBug: ScalingPlantedBug?
    ) {
        var settings = specification.settings
        settings.plantedBug = plantedBug
        self.settings = settings
        // The bug is only one where there are servers beyond the bound.
        let extra = plantedBug == .boundless ? 10 : 0
        let fleet = Autoscaler.Fleet(
            provider,
            names: (0..<settings.maximum + extra).map {
                NameText.filled(servers.names, servers.first + $0)
            },
            upstream: specification.upstream ?? cluster.proxy?.upstreams.first?.name ?? "",
            underWay: underWay
        )
        let proxies = cluster.proxy?.names ?? []
        let place = specification.standing.placement(.autoscaler, 0, on: cluster.machines)
        simulation.addNode(ClusterSpecification.autoscalerName, placement: place) {
            [network, journal, settings] node in
            Autoscaler.start(
                settings,
                of: fleet,
                behind: proxies,
                on: node,
                network: network,
                journal: journal
            )
        }
    }

    /// What is wrong with what it did; nothing where all is well.
    var problem: String? { ScalingChecker(settings, journal: journal).problem }
}
