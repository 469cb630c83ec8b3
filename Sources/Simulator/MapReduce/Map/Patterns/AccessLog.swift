/// The status code of each line of an access log.
public struct HTTPStatus: RecordPattern {
    /// Creates the pattern.
    public init() {}

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) throws(BadRecord) {
        body(try AccessLogLine(record).status)
    }
}

/// The path of each request of an access log, without its query; requests that were none, as the
/// `-` of a client that only connected, are left out.
public struct URLPath: RecordPattern {
    /// Creates the pattern.
    public init() {}

    /// See ``RecordPattern/forEachMatch(in:_:)``.
    public func forEachMatch(in record: ByteView, _ body: (ByteView) -> Void) throws(BadRecord) {
        if let path = try AccessLogLine(record).path { body(path) }
    }
}

/// A line in the common or the combined format of Apache's and nginx's access logs:
/// `HOST IDENTITY USER [TIME] "REQUEST" STATUS BYTES`, and more.
struct AccessLogLine {
    /// The first line of the request, as it stands between the quotes.
    let request: ByteView
    /// Three digits.
    let status: ByteView

    init(_ record: ByteView) throws(BadRecord) {
        let quote = UInt8(ascii: "\"")
        guard let opening = record.firstIndex(of: quote) else {
            throw BadRecord("no line of an access log: it has no request in quotes")
        }
        var closing = opening + 1
        while closing < record.count, record[closing] != quote {
            closing += record[closing] == UInt8(ascii: "\\") ? 2 : 1
        }
        let start = closing + 2
        guard start + 3 <= record.count, record[closing + 1] == 0x20,
            (0x31...0x35).contains(record[start]), record[start + 1] &- 48 < 10,
            record[start + 2] &- 48 < 10, start + 3 == record.count || record[start + 3] == 0x20
        else { throw BadRecord("no line of an access log: no status after the request") }
        request = record.slice((opening + 1)..<closing)
        status = record.slice(start..<(start + 3))
    }

    /// The path that was asked for.
    var path: ByteView? {
        guard let blank = request.firstIndex(of: 0x20) else { return nil }
        var target = request.dropping(blank + 1)
        if let end = target.lastIndex(of: 0x20) { target = target.slice(0..<end) }
        let query = target.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        target = target.slice(0..<(query ?? target.count))
        guard let first = target.first else { return nil }
        if first == UInt8(ascii: "/") { return target }
        // A proxy is asked with the whole address: the path is what follows the host.
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")), colon + 2 < target.count,
            target[colon + 1] == UInt8(ascii: "/"), target[colon + 2] == UInt8(ascii: "/")
        else { return target }
        let host = target.dropping(colon + 3)
        guard let slash = host.firstIndex(of: UInt8(ascii: "/")) else { return Self.root }
        return host.dropping(slash)
    }

    private static let slash: StaticString = "/"

    private static var root: ByteView { ByteView(start: slash.utf8Start, count: 1) }
}
