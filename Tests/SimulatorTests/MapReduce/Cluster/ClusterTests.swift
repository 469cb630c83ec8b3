import Testing

@testable import Simulator

/// Jobs on a simulated cluster, without and with faults.
struct ClusterTests {
    @Test func `a healthy cluster gives what a sequential run gives`() throws {
        let result = ClusterBed().run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty)
        #expect(result.outcomes.map(\.status) == [.completed])
        #expect(result.journal.metrics.total("mapreduce_tasks_started_total") == 6)
        #expect(result.journal.metrics.total("mapreduce_tasks_completed_total") == 6)
        #expect(result.end < .zero.advanced(by: .seconds(30)))
    }

    @Test func `ten jobs at once all come to their end`() throws {
        var bed = ClusterBed()
        bed.jobs = 10
        let result = bed.run()
        #expect(result.run.violations.isEmpty)
        #expect(result.findings.isEmpty)
        #expect(result.outcomes.allSatisfy { $0.status == .completed })
    }
}

/// How a cluster is laid out.
struct ClusterLayoutTests {
    @Test func `nodes take the places of their role in turn`() {
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        var settings = MapReduceClusterSettings(mapWorkers: 3)
        settings.placements[.mapWorker] = [
            NodePlacement(zone: "a", machine: "rack-1"), NodePlacement(zone: "b"),
        ]
        _ = MapReduceCluster(
            settings,
            in: simulation,
            network: Network(simulation: simulation),
            library: CatalogLibrary(topics: [:])
        )
        let workers = simulation.nodes.filter { $0.role == "map-worker" }
        #expect(workers.map(\.name) == ["map-worker-1", "map-worker-2", "map-worker-3"])
        #expect(workers.map(\.zone) == ["a", "b", "a"])
        #expect(workers.map(\.machine) == ["rack-1", nil, "rack-1"])
        #expect(simulation.node(named: "database")?.zone == "default")
    }
}

/// Coordinators that follow one another.
struct LeadershipTests {
    /// Each leader is crashed for good, until nobody is left.
    @Test func `a fault aimed at the leader finds each that follows`() {
        var bed = ClusterBed()
        bed.settings.coordinators = 3
        bed.settings.costs.perEvent = .seconds(1)
        bed.patience = .seconds(300)
        bed.plans = [
            FaultPlan(
                .every(.seconds(40), until: .seconds(90)),
                .role("coordinator"),
                .leader,
                [.crash]
            )
        ]
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.journal.leaders.count == 3)
        #expect(Set(result.journal.leaders.map(\.name)).count == 3)
        #expect(result.outcomes.map(\.status) == [.completed])
    }
}
