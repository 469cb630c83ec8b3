package import Scenarios
import Simulator

/// An object store: over the simulated network, and alone with very many objects.
package enum ObjectsWorkload {
    /// A million operations on objects of a kibibyte, half of them writes, with clients, limits and
    /// everything that a report needs; what clients were answered is not recorded.
    package static func run(scale: Double, runner: any ScenarioRunning) throws -> Measurement {
        let count = max(1, Int(1_000_000 * scale))
        let text = """
            version: 1
            name: objects
            seed: 1
            event-limit: 100_000_000_000
            cluster:
              object-store:
                buckets: [{name: data}]
                limits: {writes: 1_000_000/s, reads: 1_000_000/s}
            workload:
              - objects:
                  bucket: data
                  count: \(count)
                  actions: {put: 1, get: 1}
                  key: {uniform: {population: 100_000}}
                  arrival: {poisson: 1_000/s}
                  history: false
            """
        let cell = try ScenarioLoader.load(bytes: Array(text.utf8), name: "objects").cells[0]
        let record = try runner.run(cell, observer: nil)
        var digest = TraceDigest()
        digest.fold(record.outcome.digest.value, record.outcome.events)
        return Measurement(
            workload: "objects",
            operations: record.metrics.total("objects.completed"),
            checks: [
                ("events", String(record.outcome.events)),
                ("bytes", String(record.metrics.total("objects.bytes"))),
            ],
            digest: digest
        )
    }

    /// Ten million described objects in one bucket, and what a list of ten costs as they become
    /// more: at each tenfold size.
    package static func runLarge(scale: Double) throws -> [Measurement] {
        let most = max(1_000, Int(10_000_000 * scale))
        let context = RequestContext(
            now: Timestamp(year: 2024, month: 1, day: 1),
            caller: "cluster"
        )
        let before = Allocation.bytes()
        let store = ObjectStore()
        try store.createBucket("data", context)
        var measurements: [Measurement] = []
        var size = 1_000
        var count = 0
        while size <= most {
            while count < size {
                try put(count, into: store, context)
                count += 1
            }
            let bytes = Allocation.bytes() - before
            measurements.append(try lists(of: store, holding: count, bytes: bytes, context))
            size *= 10
        }
        return measurements
    }

    /// A key whose prefix is one of a thousand.
    private static func key(_ number: Int) -> String {
        let mixed = SplitMix64.mix(UInt64(number))
        return "logs/\(100 + mixed % 900)/\(10_000_000 + number)"
    }

    private static func put(
        _ number: Int,
        into store: ObjectStore,
        _ context: RequestContext
    ) throws {
        let request = PutObjectRequest(
            bucket: "data",
            key: key(number),
            content: .described(seed: UInt64(number), count: 64)
        )
        _ = try store.put(request, context)
    }

    private static func lists(
        of store: ObjectStore,
        holding count: Int,
        bytes: Int,
        _ context: RequestContext
    ) throws -> Measurement {
        var digest = TraceDigest()
        var numbers = SplitMix64(seed: 7)
        var times: [Int] = []
        let batches = 200
        let perBatch = 50
        for _ in 0..<batches {
            let prefixes = (0..<perBatch).map { _ in "logs/\(100 + numbers.next() % 900)/" }
            var found = 0
            let start = ContinuousClock.now
            for prefix in prefixes {
                let request = ListObjectsRequest(bucket: "data", prefix: prefix, maxKeys: 10)
                found += try store.list(request, context).contents.count
            }
            times.append(Int(start.duration(to: .now) / .nanoseconds(perBatch)))
            digest.fold(UInt64(found), 0)
        }
        times.sort()
        return Measurement(
            workload: "objects-large",
            operations: batches * perBatch,
            checks: [
                ("objects", String(count)), ("list_p50_ns", String(times[batches / 2])),
                ("bytes_per_object", String(bytes / count)), ("bytes", String(bytes)),
            ],
            digest: digest
        )
    }
}
