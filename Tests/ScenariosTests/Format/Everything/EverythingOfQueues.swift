/// A scenario that says every key of a queue and of messages.
let everythingOfQueues = """
    version: 1
    name: queues
    seed: 3
    cluster:
      queue:
        brokers: 4
        topics:
          - {name: orders, partitions: 3, replicas: 3, minimum-in-sync: 2, unclean-election: true}
          - {name: log}
        shards: {hashed: {rendezvous: {seed: 2}}}
        flush-every: 10s
        flush-messages: 100
        segment: 1MiB
        retention: 1h
        retention-size: 10MiB
        offsets-partitions: 5
        session-timeout: 6s
        replica-lag: 10s
        rebalance: 1m
        request-time: 30us
        bandwidth: 100MB
        changes: [{at: 5s, add: broker-5}, {at: 10s, remove: broker-1}]
        consumers:
          - {name: audit, topics: [orders, log], from: earliest, commit: never}
          - name: billing
            count: 2
            topics: [orders]
            group: billing
            assignment: sticky
            from: latest
            commit: every
            commit-every: 2s
            processing: {exponential: 1ms}
            poll: 50
            session-timeout: 10s
            heartbeat: 1s
            rebalance-timeout: 30s
          - {name: early, topics: [log], group: early, assignment: round-robin, commit: before}
          - {name: late, topics: [log], group: late, assignment: range, commit: after}
    workload:
      - messages:
          topic: orders
          producers: 2
          count: 20
          key: {zipf: {}}
          size: 200B
          arrival: {constant: 10/s}
          from: 1s
          for: 10s
          acks: leader
          idempotent: false
          batch: 1KiB
          linger: 10ms
          in-flight: 1
          buffer: 1MiB
          request-timeout: 5s
          delivery-timeout: 20s
      - messages: {topic: log, partition: 0, count: 5, acks: none}
      - messages: {topic: log, count: 5, acks: all}
    faults:
      - {at: 3s, for: 1s, target: {role: broker, mode: one}, kind: crash}
      - {at: 3s, for: 1s, target: {role: controller}, kind: crash}
      - {at: 3s, for: 1s, target: {role: producer, mode: one}, kind: pause}
      - {at: 3s, for: 1s, target: {role: consumer, mode: one}, kind: pause}
    expect:
      - 'messages.sent{topic="orders"} == 40'
      - messages.acknowledged >= 0
      - messages.failed == 0
      - messages.unsettled == 0
      - 'messages.delivered{reader="audit"} >= 0'
      - messages.repeated >= 0
      - messages.lost >= 0
      - messages.duplicated >= 0
      - message-latency.p50 < 1m
      - acknowledgement.p50 < 1m
      - queue.bytes > 0
      - queue.elections > 0
      - queue.rebalances > 0
      - queue.refused-duplicates >= 0
      - queue.truncated >= 0
      - 'queue.shards{broker="broker-2"} >= 0'
      - 'queue.leaders{broker="broker-2"} >= 0'
      - queue.moved >= 0
      - invariant: messages-delivered
    """

/// A scenario whose shards are anywhere.
let everythingOfRandomShards = """
    version: 1
    name: shards
    seed: 3
    cluster: {queue: {topics: [{name: orders}], shards: random}}
    """

/// A scenario whose shards are dealt.
let everythingOfShardsInTurn = """
    version: 1
    name: shards
    seed: 3
    cluster: {queue: {topics: [{name: orders}], shards: {in-turn: }}}
    """

/// A scenario that says every key of a manager and of logs.
let everythingOfLogs = """
    version: 1
    name: logs
    seed: 3
    cluster:
      queue:
        brokers: 2
        broker-names: [broker0, broker1]
        topics: [{name: t1, partitions: 2}]
        manager: {replicas: 2, minimum-in-sync: 2, acks: all, timeout: 3s}
    workload:
      - calls: [{at: 1s, path: /brokers, expect: {json: {message: [broker0, broker1], status: success}}}]
      - consumer-log: {id: 1, from: 2s, topics: ["t1:*"], idle: 10s, poll: 20ms}
      - producer-log:
          id: 1
          from: 3s
          topics: ["t1:P1", "t1:P2"]
          lines: |
            0:00 a P1 t1
            0:01 b P2 t1
      - producer-log: {id: 2, from: 3s, topics: ["t1:*"], file: logs/producer_2.txt}
    faults:
      - {at: 30s, for: 1s, target: {role: manager, mode: one}, kind: crash}
    expect:
      - 'logs.sent{producer="log-producer-1"} == 2'
      - logs.acknowledged >= 0
      - logs.failures >= 0
      - 'logs.received{consumer="log-consumer-1"} >= 0'
      - invariant: logs-delivered
    """

/// A scenario whose jobs read from a queue.
let everythingOfQueuedJobs = """
    version: 1
    name: stream
    seed: 3
    cluster:
      queue: {topics: [{name: logs, partitions: 2}]}
      topics: [{name: logs, partitions: 2, through-queue: {arrival: {poisson: 50/s}, from: 2s}, generate: {count: 100}}]
    workload:
      - jobs: {count: 1, topic: logs, from: 10s}
    """
