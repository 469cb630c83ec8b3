/// Does the operations of a load and logs how each ended.
///
/// What is written is described: bytes that follow from a number that no other write has, so that
/// any two objects of a run differ.
public actor ObjectGenerator: LoadGenerator {
    /// An operation that has begun.
    struct Item: Sendable {
        let number: Int
        let action: ObjectAction
        let key: String
        let content: ObjectContent
    }

    /// The node it runs on.
    public nonisolated let node: Node
    nonisolated let itemName = "operation"
    nonisolated let random: RandomStream
    var issued = 0
    private let client: ObjectStoreClient
    private let load: ObjectLoad
    private let log: ObjectLog
    private let history: ObjectHistory?
    @exclusivity(unchecked) private var keys: KeyGenerator
    @exclusivity(unchecked) private var draws: RandomStream
    /// For each action, the weight of it and of those before it.
    private let bounds: [Double]
    /// The first number of its writes, of which each has one of its own.
    private let firstWrite: UInt64

    nonisolated var pace: LoadPace { load.pace }

    /// Starts to do the operations of `load` from `node`, into `log`.
    ///
    /// - Parameters:
    ///   - load: What is done, and when.
    ///   - number: Tells the loads of a run apart.
    ///   - node: Where it runs.
    ///   - client: What asks the store.
    ///   - log: What notes each operation.
    ///   - history: Where operations are recorded for the check of their order, if anywhere.
    ///   - random: Draws times, keys and sizes.
    public static func start(
        _ load: ObjectLoad,
        number: Int,
        on node: Node,
        client: ObjectStoreClient,
        log: ObjectLog,
        history: ObjectHistory? = nil,
        random: RandomStream
    ) {
        let generator = ObjectGenerator(load, number, node, client, log, history, random)
        node.spawn("load") {
            do {
                try await generator.generate()
            } catch {
                await generator.giveUp()
                throw error
            }
        }
    }

    private init(
        _ load: ObjectLoad,
        _ number: Int,
        _ node: Node,
        _ client: ObjectStoreClient,
        _ log: ObjectLog,
        _ history: ObjectHistory?,
        _ random: RandomStream
    ) {
        self.load = load
        self.node = node
        self.client = client
        self.log = log
        self.history = history
        self.random = random
        keys = KeyGenerator(load.keys, random: random.split("keys"))
        draws = random.split("actions")
        var sum = 0.0
        bounds = load.mix.map { entry in
            sum += entry.weight
            return sum
        }
        firstWrite = UInt64(number + 1) << 40
    }

    func begin(_ intended: VirtualInstant) -> Item {
        let drawn = draws.unit() * (bounds.last ?? 0)
        let action = load.mix[bounds.firstIndex { drawn < $0 } ?? bounds.count - 1].action
        let number = log.begin(action, intended: intended)
        let span = UInt64(load.size.upperBound - load.size.lowerBound)
        let size = load.size.lowerBound + (span == 0 ? 0 : Int(draws.below(span + 1)))
        return Item(
            number: number,
            action: action,
            key: Self.key(load.prefix, keys.nextNumber()),
            content: .described(seed: firstWrite + UInt64(number), count: size)
        )
    }

    /// A number behind a prefix, with at least eight digits, so that the order of keys is that of
    /// numbers.
    private static func key(_ prefix: String, _ number: UInt64) -> String {
        let prefix = prefix.utf8
        var count = 8
        var limit: UInt64 = 100_000_000
        while count < 20, number >= limit {
            count += 1
            limit = limit.multipliedReportingOverflow(by: 10).partialValue
        }
        // A text of up to fifteen bytes takes no memory of its own, where it asks for no more.
        return String(unsafeUninitializedCapacity: prefix.count + count) { text in
            _ = text.initialize(fromContentsOf: prefix)
            var rest = number
            for place in (0..<count).reversed() {
                text.initializeElement(
                    at: prefix.count + place,
                    to: 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                )
                rest /= 10
            }
            return prefix.count + count
        }
    }

    private func giveUp() { log.endAll(at: node.now, .interrupted) }

    func perform(_ item: Item) async throws(Interruption) {
        do throws(ObjectAccessError) {
            let bytes = try await act(item)
            log.end(item.number, at: node.now, .done, bytes: bytes)
        } catch .interrupted(let interruption) {
            log.end(item.number, at: node.now, .interrupted)
            throw interruption
        } catch .refused(.noSuchKey) where item.action != .putIfMatch {
            log.end(item.number, at: node.now, .done)
        } catch .refused(.preconditionFailed), .refused(.conditionalRequestConflict),
            .refused(.noSuchKey)
        {
            log.end(item.number, at: node.now, .conflict)
        } catch .refused(let error) {
            log.end(item.number, at: node.now, .refused(error))
        } catch {
            log.end(item.number, at: node.now, .unavailable)
        }
    }

    /// - Returns: Bytes of the object that went either way.
    private func act(_ item: Item) async throws(ObjectAccessError) -> Int {
        switch item.action {
        case .put: return try await write(item, WriteConditions())
        case .putIfAbsent: return try await write(item, WriteConditions(ifNoneMatch: .any))
        case .putIfMatch:
            let found = try await client.head(GetObjectRequest(bucket: load.bucket, key: item.key))
            return try await write(item, WriteConditions(ifMatch: ETagCondition(found.tag)))
        case .get:
            let object = try await client.get(GetObjectRequest(bucket: load.bucket, key: item.key))
            check(object, item.key)
            return object.body.count
        case .head:
            _ = try await client.head(GetObjectRequest(bucket: load.bucket, key: item.key))
        case .delete:
            _ = try await client.delete(DeleteObjectRequest(bucket: load.bucket, key: item.key))
        case .list:
            _ = try await client.list(
                ListObjectsRequest(bucket: load.bucket, prefix: load.prefix, startAfter: item.key)
            )
        }
        return 0
    }

    @inline(__always)
    private func write(
        _ item: Item,
        _ conditions: WriteConditions
    ) async throws(ObjectAccessError) -> Int {
        let request = PutObjectRequest(
            bucket: load.bucket,
            key: item.key,
            content: item.content,
            attributes: ObjectAttributes(storageClass: load.storageClass),
            conditions: conditions
        )
        let written = try await client.putInParts(
            request,
            partSize: load.partSize,
            concurrency: load.partConcurrency
        )
        history?.acknowledge(
            item.key,
            written.tag,
            isConditional: conditions != WriteConditions()
        )
        return item.content.count
    }

    /// Compares bytes that changed on their way, and were taken, with what the store says of them.
    private func check(_ object: GetObjectResult, _ key: String) {
        guard object.isAltered, object.description.tag.partCount == 0 else { return }
        if ContentDigests.tag(object.body) != object.description.tag {
            log.noteWrongBytes(of: key)
        }
    }
}
