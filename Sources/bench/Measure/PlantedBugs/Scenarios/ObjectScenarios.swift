/// Scenarios in which the bugs of the object store and of its clients show.
enum ObjectScenarios {
    /// A small store that fails often, asked by six programs for few objects.
    static func store(seed: UInt64) -> String {
        """
        version: 1
        name: store
        seed: \(seed)
        schedule: random
        cluster:
          object-store:
            buckets: [{name: data}]
            faults: heavy
            client: {attempts: 5, timeout: 3s, backoff: 200ms}
        workload:
          - objects:
              bucket: data
              prefix: k/
              count: 120
              size: 0B...8KiB
              actions: {put: 4, put-if-absent: 2, put-if-match: 2, get: 6, head: 1, delete: 2, list: 2}
              key: {uniform: {population: 4}}
              arrival: {closed: {clients: 6, think: {exponential: 200ms}}}
          - objects:
              bucket: data
              prefix: k/
              count: 4
              size: 11MiB
              part-size: 5MiB
              actions: {put: 1}
              key: {uniform: {population: 4}}
              arrival: {closed: {clients: 2}}
        faults:
          - {random: {every: {exponential: 8s}, until: 30s, kinds: [crash, pause], for: 2s}, target: {role: object-store}}
        """
    }

    /// A bucket whose objects are written and deleted, with listeners that crash often, and so does
    /// the store.
    static func events(seed: UInt64) -> String {
        let faults = ["listener, mode: one", "object-store"].map { role in
            let kinds = "until: 60s, kinds: [crash], for: 2s"
            return "{random: {every: {exponential: 7s}, \(kinds)}, target: {role: \(role)}}"
        }
        return """
            version: 1
            name: events
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
                  actions: {put: 3, delete: 1}
                  key: {uniform: {population: 20}}
                  arrival: {constant: 5/s}
            faults: [\(faults.joined(separator: ", "))]
            """
    }
}
