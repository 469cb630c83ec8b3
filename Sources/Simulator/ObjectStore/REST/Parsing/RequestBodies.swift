/// Reads the bodies of requests.
///
/// Source: the S3 API reference, the request syntax of the operations.
enum RequestBodies {
    /// The outermost element, which must have a name.
    private static func root(
        _ body: [UInt8],
        _ name: String
    ) throws(ObjectStoreError) -> XMLElement {
        let root = try XMLReader.read(body)
        guard root.name == name else { throw .malformedXML }
        return root
    }

    /// The body of a *DeleteObjects*.
    static func deletions(
        _ body: [UInt8]
    ) throws(ObjectStoreError) -> (items: [DeleteObjectsRequest.Item], isQuiet: Bool) {
        let root = try root(body, "Delete")
        try root.allow(["Object", "Quiet"])
        var items: [DeleteObjectsRequest.Item] = []
        for object in root.all("Object") {
            try object.allow(["Key", "VersionId", "ETag", "LastModifiedTime", "Size"])
            guard object.all("LastModifiedTime").isEmpty, object.all("Size").isEmpty else {
                throw .notImplemented
            }
            let version = try object.text(of: "VersionId")
            let key = try object.required("Key")
            guard !key.isEmpty else { throw .malformedXML }
            items.append(
                DeleteObjectsRequest.Item(
                    key,
                    versionID: version.map { VersionID($0) ?? .unknown },
                    ifMatch: try object.text(of: "ETag").map { ETagCondition($0) }
                )
            )
        }
        let isQuiet = try root.text(of: "Quiet").map(boolean) ?? false
        return (items, isQuiet)
    }

    /// The texts of the versions of a *DeleteObjects* that no store makes, in their order.
    static func unknownVersions(_ body: [UInt8]) throws(ObjectStoreError) -> [String] {
        var texts: [String] = []
        for object in try root(body, "Delete").all("Object") {
            guard let text = try object.text(of: "VersionId"), VersionID(text) == nil else {
                continue
            }
            texts.append(text)
        }
        return texts
    }

    private static func boolean(_ text: String) throws(ObjectStoreError) -> Bool {
        switch text {
        case "true": return true
        case "false": return false
        default: throw .malformedXML
        }
    }

    /// The body of a *CompleteMultipartUpload*.
    static func parts(
        _ body: [UInt8]
    ) throws(ObjectStoreError) -> [CompleteMultipartUploadRequest.Part] {
        let root = try root(body, "CompleteMultipartUpload")
        try root.allow(["Part"])
        var parts: [CompleteMultipartUploadRequest.Part] = []
        for part in root.children {
            var checksum: ObjectChecksum?
            for algorithm in ChecksumAlgorithm.allCases {
                guard let text = try part.text(of: "Checksum\(algorithm)") else { continue }
                guard checksum == nil, let read = try? ObjectChecksum(algorithm, text: text) else {
                    throw .invalidArgument(
                        "Invalid Base64 or multiple checksums present in request"
                    )
                }
                checksum = read
            }
            guard let number = try part.integer(of: "PartNumber") else { throw .malformedXML }
            guard number >= 1 else { throw .invalidArgument("PartNumber must be >= 1") }
            let tag = try part.required("ETag")
            parts.append(CompleteMultipartUploadRequest.Part(number, tag: tag, checksum: checksum))
        }
        return parts
    }

    /// The body of a *PutBucketVersioning*.
    static func versioning(_ body: [UInt8]) throws(ObjectStoreError) -> BucketVersioning {
        let root = try root(body, "VersioningConfiguration")
        try root.allow(["Status", "MfaDelete"])
        guard try root.text(of: "MfaDelete") ?? "Disabled" == "Disabled" else {
            throw .notImplemented
        }
        switch try root.text(of: "Status") {
        case "Enabled": return .enabled
        case "Suspended": return .suspended
        case nil, "": throw .illegalVersioningConfiguration
        default: throw .malformedXML
        }
    }

    /// The body of a *PutObjectTagging*.
    static func tags(_ body: [UInt8]) throws(ObjectStoreError) -> [ObjectTag] {
        let root = try root(body, "Tagging")
        try root.allow(["TagSet"])
        guard let set = try root.child("TagSet") else { throw .malformedXML }
        try set.allow(["Tag"])
        return try set.children.map(tag)
    }

    static func tag(_ element: XMLElement) throws(ObjectStoreError) -> ObjectTag {
        try element.allow(["Key", "Value"])
        return ObjectTag(try element.required("Key"), try element.required("Value"))
    }

