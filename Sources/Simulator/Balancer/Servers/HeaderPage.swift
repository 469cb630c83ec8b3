import FoundationEssentials

/// The page `/headers` of a server: what it got with the request, as JSON.
struct HeaderPage: Encodable {
    private let headers: RequestDetails.Headers

    private enum CodingKeys: String, CodingKey {
        case acceptEncoding = "Accept-Encoding"
        case forwardedFor = "X-Forwarded-For"
        case forwardedProtocol = "X-Forwarded-Proto"
        case host = "Host"
        case realIP = "X-Real-IP"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(headers.acceptEncoding, forKey: .acceptEncoding)
        try container.encodeIfPresent(headers.forwardedFor, forKey: .forwardedFor)
        try container.encodeIfPresent(headers.forwardedProtocol, forKey: .forwardedProtocol)
        try container.encodeIfPresent(headers.host, forKey: .host)
        try container.encodeIfPresent(headers.realIP, forKey: .realIP)
    }

    /// The page for a request.
    static func page(of request: HTTPRequest) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let page = HeaderPage(headers: request.details?.headers ?? RequestDetails.Headers())
        // A structure of strings always encodes.
        return (try? encoder.encode(page)).map { Array($0) } ?? []
    }
}
