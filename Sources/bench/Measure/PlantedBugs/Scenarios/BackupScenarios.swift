/// Scenarios in which the bugs of backups and of the sync show.
enum BackupScenarios {
    /// Backups every five minutes and a sync every minute, of files that change all the time, to a
    /// store that fails often, on a node that crashes often and three times for longer than backups
    /// are kept; some of them are restored. Now and then what is sent arrives minutes later.
    static func backups(seed: UInt64) -> String {
        """
        version: 1
        name: backups
        seed: \(seed)
        schedule: random
        start: 2024-01-01T00:00:00Z
        until: 4h
        cluster:
          object-store:
            regions: [a, b]
            buckets:
              - {name: near, versioning: true}
              - {name: far, region: b, versioning: true}
              - {name: mirror, versioning: true}
            faults: {custom: {throttling: 5%, internal-error: 5%, lost-request: 2%, lost-answer: 4%,
              corruption: 3%}}
            client: {attempts: 1, timeout: 5s}
          backup:
            buckets: [near, far]
            schedule: "*/5 * * * *"
            retention: 40m
            grace: 10m
            compression: \(seed.isMultiple(of: 2))
            encryption: \(seed.isMultiple(of: 2))
            concurrency: 2
            attempts: 2
            files: {count: 6, size: 5B...60B, every: 50s, edited: 2}
            sync: {bucket: mirror}
        workload:
          - calls: [\([25, 50, 80, 150].map(restore).joined(separator: ",\n    "))]
        faults: [\(faults(seed).joined(separator: ",\n  "))]
        """
    }

    /// A restore of the backup of a minute, seven minutes later.
    private static func restore(_ minute: Int) -> String {
        let number = minute % 60
        let name = "2024-01-01-0\(minute / 60)-\(number < 10 ? "0" : "")\(number)-00"
        return "{at: \(minute + 7)m, method: POST, path: /api/v1/s3/restore,"
            + " body: {backup_timestamp: \(name), local_path: /restored-\(minute)}}"
    }

    private static func faults(_ seed: UInt64) -> [String] {
        let crash = "until: 230m, kinds: [crash]"
        let outages = ([50, 115, 180] as [UInt64]).map { minute in
            "{at: \(minute + seed % 7)m, for: 45m, target: {role: backup}, kind: crash}"
        }
        return [
            "{random: {every: {exponential: 7m}, \(crash), for: 10s}, target: {role: backup}}",
            "{random: {every: {exponential: 20m}, \(crash), for: 1m},"
                + " target: {role: object-store, mode: one}}",
        ] + outages + lateBackups(seed) + lateSyncs(seed)
    }

    /// What a backup sends for some seconds arrives after the next backup, and the node crashes.
    private static func lateBackups(_ seed: UInt64) -> [String] {
        ([20, 35, 105, 170] as [UInt64]).flatMap { minute -> [String] in
            let drawn = (seed * 977 + minute * 131) % 9_000
            let begin = minute * 60_000 + drawn
            let links = ["a", "b"].map { region in
                late(at: begin, lasting: 3, toRegion: region, by: 420)
            }
            return links + [
                "{at: \(begin + 3_000)ms, for: 2s, target: {role: backup}, kind: crash}"
            ]
        }
    }

    /// What some of the last rounds of the sync send arrives after the last round.
    private static func lateSyncs(_ seed: UInt64) -> [String] {
        (231...235 as ClosedRange<UInt64>).map { minute in
            let drawn = (seed * 37 + minute * 131) % 700
            let begin = minute * 60_000 + drawn
            return late(at: begin, lasting: 2, toRegion: "a", by: (239 - minute) * 60 + 20)
        }
    }

    private static func late(
        at begin: UInt64,
        lasting seconds: Int,
        toRegion region: String,
        by delay: UInt64
    ) -> String {
        "{at: \(begin)ms, for: \(seconds)s, target: {link: {from: backup, to: s3-\(region)}},"
            + " kind: {latency: \(delay)s}}"
    }
}
