import OrderedCollections
import Scenarios
import Simulator
import Testing

/// Deployments and scaling as scenarios say them.
struct LifeCycleRunTests {
    private func deployment(_ text: String = "{at: 2s, package: 5MB}") -> String {
        """
        version: 1
        name: test
        seed: 1
        cluster:
          servers: {count: 3, service: {exponential: 100ms}, concurrency: 8}
          proxy: {upstreams: [{name: all}, {name: two, servers: [{name: Server 2}]}], routes: [{path: /, upstream: all}, {path: /two, upstream: two}]}
        workload:
          - requests: {for: 60s, arrival: {poisson: 60/s}}
          - deploy: \(text)
        """
    }

    private func scaling(
        _ autoscaler: String =
            "{minimum: 2, maximum: 4, boot-time: 5s, interval: 5s, cooldown: 10s}"
    ) -> String {
        """
        version: 1
        name: test
        seed: 1
        until: 200s
        cluster:
          servers: {count: 2, service: {exponential: 200ms}, concurrency: 8}
          proxy: {upstreams: [{strategy: least-connections}]}
          autoscaler: \(autoscaler)
        workload:
          - requests: {for: 100s, arrival: {poisson: 100/s}}
          - requests: {from: 100s, for: 90s, arrival: {poisson: 20/s}}
        """
    }

    private func run(_ text: String, _ bugs: (inout PlantedBugs) -> Void) throws -> RunRecord {
        var runner = ScenarioRunner()
        bugs(&runner.plantedBugs)
        return try runner.run(try cells(text)[0])
    }

    @Test
    func `a deployment is counted, timed and told`() throws {
        let record = try run(deployment()) { _ in }
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 1)
        #expect(record.metrics.total("deployment.transfers") == 3)
        #expect(record.metrics.total("requests.failed") == 0)
        let told = record.timeline.filter { $0.subject == "Server 2" }.map(\.event)
        #expect(
            told.filter { $0 != "drained" && $0 != "enabled" } == [
                "has its turn", "drains", "is idle", "has the package by scp",
                "restarts with the new version", "is well", "is put back", "has stood the test",
            ]
        )
        #expect(record.timeline.last?.event == "completed")
    }

    @Test
    func `two deployments follow each other, and the second one goes back to the first`() throws {
        let text =
            deployment("{at: 1s, package: 1MB, watch: {for: 1s}}")
            + "\n  - deploy: {at: 40s, package: 1MB, version: {healthy: false},"
            + " health: {deadline: 4s}}"
        let record = try run(text) { _ in }
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 1)
        #expect(record.metrics.total("deployments.rolled-back") == 1)
    }

    /// A bug that shows in a quiet cluster; for the other see `LifeCycleFaultTests`.
    @Test(arguments: DeploymentPlantedBug.allCases.filter { $0 != .trusting })
    func `the invariant of deployments notices a planted bug`(bug: DeploymentPlantedBug) throws {
        let version = bug == .lenient ? ", version: {healthy: false}" : ""
        let record = try run(deployment("{at: 2s, package: 10KB\(version)}")) {
            $0.deployment = bug
        }
        #expect(record.broken["deployment-in-turn"] != nil)
    }

    @Test
    func `servers come as the load asks for them, and go`() throws {
        let record = try run(scaling()) { _ in }
        #expect(record.broken == [:])
        #expect(record.metrics.total("requests.failed") == 0)
        let servers = try #require(record.metrics.gauges[MetricKey("servers.in-service")])
        // 100 a second for 200 ms keep 20 processors busy: 25 are used to 80 %, four servers of 8.
        #expect(servers.maximum == 4)
        #expect(servers.value == 2 && servers.minimum == 2)
        #expect(record.metrics.total("scaling.out") >= 1)
        #expect(record.metrics.total("scaling.in") >= 1)
        #expect(record.completed["Server 4"] ?? 0 > 100)
    }

    @Test
    func `an autoscaler that crashes goes on with what it added`() throws {
        let faults = "\nfaults: [{at: 60s, for: 5s, target: {role: autoscaler}, kind: crash}]"
        let record = try run(scaling() + faults) { _ in }
        #expect(record.broken == [:])
        #expect(record.metrics.total("requests.failed") == 0)
        let servers = try #require(record.metrics.gauges[MetricKey("servers.in-service")])
        #expect(servers.maximum == 4 && servers.value == 2)
    }

    @Test(arguments: ScalingPlantedBug.allCases.filter { $0 != .trusting })
    func `the invariant of scaling notices a planted bug`(bug: ScalingPlantedBug) throws {
        let settings =
            bug == .boundless
            ? "{minimum: 2, maximum: 2, boot-time: 5s, interval: 5s, cooldown: 10s}"
            : "{minimum: 1, maximum: 4, boot-time: 5s, interval: 5s, cooldown: 10s}"
        let record = try run(scaling(settings)) { $0.scaling = bug }
        #expect(record.broken["scaling-in-bounds"] != nil)
    }
}
