import Testing

@testable import Simulator

/// Topics and results whose bytes are objects of a store, reached over the network.
struct StoredTopicTests {
    private static let name = "logs"

    /// A bed whose store has the partitions, and a topic of them.
    private static func topic(
        of partitions: [[UInt8]],
        settings: ObjectStoreSettings = .quick
    ) throws -> (bed: StoreBed, topic: StoredTopic) {
        let bed = try StoreBed(settings: settings)
        let client = bed.makeClient()
        let topic = StoredTopic(
            name,
            partitions: partitions.count,
            bucket: StoreBed.bucket,
            prefix: "input/",
            clients: ObjectStoreClients { _ in client }
        )
        let context = RequestContext(now: settings.start, caller: "cluster")
        for (number, bytes) in partitions.enumerated() {
            let key = topic.key(ofPartition: number)
            let content = ObjectContent(bytes)
            _ = try bed.region.store.put(
                .init(bucket: StoreBed.bucket, key: key, content: content),
                context
            )
        }
        return (bed, topic)
    }

    /// Lines of many lengths, some longer than what is read past the end of a split.
    private static func lines(seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let isLong = Int.random(in: 0..<8, using: &random) == 0
            let length = Int.random(in: 0...(isLong ? 20_000 : 60), using: &random)
            bytes += (0..<length).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
            bytes.append(0x0A)
        }
        // The last line may lack its end.
        if Bool.random(using: &random), !bytes.isEmpty { bytes.removeLast() }
        return bytes
    }

    @Test(arguments: 0..<40)
    func `splits give the lines that begin in them, each once`(_ seed: UInt64) throws {
        let bytes = Self.lines(seed: seed)
        let (bed, topic) = try Self.topic(of: [bytes])
        let node = bed.client
        var random = SplitMix64(seed: seed + 1_000)
        let count = Int.random(in: 1...9, using: &random)
        let cuts = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
        let ends = [0] + cuts + [bytes.count]
        let ranges = zip(ends, ends.dropFirst()).map { $0..<$1 }
        let read = bed.perform {
            var texts: [InputRecords] = []
            for range in ranges {
                texts.append(try await topic.read(InputSplit(input: 0, range: range), from: node))
            }
            return texts
        }
        let records = try #require(read.value)
        #expect(Array(records.map(\.bytes).joined()) == bytes)
        for (range, record) in zip(ranges, records) where !record.bytes.isEmpty {
            let end = record.offset + record.bytes.count
            #expect(Array(bytes[record.offset..<end]) == record.bytes)
            // Every line that begins in the range, and none else, found byte by byte.
            let starts = bytes.indices.filter { $0 == 0 || bytes[$0 - 1] == 0x0A }
            let own = starts.filter { range.contains($0) }
            #expect(record.offset == own.first)
            let next = starts.first { $0 >= range.upperBound } ?? bytes.count
            #expect(end == next)
        }
    }

    @Test
    func `sizes are those of the objects, and what is not there is told as missing`() throws {
        let (bed, topic) = try Self.topic(of: [[1, 2, 3], [], [4]])
        let node = bed.client
        let sizes = bed.perform { try await topic.partitionSizes(from: node) }
        #expect(sizes.value == [3, 0, 1])
        let other = StoredTopic(
            "other",
            partitions: 1,
            bucket: StoreBed.bucket,
            prefix: "",
            clients: ObjectStoreClients { _ in bed.makeClient(2) }
        )
        let missing = bed.perform { try await other.partitionSizes(from: node) }
        guard case .missing = missing.error as? InputError else {
            Issue.record("\(String(describing: missing.error))")
            return
        }
    }

    @Test
    func `a store that only throttles is unavailable, and its topic is not missing`() throws {
        var settings = ObjectStoreSettings.quick
        settings.faults = ObjectStoreFaults(throttling: 1)
        let (bed, topic) = try Self.topic(of: [[1]], settings: settings)
        let node = bed.client
        let sizes = bed.perform { try await topic.partitionSizes(from: node) }
        guard case .unavailable = sizes.error as? InputError else {
            Issue.record("\(String(describing: sizes.error))")
            return
        }
    }

    @Test
    func `results of a partition are written once, whoever comes later`() throws {
        let bed = try StoreBed()
        let node = bed.client
        let results = StoredResults(
            bucket: StoreBed.bucket,
            prefix: "results/",
            clients: ObjectStoreClients { _ in bed.makeClient() }
        )
        let written = bed.perform {
            for bytes in [[1, 2], [3]] as [[UInt8]] {
                let partition = PartitionResults(job: "job-7", partition: 12, bytes: bytes)
                try await results.write(partition, from: node)
            }
        }
        #expect(written.error == nil)
        let objects = StoredBucket(StoreBed.bucket, of: bed.region.store)
        #expect(objects.keys("") == ["results/job-7/part-r-00012"])
        #expect(objects.bytes("results/job-7/part-r-00012") == [1, 2])
    }
}
