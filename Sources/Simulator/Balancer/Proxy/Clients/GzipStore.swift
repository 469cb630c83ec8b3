/// Compresses responses, each distinct body once, as nginx's gzip filter decides.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
final class GzipStore: @unchecked Sendable {
    let settings: ProxyClientSettings.Gzip
    /// What was compressed so far, by its length.
    private var known: [Int: [(plain: [UInt8], compressed: [UInt8])]] = [:]
    /// Bodies that are remembered; beyond them each is compressed again.
    private static let countMaximum = 1_000
    private var count = 0

    init(_ settings: ProxyClientSettings.Gzip) {
        self.settings = settings
    }

    /// What becomes of a response to a client; nothing where it stays as it is.
    ///
    /// Source: nginx, `ngx_http_gzip_header_filter`: status 200, 403 or 404, not compressed before,
    /// at least so long, of one of the types, to a client that accepts it.
    func compressed(_ response: HTTPResponse, for details: RequestDetails?) -> [UInt8]? {
        guard [200, 403, 404].contains(response.status), !response.isGzipped,
            response.body.count >= settings.minimum, !response.body.isEmpty,
            let type = response.type, type == .text || settings.types.contains(type),
            details?.headers.acceptsGzip == true
        else { return nil }
        let same = known[response.body.count] ?? []
        if let entry = same.first(where: { $0.plain == response.body }) { return entry.compressed }
        // Without memory for it nginx closes the connection; here it is sent as it is.
        guard let bytes = try? GzipEncoder.encode(response.body, level: settings.level) else {
            return nil
        }
        guard count < Self.countMaximum else { return bytes }
        count += 1
        known[response.body.count, default: []].append((response.body, bytes))
        return bytes
    }

    /// How long a worker takes for so many bytes.
    func work(for bytes: Int) -> Duration {
        ResponseFlow.time(of: bytes, perSecond: settings.rate)
    }
}
