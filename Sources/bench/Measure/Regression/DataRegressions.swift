import Scenarios
import Simulator

extension RegressionWorkload {
    /// Jobs, objects and messages.
    static let data = [
        RegressionWorkload("word-count") { try wordCount() },
        RegressionWorkload("job") { try JobWorkload.run(scale: 0.005) },
        RegressionWorkload("objects") {
            try ObjectsWorkload.run(scale: 0.002, runner: ScenarioRunner())
        },
        RegressionWorkload("object-store") { try objectStore() },
        RegressionWorkload("messages") { MessagesWorkload.run(scale: 0.002) },
    ]

    /// Words counted, combined and added up over the same four splits of fixed bytes, without a
    /// cluster.
    private static func wordCount() throws -> Work {
        let lines = 1_000
        let splits = (0..<4).map { JobWorkload.lines(lines, partition: $0) }
        let code = JobCode(map: WordCount(), combining: Sum<Int>())
        let settings = MapTaskSettings(
            partitioner: Partitioner(partitions: 2),
            combines: true,
            badRecords: .fail
        )
        return {
            var runs: [[[UInt8]]] = [[], []]
            for split in splits {
                let task = code.makeMapTask(settings)
                try split.withUnsafeBytes { bytes in
                    try task.map(.init(bytes: ByteView(bytes), source: .empty, offset: 0))
                }
                task.finish()
                for (partition, run) in task.drain().enumerated() { runs[partition].append(run) }
            }
            var digest = TraceDigest()
            for partition in runs {
                try partition.withByteViews { views in
                    try code.reduceRuns(views, true) { key, value in
                        var text: [UInt8] = []
                        value.append(to: &text)
                        digest.fold(UInt64(key.count), UInt64(text.count))
                    }
                }
            }
            return Measurement(
                workload: "word-count",
                operations: lines * splits.count,
                checks: [],
                digest: digest
            )
        }
    }

    /// Objects put, read, described, listed and deleted, without clock and network.
    private static func objectStore() throws -> Measurement {
        let count = 2_000
        let context = RequestContext(
            now: Timestamp(year: 2024, month: 1, day: 1),
            caller: "cluster"
        )
        let store = ObjectStore()
        try store.createBucket("data", context)
        var digest = TraceDigest()
        for number in 0..<count {
            let put = PutObjectRequest(
                bucket: "data",
                key: "logs/\(number % 100)/\(number)",
                content: .described(seed: UInt64(number), count: 64)
            )
            _ = try store.put(put, context)
        }
        for number in 0..<count {
            let get = GetObjectRequest(bucket: "data", key: "logs/\(number % 100)/\(number)")
            _ = try store.get(get, context)
            let size = try store.head(get, context).size
            digest.fold(UInt64(number), UInt64(size))
        }
        for prefix in 0..<100 {
            let list = ListObjectsRequest(bucket: "data", prefix: "logs/\(prefix)/", maxKeys: 10)
            digest.fold(UInt64(try store.list(list, context).contents.count), 0)
        }
        for number in 0..<count {
            let delete = DeleteObjectRequest(bucket: "data", key: "logs/\(number % 100)/\(number)")
            _ = try store.delete(delete, context)
        }
        return Measurement(
            workload: "object-store",
            operations: 4 * count + 100,
            checks: [],
            digest: digest
        )
    }
}
