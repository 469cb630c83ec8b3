/// What a response says so that its request can be found again; the same run gives the same.
///
/// Source: the S3 API reference, *Common response headers*.
struct RequestIdentity {
    /// `x-amz-request-id`: 16 digits and capital letters.
    let requestID: String
    /// `x-amz-id-2`.
    let hostID: String

    /// The identity of a request, from its number.
    init(_ number: UInt64) {
        // An odd factor gives every number another product.
        let mixed = number &* 0x9E37_79B9_7F4A_7C15
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: mixed >> UInt64(56 - 8 * $0)) }
        requestID = Hexadecimal.text(bytes).uppercased()
        hostID = Base64.text(ContentDigests.checksum(.sha256, of: ObjectContent(requestID)))
    }

    /// The headers of a response.
    var fields: [HTTPField] {
        [HTTPField("x-amz-id-2", hostID), HTTPField("x-amz-request-id", requestID)]
    }

    /// The elements of a document about an error.
    var elements: [XMLElement] {
        [XMLElement("RequestId", requestID), XMLElement("HostId", hostID)]
    }
}
