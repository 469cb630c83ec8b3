extension RequestHeaders {
    // MARK: Checksums

    /// `x-amz-checksum-…`: at most one.
    ///
    /// - Parameter ofUpload: Whether it is that of an upload, which may be made of those of parts.
    func checksum(ofUpload: Bool = false) throws(ObjectStoreError) -> ObjectChecksum? {
        let found = ChecksumAlgorithm.allCases.filter { self[$0.headerName] != nil }
        guard found.count <= 1 else {
            throw .invalidRequest(
                "Expecting a single x-amz-checksum- header. Multiple checksum Types are not"
                    + " allowed."
            )
        }
        guard let algorithm = found.first, let text = self[algorithm.headerName] else {
            return nil
        }
        return ofUpload
            ? try ObjectChecksum(algorithm, ofUpload: text)
            : try ObjectChecksum(algorithm, text: text)
    }

    /// The checksum of the bytes that come with the request, which must be by the algorithm that
    /// the request says.
    func sentChecksum() throws(ObjectStoreError) -> ObjectChecksum? {
        let checksum = try checksum()
        if let checksum, let algorithm = try sdkChecksumAlgorithm(),
            algorithm != checksum.algorithm
        {
            throw .invalidRequest("Value for x-amz-sdk-checksum-algorithm header is invalid.")
        }
        return checksum
    }

    /// `x-amz-sdk-checksum-algorithm`.
    func sdkChecksumAlgorithm() throws(ObjectStoreError) -> ChecksumAlgorithm? {
        try checksumAlgorithm("x-amz-sdk-checksum-algorithm")
    }

    /// The algorithm that one of two headers names.
    func checksumAlgorithm(_ name: String) throws(ObjectStoreError) -> ChecksumAlgorithm? {
        guard let text = self[name] else { return nil }
        guard let algorithm = ChecksumAlgorithm(rawValue: text.uppercased()) else {
            throw .invalidRequest("Value for \(name) header is invalid.")
        }
        return algorithm
    }

    /// `x-amz-checksum-type`.
    func checksumType() throws(ObjectStoreError) -> ChecksumType? {
        guard let text = self["x-amz-checksum-type"] else { return nil }
        guard let type = ChecksumType(rawValue: text.uppercased()) else {
            throw .invalidRequest("Value for x-amz-checksum-type header is invalid.")
        }
        return type
    }

    // MARK: Digests

    /// `x-amz-content-sha256`: nil for what is not signed, or signed in pieces.
    ///
    /// Source: the S3 API reference, *Signature calculations for the authorization header*.
    func contentSHA256() throws(ObjectStoreError) -> [UInt8]? {
        guard let text = self["x-amz-content-sha256"], text != "UNSIGNED-PAYLOAD",
            !text.hasPrefix("STREAMING-")
        else { return nil }
        let digits = text.utf8.compactMap(Hexadecimal.value)
        guard digits.count == 64, text.utf8.count == 64 else {
            throw .invalidArgument(
                "x-amz-content-sha256 must be UNSIGNED-PAYLOAD,"
                    + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD or a valid sha256 value."
            )
        }
        return (0..<32).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
    }

    /// Compares what comes with a request, but for the bytes of objects, with its digests.
    ///
    /// - Parameter hasChecksum: Whether a checksum among the headers is that of the body.
    /// - Throws: ``ObjectStoreError/invalidDigest``, ``ObjectStoreError/badDigest`` or
    ///   ``ObjectStoreError/contentSHA256Mismatch``.
    func check(_ body: [UInt8], hasChecksum: Bool) throws(ObjectStoreError) {
        let content = ObjectContent(body)
        if let text = self["content-md5"] {
            guard let digest = Base64.bytes(text), digest.count == 16 else {
                throw .invalidDigest
            }
            if ContentDigests.tag(content).digest != digest { throw .badDigest }
        }
        if let digest = try contentSHA256(),
            digest != ContentDigests.checksum(.sha256, of: content)
        {
            throw .contentSHA256Mismatch
        }
        guard hasChecksum, let checksum = try sentChecksum() else { return }
        if ObjectChecksum(checksum.algorithm, of: content) != checksum { throw .badDigest }
    }
}
