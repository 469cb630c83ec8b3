import Scenarios
import Simulator
import Testing

/// Backups every five minutes and a sync every minute, of files that change all the time, to a
/// store that fails often, on a node that crashes often; one of them is restored.
private func contended(seed: UInt64, versioning: Bool) -> String {
    """
    version: 1
    name: contended-backups
    seed: \(seed)
    schedule: random
    start: 2024-01-01T00:00:00Z
    until: 2h
    cluster:
      object-store:
        regions: [a, b]
        buckets:
          - {name: near, versioning: \(versioning)}
          - {name: far, region: b, versioning: \(versioning)}
          - {name: mirror, versioning: \(versioning)}
        faults: heavy
        client: {timeout: 5s}
      backup:
        buckets: [near, far]
        schedule: "*/5 * * * *"
        retention: 40m
        grace: 10m
        encryption: true
        concurrency: 2
        files: {count: 6, every: 50s, edited: 2}
        sync: {bucket: mirror}
    workload:
      - calls:
          - {at: 32m, method: POST, path: /api/v1/s3/restore, body: {backup_timestamp: 2024-01-01-00-25-00, local_path: /restored}}
          - {at: 93m, method: POST, path: /api/v1/s3/restore, body: {backup_timestamp: 2024-01-01-01-20-00, local_path: /restored/again}}
    faults:
      - {random: {every: {exponential: 7m}, until: 110m, kinds: [crash], for: 10s}, target: {role: backup}}
      - {random: {every: {exponential: 20m}, until: 110m, kinds: [crash], for: 1m}, target: {role: object-store, mode: one}}
    """
}

@Suite(.serialized)
struct BackupSweepTests {
    @Test(arguments: SweptSeeds.all)
    func `backups and a sync keep their promises`(seed: UInt64) throws {
        for versioning in [false, true] {
            let cells = try cells(contended(seed: seed, versioning: versioning))
            let record = try ScenarioRunner().run(cells[0])
            #expect(record.broken == [:], "seed \(seed), versioning: \(versioning)")
            #expect(record.metrics.total("backups.complete") > 3)
            #expect(record.metrics.total("sync.completed") > 30)
        }
    }
}
