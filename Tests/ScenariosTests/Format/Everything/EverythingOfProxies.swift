/// A scenario that says every key of a proxy and of what stands behind one.
let everythingOfProxies = """
    version: 1
    name: proxies
    seed: 3
    ties: reversed
    cluster:
      machines: [{name: m, zone: a}]
      servers:
        {count: 4, service: 5ms, zone: [a, b], discipline: processor-sharing, speed: [1x, 0.5x],
         endpoints: [{path: /voice, service: 1s, size: 10KB, type: json}, {path: /healthy}, {path: /up}], failures: [{status: 503, part: 1%}, {part: 0.1%}]}
      proxy:
        count: 2
        failover: {interval: 500ms, preempt: false}
        upstreams:
          - name: web
            strategy: consistent-hash
            key: path
            servers:
              - {name: Server 1, weight: 2, max-conns: 3, max-fails: 4, fail-timeout: 5s, down: true}
              - {name: Server 2}
            weight: 3
            max-conns: 10
            max-fails: 2
            fail-timeout: 20s
            next-upstream: {cases: [error, timeout, invalid-header, http-500, http-502, http-503, http-504, http-403, http-404, http-429, non-idempotent], tries: 3, timeout: 10s}
            connect-timeout: 1s
            read-timeout: 2s
            keepalive: {connections: 64, requests: 100, timeout: 30s, time: 10m}
            backoff: {first: 25ms, factor: 2x, maximum: 250ms, jitter: 50%}
            hedge: 50ms
            breaker: {window: 50, minimum-calls: 20, failure-rate: 40%, wait: 10s, trials: 3}
            circuit: {requests: 100, retries: 5, retry-budget: {percent: 25, minimum: 2}}
            check: {haproxy: {path: /healthy, inter: 3s, fastinter: 1s, downinter: 5s, timeout: 500ms, rise: 3, fall: 2}}
            outliers:
              {consecutive-5xx: 4, consecutive-gateway: 3, interval: 5s, base-time: 10s, max-time: 100s, jitter: 1s,
               max-percent: 50, always-one: true, enforce-5xx: 90, enforce-gateway: 80, enforce-success: 70, enforce-failure: 60,
               success-hosts: 3, success-requests: 50, success-deviations: 2.5, failure-percent: 75, failure-hosts: 2, failure-requests: 20}
            panic: 50%
          - {name: turns, servers: [{name: Server 3}, {name: Server 4, backup: true}], slow-start: 30s}
          - {name: least, strategy: least-connections, check: {alb: {path: /up, interval: 10s, timeout: 1s, healthy: 2, unhealthy: 3}}}
          - {name: time, strategy: least-time}
          - {name: address, strategy: ip-hash}
          - {name: plain, strategy: hash, key: client}
          - {name: bounded, strategy: {bounded-load: {factor: 1.5x}}}
          - {name: random, strategy: random}
          - {name: two, strategy: random-two}
          - {name: envoy, strategy: least-request, zone-aware: {min-servers: 2, enabled: 90}}
          - {name: peak, strategy: {peak-ewma: {decay: 5s}}}
          - {name: health, strategy: {health: {halving-time: 50ms}}}
          - {name: rounds, strategy: round-robin, fail-open: 2}
        routes:
          [{path: /, upstream: web}, {path: /voice, upstream: turns, buffering: false}, {path: /1, upstream: least}, {path: /2, upstream: time},
           {path: /3, upstream: address}, {path: /4, upstream: plain}, {path: /5, upstream: bounded}, {path: /6, upstream: random},
           {path: /7, upstream: two}, {path: /8, upstream: envoy}, {path: /9, upstream: peak}, {path: /10, upstream: health}, {path: /11, upstream: rounds}]
        workers: 2
        shared-zone: false
        work: 10us
        access: [{rule: deny, from: 10.1.0.0/16}, {rule: allow, from: all}]
        limit-requests: [{rate: 300/m, burst: 5, delay: 2, by: all}, {rate: 10/s, no-delay: true}]
        limit-connections: [{count: 7, by: key}]
        forward-headers: true
        tls: {protocol: 1.2, handshake: 1ms, resumed: 50%, resumption: 100us}
        gzip: {level: 6, minimum: 1KB, types: [json, audio], rate: 30MB}
        client-header-timeout: 10s
        worker-connections: 512
        access-log: 100
        zone: a
        on: m
    workload:
      - requests: {name: voices, count: 5, path: /voice, method: POST, clients: 3, slow: {part: 50%, sending: {exponential: 1s}, reading: [4KB, 1MiB]}, accepts-gzip: 90%}
      - calls: [{at: 1s, path: /headers, client: "2001:db8::1", headers: {Host: a.example, X-Forwarded-For: "192.0.2.1, b", Accept-Encoding: gzip}}]
      - deploy:
          at: 10s
          drain: false
          drain-timeout: 5s
          poll: 50ms
          timeout: 500ms
          package: 5MiB
          transfer: [{by: scp, bytes-per-second: 1_000, failures: 50%}, {by: http}]
          health: {path: /up, passes: 2, interval: 500ms, deadline: 10s}
          watch: {for: 5s, errors: 2%, requests: 7}
          version: {service: 7ms, failures: [{status: 502, part: 3%}], healthy: false, start: {uniform: 1s...2s}}
    """

