/// The headers of a request, as S3 reads them.
///
/// Source: the S3 API reference, the request headers of the operations.
struct RequestHeaders {
    private let fields: [HTTPField]

    init(_ fields: [HTTPField]) {
        self.fields = fields
    }

    /// The value of a header, by its name in small letters.
    subscript(name: String) -> String? { fields.value(of: name) }

    /// Whether a header says `true`.
    func isTrue(_ name: String) -> Bool { self[name]?.lowercased() == "true" }

    /// The headers of this prefix, without it.
    private func pairs(prefix: String) -> [ObjectMetadata.Entry] {
        fields.filter { $0.name.hasPrefix(prefix) }.map {
            ObjectMetadata.Entry(String($0.name.dropFirst(prefix.count)), $0.value)
        }
    }

    // MARK: Conditions

    /// `If-Match` and so on; with a prefix, those on the source of a copy.
    ///
    /// A date that is none does not count. Source: RFC 9110, 13.1.3 and 13.1.4.
    func readConditions(prefix: String = "") -> ReadConditions {
        ReadConditions(
            ifMatch: self[prefix + "if-match"].map { ETagCondition($0) },
            ifNoneMatch: self[prefix + "if-none-match"].map { ETagCondition($0) },
            ifModifiedSince: self[prefix + "if-modified-since"].flatMap {
                Timestamp(httpDate: $0)
            },
            ifUnmodifiedSince: self[prefix + "if-unmodified-since"].flatMap {
                Timestamp(httpDate: $0)
            }
        )
    }

    /// The conditions on what would be written over.
    func writeConditions() -> WriteConditions {
        WriteConditions(
            ifMatch: self["if-match"].map { ETagCondition($0) },
            ifNoneMatch: self["if-none-match"].map { ETagCondition($0) }
        )
    }

    // MARK: What is said of an object

    /// Metadata, tags, class, encryption and lock.
    func attributes() throws(ObjectStoreError) -> ObjectAttributes {
        var storageClass = StorageClass.standard
        if let name = self["x-amz-storage-class"] { storageClass = try StorageClass(header: name) }
        var tags: [ObjectTag] = []
        if let text = self["x-amz-tagging"] { tags = try Self.tags(text) }
        return ObjectAttributes(
            metadata: metadata(),
            tags: tags,
            storageClass: storageClass,
            encryption: try encryption(),
            retention: try retention(),
            hasLegalHold: try legalHold()
        )
    }

    private func metadata() -> ObjectMetadata {
        ObjectMetadata(
            contentType: self["content-type"],
            contentEncoding: self["content-encoding"],
            contentLanguage: self["content-language"],
            contentDisposition: self["content-disposition"],
            cacheControl: self["cache-control"],
            expires: self["expires"],
            websiteRedirectLocation: self["x-amz-website-redirect-location"],
            user: pairs(prefix: "x-amz-meta-")
        )
    }

