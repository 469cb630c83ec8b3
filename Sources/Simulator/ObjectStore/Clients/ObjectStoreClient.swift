/// Learns of each attempt of a client, so that histories can be checked.
public protocol ObjectStoreObserver: AnyObject, Sendable {
    /// An attempt begins.
    ///
    /// - Returns: What its end is told by; nothing where that does not matter.
    func begin(_ operation: ObjectStoreOperation, at instant: VirtualInstant) -> Int?
    /// An attempt is answered; one of which no end is told may take effect at any time, or never.
    func end(_ attempt: Int, _ reply: ObjectStoreReply, at instant: VirtualInstant)
}

/// Asks a store over the network, again where that may help, as an SDK does.
///
/// Soundness of `@unchecked Sendable`, and of the fields whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class ObjectStoreClient: ObjectAccess, @unchecked Sendable {
    /// What became of the requests of a client.
    public struct Counts: Hashable, Sendable {
        /// Attempts, the first of each request among them.
        public var attempts = 0
        /// Attempts that were not the first.
        public var retries = 0
        /// Answers of 503.
        public var throttled = 0
        /// Answers of 500.
        public var failed = 0
        /// Attempts without an answer.
        public var unanswered = 0
        /// Attempts whose bytes changed on their way, as far as that was noticed.
        public var corrupt = 0
        /// Conditional writes that met what they had written themselves.
        public var metThemselves = 0
    }

    /// What became of its requests.
    @exclusivity(unchecked) public private(set) var counts = Counts()
    let node: Node
    private let network: Network
    private let server: Destination
    private let caller: Principal
    private let settings: ObjectStoreClientSettings
    private let observer: (any ObjectStoreObserver)?
    @exclusivity(unchecked) private var quota: RetryQuota
    private var jitter: RandomStream
    private var tokens: RandomStream

    /// A client on `node` of the store on the node called `server`.
    public init(
        on node: Node,
        network: Network,
        server: String,
        caller: Principal,
        settings: ObjectStoreClientSettings = ObjectStoreClientSettings(),
        observer: (any ObjectStoreObserver)? = nil,
        random: RandomStream
    ) {
        self.node = node
        self.network = network
        self.server = Destination(server)
        self.caller = caller
        self.settings = settings
        self.observer = observer
        quota = settings.quota
        jitter = random.split("backoff")
        tokens = random.split("writes")
    }

    /// How one attempt ended.
    private enum End {
        case reply(ObjectStoreReply)
        case silence(isTimeout: Bool)
        case refusedConnection
    }

    /// Carries out an operation, with retries.
    public func perform(
        _ operation: ObjectStoreOperation
    ) async throws(ObjectAccessError) -> ObjectStoreResult {
        var attempts = 0
        var mayHaveTakenEffect = false
        var taken: Int?
        while true {
            attempts += 1
            var isTimeout = false
            switch try await attempt(operation) {
            case .reply(.result(let result)) where !isCorrupt(result):
                quota.giveBack(taken)
                return result
            case .reply(.result):
                node.sometimes(ObjectStorePlace.alteredReadNoticed)
                counts.corrupt += 1
            case .reply(.refused(.badDigest)) where operation.content != nil:
                counts.corrupt += 1
            case .reply(.refused(let error)):
                quota.giveBack(taken)
                return try await judge(error, of: operation, attempts, mayHaveTakenEffect)
            case .reply(.failed(let failure)):
                if failure == .slowDown { counts.throttled += 1 } else { counts.failed += 1 }
                // A server that fails within may have done what it was asked for.
                mayHaveTakenEffect = mayHaveTakenEffect || failure == .internalError
            case .silence(let isLate):
                isTimeout = isLate
                counts.unanswered += 1
                mayHaveTakenEffect = true
            case .refusedConnection: counts.unanswered += 1
            }
            guard attempts < settings.attempts else { break }
            taken = quota.take(afterTimeout: isTimeout)
            if taken == nil {
                node.sometimes(ObjectStorePlace.quotaUsedUp)
                break
            }
            counts.retries += 1
            do throws(Interruption) {
                try await node.sleep(
                    for: settings.backoff.delay(after: attempts, using: &jitter)
                )
            } catch {
                throw .interrupted(error)
            }
        }
        throw .unavailable(
            attempts: attempts,
            mayHaveTakenEffect: mayHaveTakenEffect && operation.kind == .write
        )
    }

    @inline(__always)
    private func attempt(
        _ operation: ObjectStoreOperation
    ) async throws(ObjectAccessError) -> End {
        counts.attempts += 1
        let number = observer?.begin(operation, at: node.now)
        do {
            let reply = try await network.ask(
                ObjectStoreCall(operation, caller: caller, isChecked: settings.isChecked),
                of: server,
                from: node,
                timeout: settings.timeout
            )
            if let number { observer?.end(number, reply, at: node.now) }
            return .reply(reply)
        } catch .interrupted(let interruption) {
            throw .interrupted(interruption)
        } catch .refused, .unknownNode {
            return .refusedConnection
        } catch {
            return .silence(isTimeout: error == .timedOut)
        }
    }

    /// Whether the bytes that came are not those of the object, as far as a digest tells: there is
    /// none of a part of an object.
    ///
    /// It is computed only where bytes did change on their way: of the others it is the same.
    private func isCorrupt(_ result: ObjectStoreResult) -> Bool {
        guard case .object(let object) = result, object.isAltered, settings.isChecked,
            settings.plantedBug != .takesCorruptBytes, object.range == nil
        else { return false }
        if let checksum = object.description.checksum, checksum.type == .fullObject {
            return ObjectChecksum(checksum.algorithm, of: object.body).bytes != checksum.bytes
        }
        return object.description.tag.partCount == 0
            && object.description.encryption.hasDigestAsTag
            && ContentDigests.tag(object.body) != object.description.tag
    }

    // MARK: Conditional writes

    /// The pair of metadata that tells a conditional write from all others.
    fileprivate static let writeToken = "write-token"

    /// A refused write may have met what an earlier attempt of it wrote: then it succeeded.
    private func judge(
        _ error: ObjectStoreError,
        of operation: ObjectStoreOperation,
        _ attempts: Int,
        _ mayHaveTakenEffect: Bool
    ) async throws(ObjectAccessError) -> ObjectStoreResult {
        guard mayHaveTakenEffect, operation.kind == .write, error.dependsOnWhatIsThere else {
            throw .refused(error)
        }
        // A completion that took effect is answered again as it was.
        if case .completeUpload = operation { throw .refused(error) }
        guard case .put(let request) = operation, let token = request.token else {
            throw .unavailable(attempts: attempts, mayHaveTakenEffect: true)
        }
        if settings.plantedBug == .overwritesWhatItMeets {
            var request = request
            request.conditions = WriteConditions()
            return try await perform(.put(request))
        }
        let found = try await head(GetObjectRequest(bucket: request.bucket, key: request.key))
        guard found.metadata.user.contains(token) else {
            node.sometimes(ObjectStorePlace.writeMetAnother)
            throw .unavailable(attempts: attempts, mayHaveTakenEffect: true)
        }
        node.sometimes(ObjectStorePlace.writeMetItself)
        counts.metThemselves += 1
        return .written(WriteResult(of: found))
    }

    /// The operation of a write; a conditional one is marked, so that it is known where it is met.
    private func operation(of request: PutObjectRequest) -> ObjectStoreOperation {
        let write = ObjectStoreOperation.put(request)
        guard write.isConditional else { return write }
        var request = request
        // A program that was restarted draws the same numbers again.
        let token = "\(node.identifier).\(node.incarnation)." + String(tokens.next(), radix: 16)
        request.attributes.metadata.user.append(.init(Self.writeToken, token))
        return .put(request)
    }

    // MARK: ObjectAccess

    /// Writes an object whole; a conditional write carries a token in its metadata.
    public func put(
        _ request: PutObjectRequest
    ) async throws(ObjectAccessError) -> WriteResult {
        do throws(ObjectAccessError) {
            let result = try await perform(operation(of: request))
            guard case .written(let written) = result else { throw .corrupt }
            return written
        } catch .unavailable(_, true) where settings.plantedBug == .believesInSilence {
            return WriteResult(
                tag: ContentDigests.tag(request.content),
                lastModified: .epoch,
                versionID: nil,
                encryption: .s3,
                checksum: nil,
                expiration: nil
            )
        }
    }

    /// Reads an object, or a range of it.
    public func get(
        _ request: GetObjectRequest
    ) async throws(ObjectAccessError) -> GetObjectResult {
        guard case .object(let object) = try await perform(.get(request)) else { throw .corrupt }
        return object
    }

    /// Tells what is known of an object without its bytes.
    public func head(
        _ request: GetObjectRequest
    ) async throws(ObjectAccessError) -> ObjectDescription {
        guard case .description(let description) = try await perform(.head(request)) else {
            throw .corrupt
        }
        return description
    }

    /// Deletes an object or a version of it.
    public func delete(
        _ request: DeleteObjectRequest
    ) async throws(ObjectAccessError) -> DeleteObjectResult {
        guard case .deleted(let result) = try await perform(.delete(request)) else {
            throw .corrupt
        }
        return result
    }

    /// Deletes up to 1,000 objects.
    public func delete(
        _ request: DeleteObjectsRequest
    ) async throws(ObjectAccessError) -> DeleteObjectsResult {
        guard case .deletedMany(let result) = try await perform(.deleteMany(request)) else {
            throw .corrupt
        }
        return result
    }

    /// Gives a page of the objects of a bucket.
    public func list(
        _ request: ListObjectsRequest
    ) async throws(ObjectAccessError) -> ListObjectsResult {
        guard case .list(let result) = try await perform(.list(request)) else { throw .corrupt }
        return result
    }
}

extension PutObjectRequest {
    /// What tells the write from all others, where it was marked.
    fileprivate var token: ObjectMetadata.Entry? {
        attributes.metadata.user.last { $0.name == ObjectStoreClient.writeToken }
    }
}

extension WriteResult {
    /// What a write would have been answered that left this behind.
    fileprivate init(of found: ObjectDescription) {
        self.init(
            tag: found.tag,
            lastModified: found.lastModified,
            versionID: found.versionID,
            encryption: found.encryption,
            checksum: found.checksum,
            expiration: found.expiration
        )
    }
}

extension ObjectStoreError {
    /// Whether an earlier attempt that took effect may be what the request met.
    fileprivate var dependsOnWhatIsThere: Bool {
        switch self {
        case .preconditionFailed, .noSuchKey, .conditionalRequestConflict, .noSuchUpload: true
        default: false
        }
    }
}