    /// The body of a *CreateBucket*: the region, where it is said.
    static func location(_ body: [UInt8]) throws(ObjectStoreError) -> String? {
        if body.isEmpty { return nil }
        let root = try root(body, "CreateBucketConfiguration")
        try root.allow(["LocationConstraint"])
        return try root.text(of: "LocationConstraint")
    }

    /// The body of a *PutBucketEncryption*.
    static func encryption(_ body: [UInt8]) throws(ObjectStoreError) -> ServerSideEncryption {
        let root = try root(body, "ServerSideEncryptionConfiguration")
        guard let rule = try root.child("Rule") else { throw .malformedXML }
        try rule.allow(["ApplyServerSideEncryptionByDefault", "BucketKeyEnabled"])
        guard let choice = try rule.child("ApplyServerSideEncryptionByDefault") else {
            throw .malformedXML
        }
        try choice.allow(["SSEAlgorithm", "KMSMasterKeyID"])
        let keyID = try choice.text(of: "KMSMasterKeyID")
        let bucketKey = try rule.text(of: "BucketKeyEnabled").map(boolean) ?? false
        switch try choice.required("SSEAlgorithm") {
        case "AES256":
            guard keyID == nil else {
                throw .invalidArgument(
                    "a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms"
                        + " or aws:kms:dsse"
                )
            }
            return .s3
        case "aws:kms":
            return .kms(keyID: keyID ?? ServerSideEncryption.managedKeyID, bucketKey: bucketKey)
        case "aws:kms:dsse":
            return .dualLayerKMS(keyID: keyID ?? ServerSideEncryption.managedKeyID)
        default: throw .malformedXML
        }
    }

    // MARK: Locks

    /// The body of a *PutObjectLockConfiguration*.
    static func defaultRetention(_ body: [UInt8]) throws(ObjectStoreError) -> DefaultRetention? {
        let root = try root(body, "ObjectLockConfiguration")
        try root.allow(["ObjectLockEnabled", "Rule"])
        guard try root.required("ObjectLockEnabled") == "Enabled" else { throw .malformedXML }
        guard let rule = try root.child("Rule") else { return nil }
        try rule.allow(["DefaultRetention"])
        guard let retention = try rule.child("DefaultRetention"),
            let mode = ObjectRetention.Mode(rawValue: try retention.required("Mode"))
        else { throw .malformedXML }
        try retention.allow(["Mode", "Days", "Years"])
        let days = try retention.integer(of: "Days")
        let years = try retention.integer(of: "Years")
        guard (days == nil) != (years == nil) else { throw .malformedXML }
        let count = days ?? (years ?? 0).multipliedClamped(by: 365)
        guard 1...36_500 ~= count else {
            throw .invalidArgument("Default retention period must be a positive integer value.")
        }
        return DefaultRetention(mode: mode, days: count)
    }

    /// The body of a *PutObjectRetention*; nil for an empty one, which lifts the retention.
    static func retention(_ body: [UInt8]) throws(ObjectStoreError) -> ObjectRetention? {
        let root = try root(body, "Retention")
        try root.allow(["Mode", "RetainUntilDate"])
        if root.children.isEmpty { return nil }
        guard let mode = ObjectRetention.Mode(rawValue: try root.required("Mode")),
            let date = Timestamp(iso8601: try root.required("RetainUntilDate"))
        else { throw .malformedXML }
        return ObjectRetention(mode: mode, retainUntil: date)
    }

    /// The body of a *PutObjectLegalHold*.
    static func legalHold(_ body: [UInt8]) throws(ObjectStoreError) -> Bool {
        let root = try root(body, "LegalHold")
        try root.allow(["Status"])
        switch try root.required("Status") {
        case "ON": return true
        case "OFF": return false
        default: throw .malformedXML
        }
    }

    /// The body of a *RestoreObject*.
    static func restoration(
        _ body: [UInt8]
    ) throws(ObjectStoreError) -> (days: Int, tier: RestoreTier) {
        let root = try root(body, "RestoreRequest")
        try root.allow(["Days", "Tier", "GlacierJobParameters"])
        guard let days = try root.integer(of: "Days") else { throw .malformedXML }
        let parameters = try root.child("GlacierJobParameters") ?? root
        let name = try parameters.text(of: "Tier") ?? RestoreTier.standard.rawValue
        guard let tier = RestoreTier(rawValue: name) else { throw .malformedXML }
        return (days, tier)
    }
}

extension Int {
    fileprivate func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
