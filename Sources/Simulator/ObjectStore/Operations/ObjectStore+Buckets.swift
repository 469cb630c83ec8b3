extension ObjectStore {
    /// A bucket of a list.
    public struct BucketEntry: Hashable, Sendable {
        /// The name.
        public let name: String
        /// When it was made.
        public let created: Timestamp
    }

    /// Makes a bucket.
    ///
    /// Source: the S3 API reference, *CreateBucket*.
    /// - Throws: ``ObjectStoreError/invalidBucketName``;
    ///   ``ObjectStoreError/bucketAlreadyOwnedByYou``, but in `us-east-1`, which answers as if the
    ///   bucket were new; ``ObjectStoreError/bucketAlreadyExists``.
    public func createBucket(
        _ name: String,
        hasObjectLock: Bool = false,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        guard BucketName.isValid(name) else { throw .invalidBucketName }
        if let bucket = buckets[name] {
            guard bucket.owner == context.caller else { throw .bucketAlreadyExists }
            guard settings.region == "us-east-1" else { throw .bucketAlreadyOwnedByYou }
            return
        }
        let bucket = Bucket(name: name, owner: context.caller, created: context.now)
        if hasObjectLock {
            bucket.lock = Bucket.LockConfiguration()
            bucket.versioning = .enabled
        }
        buckets[name] = bucket
    }

    /// Says whether a bucket exists and the caller may list it.
    ///
    /// Source: the S3 API reference, *HeadBucket*.
    /// - Throws: ``ObjectStoreError/noSuchBucket``, ``ObjectStoreError/accessDenied``.
    public func headBucket(_ name: String, _ context: RequestContext) throws(ObjectStoreError) {
        _ = try bucket(name, for: .list, key: "", context)
    }

    /// Deletes a bucket that holds no version and no delete marker.
    ///
    /// Source: the S3 API reference, *DeleteBucket*.
    /// - Throws: ``ObjectStoreError/bucketNotEmpty`` and what keeps the caller from it.
    public func deleteBucket(_ name: String, _ context: RequestContext) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard bucket.objects.isEmpty else { throw .bucketNotEmpty }
        buckets[name] = nil
    }

    /// A page of the buckets of the caller, in the order of their names.
    ///
    /// Source: the S3 API reference, *ListBuckets*.
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for a page of none or of more than
    ///   10,000, and for a token that no list gave out.
    public func listBuckets(
        _ request: ListBucketsRequest = ListBucketsRequest(),
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ListBucketsResult {
        guard 1...ListBucketsRequest.countMaximum ~= request.maxBuckets else {
            throw .invalidArgument("Argument max-buckets must be an integer between 1 and 10000.")
        }
        var start = ""
        if let token = request.continuationToken {
            start = String(decoding: try ContinuationToken(text: token).next ?? [], as: UTF8.self)
        }
        let all = buckets.values.filter { bucket in
            bucket.owner == context.caller && bucket.name.hasPrefix(request.prefix)
                && start <= bucket.name
        }
        .map { BucketEntry(name: $0.name, created: $0.created) }
        .sorted { $0.name < $1.name }
        let page = Array(all.prefix(request.maxBuckets))
        var token: ContinuationToken?
        if page.count < all.count, let last = page.last {
            token = ContinuationToken(position: Array(last.name.utf8), isPrefix: false)
        }
        return ListBucketsResult(
            buckets: page,
            owner: context.caller,
            continuationToken: token?.text
        )
    }

    /// Turns versioning on, or suspends it.
    ///
    /// Source: the S3 API reference, *PutBucketVersioning*.
    /// - Throws: ``ObjectStoreError/malformedXML`` for going back to never;
    ///   ``ObjectStoreError/invalidBucketState(_:)`` for suspending with object lock.
    public func setVersioning(
        _ versioning: BucketVersioning,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .configure, key: "", context)
        guard versioning != .unversioned else { throw .malformedXML }
        guard versioning == .enabled || bucket.lock == nil else {
            throw .invalidBucketState(
                "An Object Lock configuration is present on this bucket, so the versioning state"
                    + " cannot be changed."
            )
        }
        guard versioning == .enabled || bucket.replication == nil else {
            throw .invalidBucketState(
                "A replication configuration is present on this bucket, so the versioning state"
                    + " cannot be changed."
            )
        }
        bucket.versioning = versioning
    }

    /// Whether a bucket keeps versions.
    public func versioning(
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> BucketVersioning {
        try bucket(name, for: .configure, key: "", context).versioning
    }

    /// Sets who may do what in a bucket; nil for its owner alone.
    ///
    /// Source: the S3 API reference, *PutBucketPolicy*.
    public func setPolicy(
        _ policy: AccessPolicy?,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        guard let bucket = buckets[name] else { throw .noSuchBucket }
        // The owner can always take back a policy that locks everybody out.
        guard context.caller == bucket.owner || allows(bucket, .configure, key: "", context) else {
            throw .accessDenied
        }
        bucket.policy = policy
    }

    /// Sets how objects are encrypted whose writes say nothing of it.
    ///
    /// Source: the S3 API reference, *PutBucketEncryption*.
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for keys of customers.
    public func setDefaultEncryption(
        _ encryption: ServerSideEncryption,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        let bucket = try bucket(name, for: .configure, key: "", context)
        if case .customer = encryption {
            throw .invalidArgument("a bucket cannot encrypt with keys of customers")
        }
        bucket.defaultEncryption = encryption
    }

    /// How objects are encrypted whose writes say nothing of it.
    public func defaultEncryption(
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> ServerSideEncryption {
        try bucket(name, for: .configure, key: "", context).defaultEncryption
    }

    /// Sets who is told of which events.
    public func setNotifications(
        _ notifications: NotificationConfiguration,
        of name: String,
        _ context: RequestContext
    ) throws(ObjectStoreError) {
        try bucket(name, for: .configure, key: "", context).notifications = notifications
    }

    /// What a bucket has cost since it was made.
    ///
    /// - Complexity: O(1): no object is looked at.
    public func costReport(
        of name: String,
        prices: PriceList,
        _ context: RequestContext
    ) throws(ObjectStoreError) -> CostReport {
        let bucket = try bucket(name, for: .configure, key: "", context)
        let usages = StorageClass.allCases.map {
            (storageClass: $0, usage: bucket.meter.usage(of: $0, now: context.now))
        }
        return CostReport(usages, prices: prices)
    }

    /// How many keys a bucket has, those with nothing but a delete marker on top included.
    public func keyCount(of name: String) -> Int { buckets[name]?.objects.count ?? 0 }
}
