import Scenarios
import Simulator
import Testing

/// A bucket whose objects are written and deleted, with a listener that crashes often, and so does
/// the store.
private func told(seed: UInt64, faults: String = "", of actions: String) -> String {
    """
    version: 1
    name: told
    seed: \(seed)
    until: 10m
    cluster:
      object-store:
        buckets:
          - name: data
            versioning: true
            notifications:
              - {id: new, events: ["s3:ObjectCreated:*"], to: new}
              - {id: gone, events: ["s3:ObjectRemoved:*"], to: gone}
    workload:
      - objects:
          bucket: data
          prefix: k/
          count: 200
          actions: {\(actions)}
          key: {uniform: {population: 20}}
          arrival: {constant: 5/s}
    faults: [\(faults)]
    """
}

private let crashes = ["listener, mode: one", "object-store"].map { role in
    let kinds = "until: 60s, kinds: [crash], for: 2s"
    return "{random: {every: {exponential: 7s}, \(kinds)}, target: {role: \(role)}}"
}.joined(separator: ", ")

@Suite(.serialized)
struct EventSweepTests {
    @Test
    func `there is an event for each write and each deletion that clients made`() throws {
        let record = try ScenarioRunner().run(
            cells(told(seed: 1, of: "put: 3, delete: 1, get: 1"))[0]
        )
        let metrics = record.metrics
        #expect(record.broken == [:])
        for (listener, action) in [("new", "put"), ("gone", "delete")] {
            let made = metrics.total("objects.completed", .init("action", action))
            #expect(made > 20)
            for name in ["events.sent", "events.delivered"] {
                #expect(metrics.total(name, .init("listener", listener)) == made)
            }
        }
        #expect(metrics.total("events.repeated") == 0)
    }

    @Test(arguments: SweptSeeds.all)
    func `events arrive, whoever crashes`(seed: UInt64) throws {
        let record = try ScenarioRunner().run(
            cells(told(seed: seed, faults: crashes, of: "put: 3, delete: 1"))[0]
        )
        #expect(record.broken == [:])
        #expect(record.metrics.total("events.delivered") == record.metrics.total("events.sent"))
    }
}
