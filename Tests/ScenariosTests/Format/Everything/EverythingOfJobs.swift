/// A scenario that says every key and kind at least once of what concerns MapReduce jobs.
let everythingOfJobs = """
    version: 1
    name: everything-of-jobs
    seed: 7
    ties: first
    cluster:
      machines: {count: 3, names: "rack {i}", first: 0, zone: z2}
      coordinator:
        count: 3
        attempts: 5
        backoff: {first: 2s, factor: 1.5x, maximum: 20s, jitter: 25%}
        restarts: 50
        heartbeat-timeout: 10s
        concurrent-maps: 8
        queue-depth: 1_000
        speculation: spark-4
        assignment: consistent-hash
        tasks-per-second: 500
        tick: 500ms
        lease: 6s
        order-timeout: 2s
        job-timeout: 30m
        locality-wait: 1s
        sub-coordinators: 2
        tasks-through: topic
        zone: [z1, z2]
        on: "rack 0"
      map-workers: {count: 5, memory: 1GiB, per-event: 50us, per-byte: 10ns, zone: z1, on: ["rack 0", "rack 1"]}
      reduce-workers: {count: 3, memory: 900MB, per-key: 10us, per-value: 1us, result-batch: 7, zone: z2, on: "rack 2"}
      workers: {heartbeat: 1s, idle-memory: 64MiB, memory-factor: 2.5x, restart-delay: 1s}
      shuffle:
        {store: redis, masters: 3, replicas: 1, node-timeout: 5s, time-to-live: 30m, memory: 1MiB, pair-overhead: 64B, when-full: allkeys-lru,
         pipeline: 10, operations-per-second: 5_000, timeout: 1s, zone: z1, on: "rack 1"}
      database:
        {inserts-per-second: 5_000, query: 1ms, group-commit: 1, queue: 100, connections: 50, replicas: 2,
         replica-period: 200ms, replica-delay: 1s, zone: z2, on: "rack 2"}
      gateway:
        {count: 2, rate: 50/s, burst: 60, deadline: 10s, timeout: 1s, concurrency: 10, zone: [z1, z2], on: ["rack 0", "rack 1"],
         breaker: {window: 20, minimum-calls: 10, failure-rate: 40%, wait: 5s, trials: 3}}
      topics:
        - name: access
          partitions: 2
          dealing: by-user
          bytes-per-second: 1_000_000
          zone: [z1, z2]
          on: ["rack 0", "rack 2"]
          copies: 2
          remote-bytes-per-second: 10_000
          remote-latency: 5ms
          generate:
            {logs: apache, count: 300, vocabulary: 50, skew: 0, words: 0, errors: 10%, rate: 20/s, disorder: 2s,
             late: 1%, lateness: 10s, latency: 5ms, request-time: true, users: 40, sessions: {concurrent: 5, events: 4.5},
             bad: 2%, line-length: 256B}
        - {name: hdfs logs, generate: {logs: hdfs, skew: 1.5}}
        - {name: machine logs, generate: {logs: syslog}}
        - {name: objects, dealing: round-robin, generate: {logs: json}}
        - {name: words, generate: {logs: application}}
        - {name: a file, partitions: 3, file: logs/some file.log.gz}
    workload:
      - jobs:
          {count: 2, names: "words {i}", topic: words, mappers: 7, reducers: 3, map: word-count, reduce: sum,
           combine: false, bad-records: fail, arrival: {constant: 1/s}, from: 1s, for: 1m, patience: 5m}
      - jobs: {names: "b{i}", topic: words, map: log-level, reduce: count, arrival: {closed: {clients: 2}}, for: 30s, bad-records: skip}
      - jobs: {count: 1, names: c, topic: access, map: ipv4, reduce: min, arrival: {all-at: 2s}, through: coordinator}
      - jobs:
          {count: 1, names: d, topic: access, map: http-status, reduce: max,
           window: {tumbling: {size: 5s, timestamps: apache, year: 2000, out-of-orderness: 1s, allowed-lateness: 1s}}}
      - jobs: {count: 1, names: e, topic: access, map: url-path, reduce: mean, through: gateway}
      - jobs:
          count: 1
          names: f
          topic: machine logs
          map: {regex: {expression: "\\\\[(\\\\d+)\\\\]: #"}}
          reduce: distinct
          window: {sliding: {size: 10s, slide: 2s, timestamps: syslog, year: 2023, out-of-orderness: 1s, allowed-lateness: 2s}}
      - jobs: {count: 1, names: g, topic: hdfs logs, map: {grep: {expression: ERROR}}, reduce: distinct-estimate}
      - jobs: {count: 1, names: h, topic: a file, map: INVERTED_INDEX, reduce: postings}
      - jobs: {count: 1, names: n, topic: a file, map: {inverted-index: {}}, reduce: {postings: {}}}
      - jobs: {count: 1, names: i, topic: objects, map: {json-field: {key: service, value: latency_ms}}, reduce: {percentile: {percent: 99.5}}}
      - jobs: {count: 1, names: j, topic: objects, map: {json-field: {key: status}}, reduce: {percentile-sketch: {percent: 50, accuracy: 0.05}}}
      - jobs: {count: 1, names: k, topic: objects, map: {json-field: {key: user, value: message}}, reduce: {top-k: {k: 3}}}
      - jobs:
          {count: 1, names: l, topic: objects, map: {json-field: {key: user}}, reduce: sessions,
           window: {session: {gap: 1.5s, timestamps: iso8601, year: 2001, out-of-orderness: 2s, allowed-lateness: 1s}}}
      - jobs: {count: 1, names: m, topic: hdfs logs, map: word-count, reduce: TOP_K, window: {tumbling: {size: 1s, timestamps: hdfs}}}
    faults:
      - {at: 1s, target: {role: coordinator, mode: leader}, kind: crash, for: 2s}
      - {at: 1s, target: {role: map-worker, mode: one}, kind: pause, for: 2s}
      - {at: 1s, target: {node: reduce-worker-3}, kind: crash}
      - {at: 1s, target: {node: database}, kind: {partition: {from: {role: coordinator}}}, for: 1s}
      - {at: 1s, target: {zone: z1, mode: all}, kind: {partition: {from: {node: database}}}, for: 1s}
      - {at: 1s, target: {node: map-worker-1}, kind: {partition: {from: {machine: "rack 2"}}}, for: 1s}
      - {at: 1s, target: {role: shuffle, mode: {exactly: 1}}, kind: {slow: {factor: 3x}}}
      - {at: 1s, target: {link: {from: map-worker-1, to: shuffle-2}}, kind: {loss: 5%}}
      - {at: 1s, target: {node: shuffle-2-replica-1}, kind: crash}
      - {at: 1s, target: {role: sub-coordinator, mode: one}, kind: crash}
      - {at: 1s, target: {role: database-replica, mode: one}, kind: crash}
      - {at: 1s, target: {role: gateway, mode: one}, kind: pause, for: 1s}
    expect:
      - jobs.completed == 15
      - tasks.started{type="map"} > 7
      - mapreduce_jobs_failed_total == 0
      - topic.lag.max{topic="hdfs logs"} <= 4_000
      - job-latency.p99{job="words 1"} < 1m
      - shuffle.commands{cmd="rpush"} > 0
      - invariant: every-job-ends
      - invariant: output-equals-sequential-run
    claims: [{source: a, says: b, check: map.rate > 12_500}]
    report:
      - results: 3
      - quantiles: task-duration
      - table: [recovery.max, failover.max, worker-detection.p50, memory.used.mean, shuffle.saving]
    """
