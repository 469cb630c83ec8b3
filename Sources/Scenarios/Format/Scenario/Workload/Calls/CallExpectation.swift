/// What must come back from a call.
public struct CallExpectation: Sendable, Equatable {
    /// The status of HTTP.
    public var status = 200
    /// The code of an error of an object store.
    public var code: String?
    /// Headers that the answer must have, or must not have.
    public var headers: [CallHeader]?
    /// A part that the JSON of the answer must contain.
    public var json: BodyValue?
    /// A part that the XML of the answer must contain.
    public var xml: BodyValue?
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
            .optional("code", \.code, .name, "The code of an error of an object store."),
            .optional(
                "headers",
                \.headers,
                .expectedHeaders,
                "Headers that the answer must have; with nothing behind it, one it must not have."
            ),
            .optional(
                "json",
                \.json,
                .anything,
                "A part that the JSON of the answer must contain."
            ),
            .optional("xml", \.xml, .anything, "A part that the XML of the answer must contain."),
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
        let says = json != nil || xml != nil || body != nil || code != nil || headers != nil
        guard isRefused, status != 200 || says else { return }
        reading.report(
            "what is refused has no answer",
            at: node.location(at: ["refused"]),
            expected: "refused alone"
        )
    }
}
