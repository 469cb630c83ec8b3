import Scenarios
import Simulator
import Testing

/// The digests of the shipped scenarios: a change of one event, instant or draw anywhere shows here.
///
/// Of a matrix over the number of servers, the cells with three are run: the others differ by that only.
///
/// A digest that changes on purpose is replaced together with the reason, in the same commit. Debug
/// and release have the same.
struct DigestTests {
    @Test(arguments: ShippedScenario.all.map(\.name))
    func `a shipped scenario runs to its recorded digest`(name: String) throws {
        var digest = TraceDigest()
        var events: UInt64 = 0
        for cell in try ScenarioLoader.load(name).cells
        where cell.scenario.cluster.servers.count == 3 {
            let record = try ScenarioRunner().run(cell)
            let outcome = record.outcome
            #expect(outcome.violations == [])
            #expect(record.metrics.total("requests.completed") == 10_000)
            digest.fold(outcome.digest.value, outcome.instant.nanoseconds)
            events += outcome.events
        }
        let recorded = Self.recorded[name]
        #expect("\(digest) \(events)" == recorded)
    }

    /// The digest over all cells, and how many events they took.
    private static let recorded = [
        "a-1": "3d8bab3a00e2812f 50757",
        "a-2": "3d8bab3a00e2812f 50757",
        "a-3": "c6886b1f9f19f7fb 62170",
        "a-3-respawn": "235f9531a91d994f 79591",
        "a-4": "6e272a790547b61b 1159959",
        "a-5-skewed-keys": "784479a4efc62c52 100884",
    ]
}