    /// Tags as a query: `name=value&…`.
    private static func tags(_ text: String) throws(ObjectStoreError) -> [ObjectTag] {
        var tags: [ObjectTag] = []
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = PercentEncoding.decoded(parts[0], isForm: true),
                let value = PercentEncoding.decoded(parts.count > 1 ? parts[1] : "", isForm: true)
            else {
                throw .invalidArgument(
                    "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query"
                        + " parameters without tag name duplicates."
                )
            }
            tags.append(ObjectTag(key, value))
        }
        return tags
    }

    private func retention() throws(ObjectStoreError) -> ObjectRetention? {
        let mode = self["x-amz-object-lock-mode"]
        let date = self["x-amz-object-lock-retain-until-date"]
        if mode == nil, date == nil { return nil }
        guard let mode, let date else {
            throw .invalidArgument(
                "x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be"
                    + " supplied"
            )
        }
        guard let mode = ObjectRetention.Mode(rawValue: mode) else {
            throw .invalidArgument("Unknown wormMode directive.")
        }
        guard let end = Timestamp(iso8601: date) else {
            throw .invalidArgument("The retain until date must be provided in ISO 8601 format")
        }
        return ObjectRetention(mode: mode, retainUntil: end)
    }

    private func legalHold() throws(ObjectStoreError) -> Bool? {
        switch self["x-amz-object-lock-legal-hold"] {
        case nil: return nil
        case "OFF": return false
        case "ON": return true
        default: throw .invalidArgument("Legal Hold must be either of 'ON' or 'OFF'")
        }
    }

    // MARK: Encryption

    private func encryption() throws(ObjectStoreError) -> ServerSideEncryption? {
        let prefix = "x-amz-server-side-encryption"
        let method = self[prefix]
        if let keyMD5 = try customerKeyMD5() {
            guard method == nil else {
                throw .invalidArgument(
                    "Server Side Encryption with Customer provided key is incompatible with the"
                        + " encryption method specified"
                )
            }
            return .customer(keyMD5: keyMD5)
        }
        let isByKMS = method?.hasPrefix("aws:kms") ?? false
        guard isByKMS || self[prefix + "-aws-kms-key-id"] == nil else {
            throw .invalidArgument(
                "Server Side Encryption with AWS KMS managed key requires HTTP header"
                    + " x-amz-server-side-encryption : aws:kms"
            )
        }
        guard let header = method else { return nil }
        return try ServerSideEncryption(
            header: header,
            keyID: self[prefix + "-aws-kms-key-id"],
            bucketKey: isTrue(prefix + "-bucket-key-enabled")
        )
    }

    /// The MD5 of the key that the customer sends, which must be that of the key.
    ///
    /// Source: the S3 User Guide, *Using server-side encryption with customer-provided keys*.
    func customerKeyMD5(ofSource: Bool = false) throws(ObjectStoreError) -> String? {
        let prefix =
            (ofSource ? "x-amz-copy-source" : "x-amz") + "-server-side-encryption-customer-"
        let names = ["algorithm", "key", "key-md5"]
        if names.allSatisfy({ self[prefix + $0] == nil }) { return nil }
        func required(_ name: String, _ what: String) throws(ObjectStoreError) -> String {
            if let value = self[prefix + name] { return value }
            throw .invalidArgument(
                "Requests specifying Server Side Encryption with Customer provided keys must"
                    + " provide \(what)."
            )
        }
        let algorithm = try required("algorithm", "a valid encryption algorithm")
        guard algorithm == "AES256" else { throw .invalidEncryptionAlgorithm }
        let text = try required("key", "an appropriate secret key")
        guard let key = Base64.bytes(text), key.count == 32 else {
            throw .invalidArgument("The secret key was invalid for the specified algorithm.")
        }
        let said = try required("key-md5", "the client calculated MD5 of the secret key")
        let digest = Base64.text(ContentDigests.tag(ObjectContent(key)).digest)
        guard said == digest else {
            throw .invalidArgument(
                "The calculated MD5 hash of the key did not match the hash that was provided."
            )
        }
        return digest
    }

    // MARK: Copies

    /// `x-amz-copy-source`: `bucket/key`, encoded, with or without a version.
    ///
    /// Source: the S3 API reference, *CopyObject*.
    func copySource() throws(ObjectStoreError) -> CopySource? {
        guard let text = self["x-amz-copy-source"] else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = try RESTTarget.decoded(halves[0]).drop { $0 == "/" }
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw .invalidArgument("Invalid copy source object key")
        }
        var source = CopySource(bucket: String(parts[0]), key: String(parts[1]))
        if halves.count > 1 {
            let prefix = "versionId="
            guard halves[1].hasPrefix(prefix) else {
                throw .invalidArgument("Invalid copy source encoding.")
            }
            source.versionID = VersionID(String(halves[1].dropFirst(prefix.count))) ?? .unknown
        }
        return source
    }

    /// Whether a copy says something of its class, its encryption or its redirect, be it what the
    /// source has.
    var saysAttributes: Bool {
        [
            "x-amz-storage-class", "x-amz-server-side-encryption",
            "x-amz-server-side-encryption-customer-algorithm", "x-amz-website-redirect-location",
        ].contains { self[$0] != nil }
    }

    /// Whether something is copied or replaced.
    func directive(_ name: String) throws(ObjectStoreError) -> CopyObjectRequest.Directive {
        guard let text = self[name] else { return .copy }
        guard let directive = CopyObjectRequest.Directive(rawValue: text) else {
            throw .invalidArgument("Unknown \(name) directive.")
        }
        return directive
    }
}
