/// A topic whose partitions are objects of a store, as a job reads its input from S3.
///
/// A split is read with a range, as Hadoop's S3A does: from the byte before it, which says whether
/// a record begins with it, to somewhat past its end, and further where its last record is longer.
/// S3 has no checksum for a range, so bytes that change on their way are not noticed.
public struct StoredTopic: RecordSource {
    /// What it is called.
    public let name: String
    /// The bucket.
    public let bucket: String
    /// What the keys begin with.
    public let prefix: String
    /// How many partitions there are.
    public let partitions: Int
    private let clients: ObjectStoreClients

    /// How many bytes past the end of a split are read with it.
    static let overlap = 4_096

    /// A topic of the objects that ``key(ofPartition:)`` names.
    ///
    /// - Parameters:
    ///   - name: What jobs call it.
    ///   - partitions: How many it has, an object for each.
    ///   - bucket: Where the objects are.
    ///   - prefix: How their keys begin.
    ///   - clients: How nodes reach the store.
    public init(
        _ name: String,
        partitions: Int,
        bucket: String,
        prefix: String,
        clients: ObjectStoreClients
    ) {
        self.name = name
        self.bucket = bucket
        self.prefix = prefix
        self.partitions = partitions
        self.clients = clients
    }

    /// The key of a partition's object, such as `logs/application-00003`.
    public func key(ofPartition partition: Int) -> String {
        "\(prefix)\(name)-\(PartNumber.text(partition))"
    }

    /// See ``RecordSource/partitionSizes(from:)``.
    public func partitionSizes(from node: Node) async throws(InputError) -> [Int] {
        var sizes: [Int] = []
        let client = clients.client(on: node)
        do throws(ObjectAccessError) {
            for partition in 0..<partitions {
                let key = key(ofPartition: partition)
                sizes.append(try await client.head(.init(bucket: bucket, key: key)).size)
            }
        } catch {
            throw InputError(error)
        }
        return sizes
    }

    /// See ``RecordSource/read(_:from:)``.
    public func read(
        _ split: InputSplit,
        from node: Node
    ) async throws(InputError) -> InputRecords {
        let source = "\(name)-\(split.input)"
        guard !split.range.isEmpty else {
            return InputRecords(bytes: [], source: source, offset: split.range.lowerBound)
        }
        let key = key(ofPartition: split.input)
        let start = max(0, split.range.lowerBound - 1)
        let client = clients.client(on: node)
        var bytes: [UInt8] = []
        do throws(ObjectAccessError) {
            var end = split.range.upperBound
            while true {
                let result = try await client.get(
                    GetObjectRequest(
                        bucket: bucket,
                        key: key,
                        range: .span(first: start + bytes.count, last: end + Self.overlap - 1)
                    )
                )
                bytes += result.body.bytes()
                end = start + bytes.count
                let isAll = end >= result.description.size
                if isAll || Self.hasLastRecord(bytes, from: split.range.upperBound - start) {
                    break
                }
            }
        } catch {
            throw InputError(error)
        }
        return bytes.withUnsafeBytes { bytes in
            let window = InputSplit(
                input: split.input,
                range: (split.range.lowerBound - start)..<(split.range.upperBound - start)
            )
            let range = window.records(of: ByteView(bytes))
            return InputRecords(
                bytes: Array(bytes[range]),
                source: source,
                offset: start + range.lowerBound
            )
        }
    }

    /// Whether the bytes reach to the end of the last record that begins before `end`.
    private static func hasLastRecord(_ bytes: [UInt8], from end: Int) -> Bool {
        bytes[(end - 1)...].contains(0x0A)
    }
}

/// Where reduce tasks write their results in a store: an object for each partition, under the
/// identifier of the job, such as `results/job-7/part-r-00002`.
///
/// An object is written only where there is none, so that a late attempt changes nothing. There is
/// no object that says that a job is complete: its coordinator does.
public struct StoredResults: ResultSink {
    /// The bucket.
    public let bucket: String
    /// What the keys begin with.
    public let prefix: String
    private let clients: ObjectStoreClients

    /// Results under `prefix` in `bucket`.
    ///
    /// - Parameters:
    ///   - bucket: Where the objects go.
    ///   - prefix: How their keys begin.
    ///   - clients: How nodes reach the store.
    public init(bucket: String, prefix: String, clients: ObjectStoreClients) {
        self.bucket = bucket
        self.prefix = prefix
        self.clients = clients
    }

    /// The key of a partition's results.
    public func key(of job: String, partition: Int) -> String {
        "\(prefix)\(job)/part-r-\(PartNumber.text(partition))"
    }

    /// See ``ResultSink/write(_:from:)``.
    public func write(
        _ results: PartitionResults,
        from node: Node
    ) async throws(ResultSinkError) {
        let request = PutObjectRequest(
            bucket: bucket,
            key: key(of: results.job, partition: results.partition),
            content: ObjectContent(results.bytes),
            conditions: WriteConditions(ifNoneMatch: .any)
        )
        do throws(ObjectAccessError) {
            _ = try await clients.client(on: node).put(request)
        } catch {
            switch error {
            case .refused(.preconditionFailed): return
            case .interrupted(let interruption): throw .interrupted(interruption)
            default: throw .unavailable("\(error)")
            }
        }
    }
}

/// The number of a partition as Hadoop writes it in the names of files: five digits or more.
private enum PartNumber {
    static func text(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }
}

extension InputError {
    fileprivate init(_ error: ObjectAccessError) {
        switch error {
        case .refused(let refusal): self = .missing(refusal.description)
        case .unavailable, .corrupt: self = .unavailable(error.description)
        case .interrupted(let interruption): self = .interrupted(interruption)
        }
    }
}