/// A scenario that says every key of an autoscaler.
let everythingOfScaling = """
    version: 1
    name: scaling
    seed: 4
    cluster:
      machines: [{name: m, zone: a}]
      servers: {count: 3}
      proxy:
        upstreams: [{name: few, servers: [{name: Server 1}]}, {name: all}]
        routes: [{path: /, upstream: few}, {path: /home, upstream: all}]
      autoscaler:
        upstream: all
        target: 70%
        tolerance: 5%
        minimum: 2
        maximum: 20
        interval: 10s
        cooldown: 5m
        boot-time: {uniform: 20s...40s}
        drain-timeout: 20s
        poll: 200ms
        timeout: 2s
        zone: a
        on: m
    """

/// A scenario that says every key of configurations that a proxy reads while it runs, before
/// gateways of jobs.
let everythingOfReloads = """
    version: 1
    name: reloads
    seed: 5
    cluster:
      coordinator: {count: 1}
      gateway: {count: 3}
      topics: [{name: words, generate: {count: 100}}]
      proxy:
        upstreams: [{name: all}]
        limit-requests: [{kind: token-bucket, rate: 10/s, burst: 20, by: client}]
        reloads:
          - at: 10s
            upstreams: [{name: first, servers: [{name: gateway-1}, {name: gateway-2}]}, {name: last, servers: [{name: gateway-3}]}]
            routes: [{path: /, upstream: first}, {path: /health, upstream: last}]
          - {at: 20s, upstreams: [{name: all, strategy: least-connections}]}
    workload:
      - jobs: {count: 2, topic: words, through: proxy, arrival: {constant: 6/m}}
    """

/// A scenario that says every key of what stands behind servers, and of who may reach them.
let everythingOfBacking = """
    version: 1
    name: backing
    seed: 5
    cluster:
      machines: [{name: m, zone: a}]
      servers:
        private: true
        limit-requests: {rate: 100/s, burst: 20}
        database-connections: 7
        database-wait: 5s
        database-timeout: 2s
        cache-timeout: 50ms
        endpoints: [{path: /data, queries: 2, cached: true, coalesce: true}]
      proxy: {}
      shared-database: {query: {exponential: 3ms}, concurrency: 4, connections: 20, zone: a, on: m}
      shared-cache: {command: 10us, entries: 50, lifetime: 1m, zone: a, on: m}
    workload:
      - calls: [{at: 1s, to: Server 2, path: /data, expect: {refused: true}}]
    faults:
      - {at: 1s, target: {role: shared-database}, kind: crash}
      - {at: 1s, target: {role: shared-cache}, kind: pause}
    """
