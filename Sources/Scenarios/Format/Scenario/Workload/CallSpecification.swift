import Simulator

/// A single request with its expected answer.
public struct CallSpecification: Sendable, Equatable {
    /// When it is sent.
    public var at: Duration = .zero
    /// Who is asked; without it the balancer, the first proxy or the gateway.
    public var to: String?
    /// The method of HTTP.
    public var method = CallMethod.get
    /// The path, with its query.
    public var path = "/"
    /// The body: text is sent as a form, anything else as JSON.
    public var body: BodyValue?
    /// The address that it comes from; an operator within the cluster has none.
    public var client: String?
    /// What it says besides, where it does.
    public var headers: CallHeadersSpecification?
    /// What must come back, which then decides the exit code; without it, status 200 counts as
    /// passed and decides nothing.
    public var expect: CallExpectation?

    /// A request for `/` at the beginning.
    public init() {}
}

/// The methods of HTTP.
public enum CallMethod: String, Sendable, CaseIterable {
    /// GET.
    case get = "GET"
    /// POST.
    case post = "POST"
    /// PUT.
    case put = "PUT"
    /// PATCH.
    case patch = "PATCH"
    /// DELETE.
    case delete = "DELETE"
    /// HEAD.
    case head = "HEAD"
    /// OPTIONS.
    case options = "OPTIONS"
}

extension CallSpecification: Section {
    static let name = "call"
    static let documentation = "A single request with its expected answer."
    static var fields: [Field<Self>] {
        [
            .key("at", \.at, .duration, required: true, "When it is sent."),
            .optional("to", \.to, .name, "Who is asked, past what stands in front."),
            .key("method", \.method, .choice("method", CallMethod.self), "The method of HTTP."),
            .key("path", \.path, .requestPath, required: true, "The path, with its query."),
            .optional("body", \.body, .anything, "Text is sent as a form, anything else as JSON."),
            .optional("client", \.client, .clientAddress, "The address that it comes from."),
            .optional("headers", \.headers, .section, "Headers of the request."),
            .optional("expect", \.expect, .section, "What must come back."),
        ]
    }
}

extension ValueFormat where Value == String {
    /// An address, IPv4 or IPv6.
    fileprivate static var clientAddress: ValueFormat {
        .scalar(
            ScalarShape(
                name: "an address",
                example: "10.0.0.1",
                form: .pattern("^[0-9a-fA-F.:]+$")
            ),
            parse: { text throws(ValueProblem) in
                guard NetworkAddress(text) != nil else { throw ValueProblem("is no address") }
                return text
            },
            write: { $0 }
        )
    }
}

/// Headers that a call has.
public struct CallHeadersSpecification: Sendable, Equatable {
    /// Whom it asks.
    public var host: String?
    /// Whom it says that it came from.
    public var forwardedFor: String?
    /// What its answer may be compressed with.
    public var acceptEncoding: String?

    /// None.
    public init() {}
}

extension CallHeadersSpecification: Section {
    static let name = "call-headers"
    static let documentation = "Headers that a call has."
    static var fields: [Field<Self>] {
        [
            .optional("Host", \.host, .line, "Whom it asks."),
            .optional("X-Forwarded-For", \.forwardedFor, .line, "Whom it came from."),
            .optional("Accept-Encoding", \.acceptEncoding, .line, "How it may be answered."),
        ]
    }
}

/// What must come back from a call.
public struct CallExpectation: Sendable, Equatable {
    /// The status of HTTP.
    public var status = 200
    /// A part that the JSON of the answer must contain.
    public var json: BodyValue?
    /// The whole answer as text.
    public var body: String?
    /// Whether the connection must be refused, so that there is no answer.
    public var isRefused = false

    /// Status 200, whatever the answer says.
    public init() {}
}

extension CallExpectation: Section {
    static let name = "call-expectation"
    static let documentation = "What must come back from a call."
    static var fields: [Field<Self>] {
        [
            .key("status", \.status, .integer(in: 100...599, example: 200), "The status of HTTP."),
            .optional(
                "json",
                \.json,
                .anything,
                "A part that the JSON of the answer must contain."
            ),
            .optional("body", \.body, .anyText, "The whole answer as text."),
            .switching(
                "refused",
                \.isRefused,
                .boolean,
                off: false,
                "Whether the connection must be refused."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard isRefused, status != 200 || json != nil || body != nil else { return }
        reading.report(
            "what is refused has no answer",
            at: node.location(at: ["refused"]),
            expected: "refused alone"
        )
    }
}
