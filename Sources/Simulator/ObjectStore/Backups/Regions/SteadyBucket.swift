/// A bucket that is asked again, after a wait, until it answers or has been asked often enough.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class SteadyBucket: @unchecked Sendable {
    /// What became of an object that was to be written where none was.
    enum Creation: Equatable, Sendable {
        /// It was written.
        case written
        /// It was there: an earlier attempt took effect, or somebody else wrote it.
        case existed
    }

    private let bucket: String
    private let node: Node
    private let access: any ObjectAccess
    private let persistence: Persistence
    private var random: RandomStream
    /// What was asked and moved so far.
    private(set) var figures = TransferFigures()

    /// - Parameter random: Where the waits are drawn from.
    init(
        _ location: BucketLocation,
        node: Node,
        persistence: Persistence,
        random: RandomStream
    ) {
        bucket = location.bucket
        access = location.access
        self.node = node
        self.persistence = persistence
        self.random = random
    }

    /// Writes an object where there is none.
    ///
    /// - Parameters:
    ///   - deadline: After it, it is not asked again; nil for never.
    ///   - plantsRepetition: Whether it is written again over whatever is there.
    func create(
        _ key: String,
        _ bytes: [UInt8],
        until deadline: VirtualInstant? = nil,
        plantsRepetition: Bool = false
    ) async throws(ObjectAccessError) -> Creation {
        let request = PutObjectRequest(
            bucket: bucket,
            key: key,
            content: ObjectContent(bytes),
            conditions: plantsRepetition ? WriteConditions() : WriteConditions(ifNoneMatch: .any)
        )
        let creation = try await persistently(until: deadline) {
            () async throws(ObjectAccessError) -> Creation in
            do throws(ObjectAccessError) {
                _ = try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.put(request)
                }
                return .written
            } catch {
                if case .refused(.preconditionFailed) = error {
                    self.node.sometimes(BackupPlace.metItsOwnObject)
                    return .existed
                }
                guard error.mayHaveTakenEffect, !plantsRepetition,
                    try await self.describe(key) != nil
                else { throw error }
                self.node.sometimes(BackupPlace.foundItsWrite)
                return .existed
            }
        }
        figures.bytesWritten += bytes.count
        return creation
    }

    /// Writes an object over the one that has the tag, or where there is none.
    ///
    /// - Parameter digest: What the bytes stand for, by which the write is known again.
    /// - Returns: The tag of the object; nil where another one is there by now.
    func replace(
        _ key: String,
        _ bytes: [UInt8],
        digest: ContentDigest,
        over tag: ETag?
    ) async throws(ObjectAccessError) -> ETag? {
        let conditions =
            tag.map { WriteConditions(ifMatch: ETagCondition($0)) }
            ?? WriteConditions(ifNoneMatch: .any)
        let request = put(key, bytes, digest: digest, conditions)
        let written = try await persistently { () async throws(ObjectAccessError) -> ETag? in
            do throws(ObjectAccessError) {
                return try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.put(request).tag
                }
            } catch {
                guard error.mayHaveTakenEffect || error.isBrokenCondition else { throw error }
                let present = try await self.describe(key)
                if let present, Self.digest(of: present) == digest {
                    self.node.sometimes(BackupPlace.syncMetItself)
                    return present.tag
                }
                if error.isBrokenCondition { return nil }
                throw error
            }
        }
        if written != nil { figures.bytesWritten += bytes.count }
        return written
    }

    /// Writes an object over whatever is there: a bug that is planted.
    func overwrite(
        _ key: String,
        _ bytes: [UInt8],
        digest: ContentDigest
    ) async throws(ObjectAccessError) -> ETag? {
        let request = put(key, bytes, digest: digest, WriteConditions())
        return try await persistently { () async throws(ObjectAccessError) -> ETag? in
            try await self.counted { () async throws(ObjectAccessError) in
                try await self.access.put(request).tag
            }
        }
    }

    private func put(
        _ key: String,
        _ bytes: [UInt8],
        digest: ContentDigest,
        _ conditions: WriteConditions
    ) -> PutObjectRequest {
        let metadata = ObjectMetadata(user: [.init(Self.digestName, digest.description)])
        return PutObjectRequest(
            bucket: bucket,
            key: key,
            content: ObjectContent(bytes),
            attributes: ObjectAttributes(metadata: metadata),
            conditions: conditions
        )
    }

    /// The bytes of an object; nil where there is none.
    func read(_ key: String) async throws(ObjectAccessError) -> [UInt8]? {
        let request = GetObjectRequest(bucket: bucket, key: key)
        let bytes = try await persistently { () async throws(ObjectAccessError) -> [UInt8]? in
            do throws(ObjectAccessError) {
                return try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.get(request).body.bytes()
                }
            } catch {
                guard case .refused(.noSuchKey) = error else { throw error }
                return nil
            }
        }
        figures.bytesRead += bytes?.count ?? 0
        return bytes
    }

    /// What is known of an object; nil where there is none.
    func describe(_ key: String) async throws(ObjectAccessError) -> ObjectDescription? {
        let request = GetObjectRequest(bucket: bucket, key: key)
        return try await persistently {
            () async throws(ObjectAccessError) -> ObjectDescription? in
            do throws(ObjectAccessError) {
                return try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.head(request)
                }
            } catch {
                guard case .refused(.noSuchKey) = error else { throw error }
                return nil
            }
        }
    }

    /// All objects whose keys begin with `prefix`, in the order of their keys.
    func list(
        _ prefix: String
    ) async throws(ObjectAccessError) -> [ListObjectsResult.Entry] {
        var entries: [ListObjectsResult.Entry] = []
        var request = ListObjectsRequest(bucket: bucket, prefix: prefix)
        while true {
            let page = request
            let result = try await persistently {
                () async throws(ObjectAccessError) -> ListObjectsResult in
                try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.list(page)
                }
            }
            entries += result.contents
            guard let token = result.nextContinuationToken else { return entries }
            request.continuationToken = token
        }
    }

    /// Deletes an object, where one is given only that with the tag.
    ///
    /// - Returns: Whether there is no object now; otherwise one with another tag is there.
    @discardableResult
    func delete(_ key: String, tag: ETag? = nil) async throws(ObjectAccessError) -> Bool {
        let request = DeleteObjectRequest(
            bucket: bucket,
            key: key,
            conditions: WriteConditions(ifMatch: tag.map { ETagCondition($0) })
        )
        return try await persistently { () async throws(ObjectAccessError) -> Bool in
            do throws(ObjectAccessError) {
                _ = try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.delete(request)
                }
                return true
            } catch {
                guard error.isBrokenCondition else { throw error }
                // Where versions are kept, what an attempt before deleted is met like that too.
                return try await self.describe(key) == nil
            }
        }
    }

    /// Deletes objects, as many at a time as a request may name.
    func delete(_ keys: [String]) async throws(ObjectAccessError) {
        var rest = keys[...]
        while !rest.isEmpty {
            let items = rest.prefix(DeleteObjectsRequest.countMaximum)
            rest = rest.dropFirst(items.count)
            let request = DeleteObjectsRequest(
                bucket: bucket,
                items: items.map { DeleteObjectsRequest.Item($0) },
                isQuiet: true
            )
            try await persistently { () async throws(ObjectAccessError) in
                let failures = try await self.counted { () async throws(ObjectAccessError) in
                    try await self.access.delete(request).failures
                }
                if let failure = failures.first { throw .refused(failure.error) }
            }
        }
    }

    /// What the bytes of an object stand for, where `replace` wrote it.
    static func digest(of object: ObjectDescription) -> ContentDigest? {
        object.metadata.user.first { $0.name == digestName }.flatMap { ContentDigest($0.value) }
    }

    private static let digestName = "sha256"

    /// Counts a request, and its failure where the same might be answered at another time.
    private func counted<Result: Sendable>(
        _ ask: () async throws(ObjectAccessError) -> Result
    ) async throws(ObjectAccessError) -> Result {
        figures.requests += 1
        do throws(ObjectAccessError) {
            return try await ask()
        } catch {
            if error.isPassing { figures.failures += 1 }
            throw error
        }
    }

    private func persistently<Result: Sendable>(
        until deadline: VirtualInstant? = nil,
        _ ask: () async throws(ObjectAccessError) -> Result
    ) async throws(ObjectAccessError) -> Result {
        var failures = 0
        while true {
            do throws(ObjectAccessError) {
                return try await ask()
            } catch {
                guard error.isPassing else { throw error }
                failures += 1
                guard failures < persistence.attempts else { throw error }
                let wait = persistence.backoff.delay(after: failures, using: &random)
                do throws(Interruption) {
                    try await node.sleep(for: wait)
                } catch let interruption {
                    throw .interrupted(interruption)
                }
                if let deadline, node.now > deadline { throw error }
            }
        }
    }
}

extension ObjectAccessError {
    /// Whether the same may be answered when it is asked again.
    var isPassing: Bool {
        switch self {
        case .unavailable, .corrupt: true
        case .refused(.conditionalRequestConflict): true
        case .refused(let error): error.status >= 500
        case .interrupted: false
        }
    }

    /// Whether a write may have taken effect although it failed.
    var mayHaveTakenEffect: Bool {
        if case .unavailable(_, mayHaveTakenEffect: true) = self { return true }
        return false
    }

    /// Whether another object is there than the request was for.
    var isBrokenCondition: Bool {
        switch self {
        case .refused(.preconditionFailed), .refused(.noSuchKey): true
        default: false
        }
    }
}
