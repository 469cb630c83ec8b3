/// The address of a request in the style of paths: `/bucket/key?query`.
///
/// Source: the S3 User Guide, *Virtual hosting of buckets*, "Path-style requests".
struct RESTTarget {
    /// The bucket; empty for the service itself.
    let bucket: String
    /// The key; empty for the bucket itself.
    let key: String
    /// Names and values of the query, decoded, in their order.
    private let query: [(name: String, value: String)]

    /// - Throws: ``ObjectStoreError/invalidURI`` for what is encoded in no valid way.
    init(_ text: String) throws(ObjectStoreError) {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].drop { $0 == "/" }.split(
            separator: "/",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        bucket = try Self.decoded(path.first ?? "")
        key = try Self.decoded(path.count > 1 ? path[1] : "")
        var query: [(name: String, value: String)] = []
        for field in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query.append(
                (
                    try Self.decoded(parts[0], isForm: true),
                    try Self.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
                )
            )
        }
        self.query = query
    }

    static func decoded(
        _ text: some StringProtocol,
        isForm: Bool = false
    ) throws(ObjectStoreError) -> String {
        guard let decoded = PercentEncoding.decoded(text, isForm: isForm) else {
            throw .invalidURI
        }
        return decoded
    }

    /// The value of a field of the query; nil where there is none.
    func value(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// Whether the query has a field.
    func has(_ name: String) -> Bool { value(name) != nil }

    /// The first field of the query that names a part of a bucket or an object, as its tags.
    var part: String? {
        query.first { Self.parts.contains($0.name) }?.name
    }

    /// Source: the S3 User Guide, *Signing and authenticating REST requests*, the subresources of
    /// the canonicalized resource, and those that came later.
    private static let parts: Set<String> = [
        "accelerate", "acl", "analytics", "attributes", "cors", "delete", "encryption",
        "intelligent-tiering", "inventory", "legal-hold", "lifecycle", "location", "logging",
        "metrics", "notification", "object-lock", "ownershipControls", "policy", "policyStatus",
        "publicAccessBlock", "replication", "requestPayment", "restore", "retention", "select",
        "tagging", "torrent", "uploads", "versioning", "versions", "website",
    ]

    /// The number that a field of the query spells.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for anything else, and beyond 32 bits.
    func integer(_ name: String) throws(ObjectStoreError) -> Int? {
        try Self.integer(value(name), name)
    }

    /// The number that a text spells.
    static func integer(_ text: String?, _ name: String) throws(ObjectStoreError) -> Int? {
        guard let text else { return nil }
        guard let number = Int32(text) else {
            throw .invalidArgument("Provided \(name) not an integer or within integer range")
        }
        return Int(number)
    }

    /// `versionId`: an identity that no store makes is that of a version that never was.
    func versionID() throws(ObjectStoreError) -> VersionID? {
        guard let text = value("versionId") else { return nil }
        guard !text.isEmpty else {
            throw .invalidArgument("Version id cannot be the empty string")
        }
        return VersionID(text) ?? .unknown
    }

    /// The version of `versionId` that is to be deleted.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for an identity that no store makes.
    func deletedVersionID() throws(ObjectStoreError) -> VersionID? {
        let version = try versionID()
        if version == .unknown { throw .invalidArgument("Invalid version id specified") }
        return version
    }

    /// `encoding-type=url`: whether keys are to be encoded.
    ///
    /// - Throws: ``ObjectStoreError/invalidArgument(_:)`` for another encoding.
    func encodesKeys() throws(ObjectStoreError) -> Bool {
        guard let type = value("encoding-type") else { return false }
        guard type == "url" else {
            throw .invalidArgument("Invalid Encoding Method specified in Request")
        }
        return true
    }
}

extension VersionID {
    /// A version that no store makes.
    static let unknown = VersionID(number: .max)
}
