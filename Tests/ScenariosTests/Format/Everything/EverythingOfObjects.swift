/// A scenario that says every key of an object store and of what is asked of one.
let everythingOfObjects = """
    version: 1
    name: objects
    seed: 3
    start: 2024-02-28T22:00:00Z
    cluster:
      object-store:
        regions: [us-east-1, eu-west-1]
        buckets:
          - {name: data, versioning: true, replicate-to: copy}
          - {name: copy, region: eu-west-1, versioning: true}
          - {name: plain}
        read-latency: {lognormal: {median: 100ms, sigma: 0.5}}
        write-latency: 120ms
        list-latency: {uniform: 50ms...80ms}
        connection-bandwidth: 10MB
        fast-connections: 4
        replication-lag: {exponential: 2s}
        limits: {writes: 50/s, reads: 80/s, split-after: 5s, partitions: 4}
        faults:
          custom:
            throttling: 1%
            internal-error: 1%
            lost-request: 0.5%
            lost-answer: 0.5%
            slow-first-byte: 2%
            corruption: 1%
            slowness: 3s
        client: {attempts: 5, timeout: 10s, backoff: 200ms, backoff-maximum: 5s, jitter: 50%, checksums: true}
    workload:
      - objects:
          bucket: data
          prefix: in/
          count: 40
          size: 1KiB...12MiB
          part-size: 5MiB
          actions: {put: 4, put-if-absent: 1, put-if-match: 1, get: 4, head: 1, delete: 1, list: 1}
          key: {zipf: {exponent: 1, population: 10}}
          arrival: {poisson: 5/s}
          from: 1s
          history: true
      - objects: {bucket: plain, for: 4s, size: 0B, actions: {put: 1}, history: false}
    faults:
      - {at: 3s, for: 2s, target: {region: us-east-1}, kind: crash}
      - {at: 6s, for: 2s, target: {node: s3-eu-west-1}, kind: pause}
      - {at: 11s, for: 1s, target: {role: client}, kind: {partition: {from: {region: us-east-1}}}}
      - {at: 9s, for: 1s, target: {role: object-store, mode: one}, kind: {latency: 1s}}
    expect:
      - invariant: objects-linearizable
      - invariant: objects-intact
      - objects.failed == 0
      - object-latency.p99 < 1h
      - 'store.requests{region="us-east-1", kind="write"} > 0'
    report:
      - quantiles: object-latency
      - table: [objects.retries, store.throttled]
    """

/// A scenario whose store fails as a word says.
let everythingOfPresets = """
    version: 1
    name: presets
    seed: 3
    cluster: {object-store: {buckets: [{name: data}], faults: {preset: light}}}
    """

/// A scenario that says every key of policies and notifications.
let everythingOfEvents = """
    version: 1
    name: events
    seed: 3
    cluster:
      object-store:
        notification-lag: 2s
        buckets:
          - name: data
            policy:
              - {actions: [read, list, write], callers: [a, b], prefix: p/}
              - {effect: deny, actions: [delete, bypass-governance, configure]}
              - {effect: allow, actions: [read]}
            notifications:
              - {id: new, events: ["s3:ObjectCreated:*", "s3:ObjectTagging:Put"], prefix: p/, suffix: .log, to: jobs}
              - {id: gone, events: ["s3:ObjectRemoved:*"], to: audit}
    workload: [{calls: [{at: 1s, method: PUT, path: /data/p/a.log, body: a, expect: {status: 200}}]}]
    faults: [{at: 0s, for: 5s, target: {role: listener, mode: one}, kind: crash}]
    expect:
      - 'events.sent{listener="jobs"} == 1'
      - events.delivered == 1
      - events.lost == 0
      - event-latency.max < 30s
      - invariant: events-delivered
    """

/// A scenario that says every key of jobs whose input and results are in a store.
let everythingOfStoredJobs = """
    version: 1
    name: stored-jobs
    seed: 3
    cluster:
      object-store: {buckets: [{name: data}, {name: results}]}
      reduce-workers: {results-to: {bucket: results, prefix: out/}}
      topics: [{name: words, stored-in: {bucket: data, prefix: in/}, generate: {count: 20}}]
    workload: [{jobs: {count: 1, topic: words}}]
    """

/// A scenario that says every key of backups and a sync.
let everythingOfBackups = """
    version: 1
    name: backups
    seed: 3
    until: 2d
    cluster:
      machines: [{name: m, zone: a}]
      object-store: {buckets: [{name: data, versioning: true}, {name: mirror}], faults: light}
      backup:
        directory: /srv/data
        files: {count: 6, size: 1KiB...4KiB, every: 2h, edited: 2, added: 1, removed: 1}
        buckets: [data]
        schedule: "0 2 * * *"
        retention: 20h
        grace: 4h
        compression: true
        encryption: true
        concurrency: 2
        attempts: 4
        backoff: 500ms
        sync: {bucket: mirror, interval: 30m, compression: false, concurrency: 2, attempts: 3, backoff: 2s}
        zone: b
        on: m
    workload:
      - calls: [{at: 5h, path: /api/v1/s3/stats, expect: {status: 200}}]
    faults:
      - {at: 8h, for: 10s, target: {role: backup}, kind: crash}
    expect:
      - backups.complete == 2
      - 'backups.kept{region="us-east-1"} == 1'
      - sync.failed == 0
      - invariant: backups-restore
      - invariant: backups-deleted-by-rule
      - invariant: restores-verified
      - invariant: backup-objects-written-once
      - invariant: sync-keeps-what-was-acknowledged
    """
