import OrderedCollections
import Scenarios
import Simulator
import Testing

/// Deployments and scaling while something breaks.
struct LifeCycleFaultTests {
    private func deployment(_ deploy: String, _ faults: String = "") -> String {
        """
        version: 1
        name: test
        seed: 1
        cluster:
          servers: {count: 3, service: {exponential: 100ms}, concurrency: 8}
          proxy: {upstreams: [{name: all}]}
        workload:
          - requests: {for: 60s, arrival: {poisson: 60/s}}
          - deploy: \(deploy)
        """ + (faults.isEmpty ? "" : "\nfaults: [\(faults)]")
    }

    private func scaling(_ faults: String) -> String {
        """
        version: 1
        name: test
        seed: 1
        until: 200s
        cluster:
          servers: {count: 2, service: {exponential: 200ms}, concurrency: 8}
          proxy: {upstreams: [{strategy: least-connections}]}
          autoscaler: {minimum: 2, maximum: 4, boot-time: 5s, interval: 5s, cooldown: 10s}
        workload:
          - requests: {for: 100s, arrival: {poisson: 100/s}}
          - requests: {from: 100s, for: 90s, arrival: {poisson: 20/s}}
        faults: [\(faults)]
        """
    }

    // MARK: Deployments

    @Test
    func `each of two deployments is judged by what was there at its own end`() throws {
        let text =
            deployment("{at: 1s, package: 1MB, watch: {for: 1s}}")
            + "\n  - deploy: {at: 40s, package: 1MB, watch: {for: 1s}}"
        let record = try run(text)
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 2)
    }

    /// A fault from an instant on, in whole microseconds.
    private func fault(at instant: VirtualInstant, _ text: String) -> String {
        "{at: \(instant.nanoseconds / 1_000)us, \(text)}"
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `an answer that is lost costs a deployment time only`(milliseconds: Int) throws {
        let deploy = "{at: 2s, package: 5MB, watch: {for: 1s}}"
        let quiet = try run(deployment(deploy))
        let arrival = try #require(
            quiet.timeline.first { $0.event == "has the package by scp" }
        ).instant
        // Nothing that the first server says reaches the deployer for three seconds, just when it
        // is told to start anew.
        let instant = arrival.advanced(by: .milliseconds(milliseconds))
        let text = "for: 3s, target: {link: {from: Server 1, to: deployer}}, kind: partition"
        let record = try run(deployment(deploy, fault(at: instant, text)))
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 1)
        #expect(record.timeline.count { $0.event == "restarts with the new version" } == 3)
    }

    @Test(arguments: [1_990, 2_005, 3_000, 6_500, 7_500])
    func `a proxy that does not answer for a while costs a deployment time only`(
        instant: Int
    ) throws {
        let record = try run(
            deployment(
                "{at: 2s, package: 5MB, watch: {for: 1s}}",
                "{at: \(instant)ms, for: 5s, target: {node: proxy},"
                    + " kind: {partition: {from: {node: deployer}}}}"
            )
        )
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 1)
        #expect(record.metrics.total("requests.failed") == 0)
    }

    /// The package of the first server is under way from second 2 to second 7.
    private static let forgottenDrain =
        "{at: 4s, for: 100ms, target: {node: proxy}, kind: crash}"

    @Test
    func `a server drains again that the proxy forgot to drain`() throws {
        let record = try run(deployment("{at: 2s, package: 50MB}", Self.forgottenDrain))
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 1)
        let told = record.timeline.filter { $0.subject == "Server 1" }.map(\.event)
        #expect(told.count { $0 == "drains" } == 2)
        #expect(told.count { $0 == "is idle" } == 2)
    }

    @Test
    func `the invariant of deployments notices a drain that was not asked for again`() throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.deployment = .trusting
        let text = deployment("{at: 2s, package: 50MB}", Self.forgottenDrain)
        let record = try runner.run(try cells(text)[0])
        let problem = record.broken["deployment-in-turn"]
        #expect(problem?.contains("'Server 1' was restarted with") == true)
    }

    @Test
    func `a version of which the proxy tells nothing has not stood the test`() throws {
        // The proxy answers the deployer again after the time to watch the first server.
        let record = try run(
            deployment(
                "{at: 2s, package: 1MB, watch: {for: 2s},"
                    + " version: {failures: [{status: 500, part: 50%}]}}",
                "{at: 7s, for: 20s, target: {node: proxy},"
                    + " kind: {partition: {from: {node: deployer}}}}"
            )
        )
        #expect(record.broken == [:])
        #expect(record.metrics.total("deployments.completed") == 0)
        #expect(!record.timeline.contains { $0.event == "has stood the test" })
    }

    // MARK: Scaling

    /// The proxy starts anew, with the two servers of its configuration, when there are four.
    private static let forgottenServers =
        "{at: 60s, for: 1s, target: {node: proxy}, kind: crash}"

    @Test
    func `servers that a proxy forgot get requests again`() throws {
        let record = try run(scaling(Self.forgottenServers))
        #expect(record.broken == [:])
        let late = record.timeline.filter {
            $0.event == "added" && $0.instant > .zero.advanced(by: .seconds(60))
        }
        #expect(Set(late.map(\.subject)) == ["Server 3", "Server 4"])
        // The one had been added before, the other was about to be.
        let out = record.timeline.count { $0.event.hasSuffix("1 more") }
        #expect(record.metrics.histograms[MetricKey("scaling.launch")]?.count == out)
    }

    @Test
    func `the invariant of scaling notices servers that are not in rotation`() throws {
        var runner = ScenarioRunner()
        runner.plantedBugs.scaling = .trusting
        let record = try runner.run(try cells(scaling(Self.forgottenServers))[0])
        let problem = record.broken["scaling-in-bounds"]
        #expect(problem?.contains("'Server 3' runs and is not in rotation") == true)
    }

    @Test
    func `a launch counts when the proxy has added the server, however late it says so`() throws {
        // Answers are lost from before the first server has booted until long after.
        let text = "for: 22s, target: {link: {from: proxy, to: autoscaler}}, kind: partition"
        let record = try run(scaling("{at: 8s, \(text)}"))
        #expect(record.broken == [:])
        let launches = try #require(record.metrics.histograms[MetricKey("scaling.launch")])
        #expect(launches.count == record.timeline.count { $0.event == "added" })
        #expect(launches.maximum >= .seconds(25))
    }

    @Test(arguments: [0, 500, 1_000])
    func `a server is added once, also where the answer to that was lost`(
        microseconds: Int
    ) throws {
        let quiet = try run(scaling("{at: 190s, target: {node: Server 2}, kind: restart}"))
        let first = try #require(quiet.timeline.first { $0.event == "added" }).instant
        let text = "for: 3s, target: {link: {from: proxy, to: autoscaler}}, kind: partition"
        let instant = first.advanced(by: .microseconds(microseconds))
        let record = try run(scaling(fault(at: instant, text)))
        #expect(record.broken == [:])
        let added = record.timeline.filter { $0.event == "added" }
        #expect(added.first?.instant == first)
        #expect(record.metrics.histograms[MetricKey("scaling.launch")]?.count == added.count)
    }

    @Test(arguments: [1_000, 3_000, 5_000, 7_000, 9_000, 11_000])
    func `a removal that was begun is finished, by whoever is there then`(delay: Int) throws {
        // The load falls at second 100; the autoscaler stops in what follows, for a second.
        let record = try run(
            scaling(
                "{at: \(100_000 + delay)ms, for: 1s, target: {role: autoscaler}, kind: crash},"
                    + "{at: \(100_100 + delay)ms, for: 300ms, target: {node: proxy}, kind: crash}"
            )
        )
        #expect(record.broken == [:])
        let servers = try #require(record.metrics.gauges[MetricKey("servers.in-service")])
        #expect(servers.value == 2)
    }

    @Test
    func `a server that is stopped stays so when its fault ends`() throws {
        // Server 3 is silent when the load falls, is removed and stopped, and would come back.
        let record = try run(scaling("{at: 95s, for: 60s, target: {node: Server 3}, kind: crash}"))
        #expect(record.broken == [:])
        let removed = record.timeline.last { $0.subject == "Server 3" && $0.event == "removed" }
        #expect(removed.map { $0.instant > .zero.advanced(by: .seconds(95)) } == true)
        let capacity = record.metrics.total("server.capacity", .init("server", "Server 3"))
        // Eight processors from second 10 to second 95, in microseconds.
        #expect((1...(8 * 85_000_000)).contains(capacity))
    }

    // MARK: Detection

    @Test
    func `a crash counts as noticed only before the server is back`() throws {
        // A tenth of a second goes unnoticed; a minute later the server stands still.
        func text(_ duration: String) -> String {
            """
            version: 1
            name: test
            seed: 1
            cluster:
              servers: {count: 3, service: 2ms}
              proxy: {upstreams: [{name: all, max-fails: 2, connect-timeout: 1s, read-timeout: 1s}]}
            workload:
              - requests: {for: 120s, arrival: {constant: 3/s}}
            faults:
              - {at: 10010ms, for: \(duration), target: {node: Server 1}, kind: crash}
              - {at: 60s, for: 20s, target: {node: Server 1}, kind: pause}
            """
        }
        let short = try run(text("20ms"))
        #expect(short.metrics.total("rotation.exclusions") > 0)
        #expect(short.metrics.histograms[MetricKey("rotation.detection")] == nil)
        let long = try run(text("20s"))
        #expect(long.metrics.histograms[MetricKey("rotation.detection")]?.count == 1)
    }
}
