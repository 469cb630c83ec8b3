public import Simulator

/// The places that a run of a scenario can reach: those of the models that stand in its cluster.
public enum CoverageCatalog {
    /// Whether a model stands in a scenario, and the places of its code.
    private typealias Model = (places: any Place.Type, stands: (Scenario) -> Bool)

    /// In the order in which reports list them.
    private static var models: [Model] {
        [
            (BalancerPlace.self, { $0.cluster.balancer != nil }),
            (ProxyPlace.self, { $0.cluster.proxy != nil }),
            (ScalingPlace.self, { $0.cluster.autoscaler != nil }),
            (DeploymentPlace.self, { !$0.deployments.isEmpty }),
            (
                BackingPlace.self,
                { $0.cluster.sharedDatabase != nil || $0.cluster.sharedCache != nil }
            ),
            (QueuePlace.self, { $0.cluster.queue != nil }),
            (MapReducePlace.self, { $0.cluster.mapReduce != nil }),
            (ObjectStorePlace.self, { $0.cluster.objectStore != nil }),
            (BackupPlace.self, { $0.cluster.backup != nil }),
        ]
    }

    /// The enumerations of the places of all models.
    public static var enumerations: [any Place.Type] { models.map(\.places) }

    /// The name of each place that a run of `scenario` can reach, and what happens there.
    public static func places(of scenario: Scenario) -> [(name: String, meaning: String)] {
        models.filter { $0.stands(scenario) }.flatMap { places(in: $0.places) }
    }

    /// The name of each place of an enumeration, and what happens there.
    public static func places(in enumeration: any Place.Type) -> [(name: String, meaning: String)] {
        func all<Places: Place>(_ type: Places.Type) -> [(name: String, meaning: String)] {
            type.allCases.map { ($0.rawValue, $0.meaning) }
        }
        return all(enumeration)
    }
}
