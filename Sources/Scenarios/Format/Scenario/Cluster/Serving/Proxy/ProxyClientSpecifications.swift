public import Simulator

/// TLS between clients and a proxy.
public struct TLSSpecification: Sendable, Equatable {
    /// The version.
    public var version = TLSVersion.version1_3
    /// What a worker does for a full handshake.
    public var handshake: Duration = .milliseconds(1)
    /// The part of the handshakes that resume a session.
    public var resumed = 0.0
    /// What a worker does for one that does; nothing where none does.
    public var resumption: Duration?

    /// Full handshakes of TLS 1.3.
    public init() {}
}

extension TLSSpecification: Section {
    static let name = "tls"
    static let documentation = "TLS between clients and a proxy; every connection begins with it."
    static var fields: [Field<Self>] {
        [
            .key("protocol", \.version, .tlsVersion, "The version."),
            .key(
                "handshake",
                \.handshake,
                .duration,
                required: true,
                "How long a worker is busy with a full handshake."
            ),
            .key("resumed", \.resumed, .ratio, "The part that resumes a session."),
            .optional(
                "resumption",
                \.resumption,
                .duration,
                "How long a worker is busy with a handshake that does."
            ),
        ]
    }

    func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if resumption == nil, resumed > 0 {
            reading.report(
                "the key 'resumption' is missing",
                at: node.location(at: ["resumed"]),
                expected: "how long a worker is busy with a handshake that resumes a session"
            )
        }
        if resumption != nil, resumed == 0 {
            reading.report(
                "no handshake resumes a session",
                at: node.location(at: ["resumption"]),
                expected: "a part that is resumed"
            )
        }
    }
}

extension ValueFormat where Value == TLSVersion {
    /// A version of TLS.
    fileprivate static var tlsVersion: ValueFormat {
        .scalar(
            ScalarShape(
                name: "1.2 or 1.3",
                example: "1.3",
                form: .number(minimum: 1.2, maximum: 1.3, pattern: #"^1\.[23]$"#)
            ),
            parse: { text throws(ValueProblem) in
                guard let version = TLSVersion(rawValue: text) else {
                    throw ValueProblem("is no version of TLS that clients may use")
                }
                return version
            },
            write: { $0.rawValue }
        )
    }
}

/// Which responses a proxy compresses.
public struct GzipSpecification: Sendable, Equatable {
    /// From 1, the fastest, to 9.
    public var level = 1
    /// What is smaller is not compressed.
    public var minimum = 20
    /// What is compressed besides text.
    public var types: [ContentType] = []
    /// Bytes that a worker compresses in a second.
    public var rate = 50_000_000

    /// As nginx does where it is only switched on.
    public init() {}
}

extension GzipSpecification: Section {
    static let name = "gzip"
    static let documentation = "Responses that a proxy compresses, by nginx's rules."
    static var fields: [Field<Self>] {
        [
            .key("level", \.level, .integer(in: 1...9), "From 1, the fastest, to 9."),
            .key(
                "minimum",
                \.minimum,
                .size(in: 0...1 << 30, example: "1KB"),
                "What is smaller is not compressed."
            ),
            .key(
                "types",
                \.types,
                .list("a list of types", of: .choice("type", ContentType.self), length: 0...3),
                "What is compressed besides text."
            ),
            .key(
                "rate",
                \.rate,
                .size(in: 1_000...1 << 40, example: "50MB"),
                required: true,
                "Bytes that a worker compresses in a second."
            ),
        ]
    }
}

extension ProxySpecification {
    static var clientFields: [Field<Self>] {
        [
            .key(
                "forward-headers",
                \.forwardsHeaders,
                .boolean,
                "Servers learn whom a request came from."
            ),
            .optional("tls", \.tls, .section, "How clients open connections."),
            .optional("gzip", \.gzip, .section, "Which responses are compressed."),
            .key(
                "client-header-timeout",
                \.headerTimeout,
                .positiveDuration,
                "How long the head of a request may take."
            ),
            .optional(
                "worker-connections",
                \.workerConnections,
                .integer(in: 1...1_000_000, example: 512),
                "Connections of a worker to clients and servers; more clients are sent away."
            ),
        ]
    }
}
