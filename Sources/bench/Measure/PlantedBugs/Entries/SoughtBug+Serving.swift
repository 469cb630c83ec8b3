import Scenarios
import Simulator

extension SoughtBug {
    private static let balancer = BugBed("balancer", scenario: ServingScenarios.balancer)
    private static let balancerParts = BugBed("balancer-parts") { seed, bugs in
        try BalancerBed.run(seed: seed, planting: bugs.balancer)
    }
    private static let proxy = BugBed("proxy", scenario: ServingScenarios.proxy)
    private static let slowClients = BugBed("slow-clients", scenario: ServingScenarios.slowClients)
    private static let backing = BugBed("backing", scenario: ServingScenarios.backing)
    private static let deployment = BugBed("deployment", scenario: LifeCycleScenarios.deployment)
    private static let scaling = BugBed("scaling", scenario: LifeCycleScenarios.scaling)

    /// The bugs of what serves requests.
    static var ofServing: [SoughtBug] {
        BalancerPlantedBug.allCases.map { bug in
            let isOfParts = [.dropsRequestsOfTheDead, .usesTheLastPlacement].contains(bug)
            let bed = isOfParts ? balancerParts : balancer
            return SoughtBug("balancer", bug, bug.meaning, in: bed) { $0.balancer = bug }
        }
            + UpstreamPlantedBug.allCases.map { bug in
                SoughtBug("upstream", bug, bug.meaning, in: proxy) { $0.upstream = bug }
            }
            + ProxyClientPlantedBug.allCases.map { bug in
                SoughtBug("proxy-clients", bug, bug.meaning, in: slowClients) {
                    $0.proxyClients = bug
                }
            }
            + ScalingPlantedBug.allCases.map { bug in
                SoughtBug("scaling", bug, bug.meaning, in: scaling) { $0.scaling = bug }
            }
            + DeploymentPlantedBug.allCases.map { bug in
                SoughtBug("deployment", bug, bug.meaning, in: deployment) { $0.deployment = bug }
            }
            + BackingPlantedBug.allCases.map { bug in
                SoughtBug("backing", bug, bug.meaning, in: backing) { $0.backing = bug }
            }
    }
}
