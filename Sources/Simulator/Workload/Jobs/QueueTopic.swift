/// A topic of a queue as jobs read it: each message is a record, and is for one job alone.
///
/// Splits count messages. A job reads from where the last one ended that completed to the last
/// message that is safe when it is submitted. How far inputs are read is written down with the
/// results of a job, in one transaction, so that each message counts once, whoever crashes.
///
/// Source: Apache Kafka, `KafkaConsumer`, *Storing Offsets Outside Kafka*.
public struct QueueTopic: RecordSource {
    /// What jobs call it, and the queue.
    public let name: String
    /// How many partitions there are.
    public let partitions: Int
    private let readers: QueueReaders

    /// A topic of a queue.
    ///
    /// - Parameters:
    ///   - name: What it is called, in the queue and by jobs.
    ///   - partitions: How many it has.
    ///   - readers: How nodes reach the queue.
    public init(_ name: String, partitions: Int, readers: QueueReaders) {
        self.name = name
        self.partitions = partitions
        self.readers = readers
    }

    /// See ``RecordSource/isConsumed``.
    public var isConsumed: Bool { true }

    /// How many messages are safe in each partition.
    public func partitionSizes(from node: Node) async throws(InputError) -> [Int] {
        var sizes: [Int] = []
        let reader = readers.reader(on: node)
        for number in 0..<partitions {
            let end: Int?
            do throws(Interruption) {
                end = try await reader.end(of: TopicPartition(name, number))
            } catch {
                throw .interrupted(error)
            }
            guard let end else { throw .unavailable("nobody leads \(name)-\(number)") }
            sizes.append(end)
        }
        return sizes
    }

    /// See ``RecordSource/read(_:from:)``.
    public func read(
        _ split: InputSplit,
        from node: Node
    ) async throws(InputError) -> InputRecords {
        let reader = readers.reader(on: node)
        let partition = TopicPartition(name, split.input)
        var bytes: [UInt8] = []
        var next = split.range.lowerBound
        while next < split.range.upperBound {
            let part: FetchResponse.Part?
            do throws(Interruption) {
                part = try await reader.fetch(partition, from: next, limit: Self.fetchLimit)
            } catch {
                throw .interrupted(error)
            }
            guard let part, part.error == nil, let last = part.batches.last else {
                guard let part, part.error == .offsetOutOfRange, next < part.start else {
                    throw .unavailable("\(partition) has nothing at \(next) just now")
                }
                throw .missing("message \(next) of \(partition) is not kept any more")
            }
            for batch in part.batches {
                batch.forEachRecord { view in
                    guard (next..<split.range.upperBound).contains(view.offset) else { return }
                    bytes += Array(view.value.buffer)
                    bytes.append(0x0A)
                }
            }
            next = last.nextOffset
        }
        let source = "\(name)-\(split.input)"
        return InputRecords(bytes: bytes, source: source, offset: split.range.lowerBound)
    }

    /// Bytes that are asked for at once.
    private static let fetchLimit = 1 << 20
}

/// How nodes reach a queue to read from it, each in its own way.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class QueueReaders: @unchecked Sendable {
    private let cluster: QueueAddress
    private let timeout: Duration
    private let random: RandomStream
    private var readers: [String: (incarnation: UInt32, client: LeaderClient)] = [:]

    /// Readers of a queue.
    ///
    /// - Parameters:
    ///   - cluster: How the queue is reached.
    ///   - timeout: How long an answer may take.
    ///   - random: Draws waits between attempts.
    public init(_ cluster: QueueAddress, timeout: Duration = .seconds(5), random: RandomStream) {
        self.cluster = cluster
        self.timeout = timeout
        self.random = random
    }

    func reader(on node: Node) -> LeaderClient {
        if let known = readers[node.name], known.incarnation == node.incarnation {
            return known.client
        }
        let client = LeaderClient(
            on: node,
            of: cluster,
            timeout: timeout,
            random: random.split("\(node.name) \(node.incarnation)")
        )
        readers[node.name] = (node.incarnation, client)
        return client
    }
}
