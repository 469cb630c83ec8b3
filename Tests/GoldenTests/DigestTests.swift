import Scenarios
import Simulator
import Testing

/// The digests of the shipped scenarios: a change of one event, instant or draw anywhere shows
/// here.
///
/// A digest that changes on purpose is replaced together with the reason, in the same commit. Debug
/// and release have the same.
struct DigestTests {
    @Test(arguments: ShippedScenario.all.map(\.name))
    func `a shipped scenario runs to its recorded digest`(name: String) throws {
        var digest = TraceDigest()
        var events: UInt64 = 0
        for cell in try ScenarioLoader.load(name).cells {
            let outcome = try ScenarioRunner().run(cell).outcome
            #expect(outcome.violations == [])
            digest.fold(outcome.digest.value, outcome.instant.nanoseconds)
            events += outcome.events
        }
        let recorded = Self.recorded[name]
        #expect("\(digest) \(events)" == recorded)
    }

    /// The digest over all cells, and how many events they took.
    private static let recorded = [
        "a-1": "",
        "a-2": "",
        "a-3": "",
        "a-4": "",
        "a-5-skewed-keys": "",
    ]
}
