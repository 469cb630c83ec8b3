public import Simulator

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
    /// How many bytes the body has; its text is said again and again to make them.
    public var bodySize: Int?
    /// The address that it comes from; an operator within the cluster has none.
    public var client: String?
    /// What it says besides, where it does.
    public var headers: [CallHeader]?
    /// As whom it asks an object store; the owner of the buckets, where nobody is named.
    public var caller: String?
    /// What later calls of the list say again of its answer.
    public var captures: [CallCapture]?
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
            .optional(
                "body-size",
                \.bodySize,
                .size(in: 1...64 << 20, example: "5MiB"),
                "Bytes of the body, whose text is said again and again to make them."
            ),
            .optional("client", \.client, .clientAddress, "The address that it comes from."),
            .optional("headers", \.headers, .headers, "Headers of the request."),
            .optional("caller", \.caller, .name, "As whom it asks an object store."),
            .optional(
                "capture",
                \.captures,
                .captures,
                "What later calls say again of the answer, by names."
            ),
            .optional("expect", \.expect, .section, "What must come back."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard bodySize != nil else { return }
        if case .string(let text) = body, !text.isEmpty { return }
        reading.report(
            "there is no text to fill it with",
            at: node.location(at: ["body-size"]),
            expected: "a body of text"
        )
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
