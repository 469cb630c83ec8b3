import Simulator

/// Workload jobs: a million events of 100 bytes through one word count on a simulated cluster, of
/// the original's size, with its shuffle store.
package enum JobWorkload {
    private static let events = 1_000_000
    private static let eventSize = 100
    private static let partitions = 8

    /// Runs the job on `scale` times the events.
    package static func run(scale: Double) throws -> Measurement {
        let perPartition = max(1, Int(Double(events) * scale) / partitions)
        let topic = MemoryTopic(
            "application-logs",
            partitions: (0..<partitions).map { lines(perPartition, partition: $0) }
        )
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let cluster = MapReduceCluster(
            MapReduceClusterSettings(
                shuffle: ShuffleSettings(store: .redis, servers: ["shuffle-1"])
            ),
            in: simulation,
            network: Network(simulation: simulation),
            library: CatalogLibrary(topics: [topic.name: topic])
        )
        let node = simulation.addNode("client")
        let client = cluster.client(on: node)
        let end = End()
        node.spawn("job") {
            end.outcome = try await client.run(
                "job-1",
                JobSubmission(
                    name: "word count",
                    inputTopic: topic.name,
                    mappers: partitions,
                    reducers: 2
                ),
                patience: .seconds(3_600)
            )
        }
        let outcome = simulation.run()
        var digest = TraceDigest()
        digest.fold(outcome.digest.value, outcome.events)
        let results = end.outcome?.results ?? []
        return Measurement(
            workload: "jobs",
            operations: perPartition * partitions,
            checks: [
                ("status", end.outcome?.status.rawValue ?? "none"),
                ("virtual_seconds", fixed(outcome.instant.seconds, digits: 3)),
                ("result_bytes", "\(results.reduce(0) { $0 + $1.count })"),
            ],
            digest: digest
        )
    }

    /// Lines of an application's log, all of one length; a few words are frequent, most are rare.
    static func lines(_ count: Int, partition: Int) -> [UInt8] {
        let words = (0..<5_000).map { Array(" word\($0)".utf8) }
        let start = Array("2026-01-02T03:04:05Z INFO".utf8)
        var random = SplitMix64(seed: UInt64(partition))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * eventSize)
        for _ in 0..<count {
            let end = bytes.count + eventSize - 1
            bytes.append(contentsOf: start)
            while bytes.count < end {
                let draw = random.next()
                bytes.append(contentsOf: words[Int(min(draw % 5_000, (draw >> 32) % 5_000))])
            }
            bytes.removeSubrange(end...)
            bytes.append(0x0A)
        }
        return bytes
    }
}

/// How the job ended.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
private final class End: @unchecked Sendable {
    var outcome: JobClient.Outcome?
}
