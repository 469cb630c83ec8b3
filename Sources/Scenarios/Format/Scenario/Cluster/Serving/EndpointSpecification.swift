public import Simulator

/// Something that a server serves besides `/home`.
public struct EndpointSpecification: Sendable, Equatable {
    /// Its path.
    public var path = "/"
    /// Time of one request, where it differs.
    public var service: DurationDistribution?
    /// Queries to the shared database, one after the other.
    public var queries = 0
    /// Whether answers are kept in the shared cache.
    public var isCached = false
    /// Whether requests of a server that miss the same entry at once share their queries.
    public var coalesces = false
    /// How many bytes it answers with; the greeting where there is nothing.
    public var size: Int?
    /// What those are.
    public var type = ContentType.text

    /// Everything below `/` that has no endpoint of its own.
    public init() {}
}

extension EndpointSpecification: Section {
    static let name = "endpoint"
    static let documentation = "Something that a server serves besides /home."
    static var fields: [Field<Self>] {
        [
            .key("path", \.path, .requestPath, required: true, "Its path."),
            .optional("service", \.service, .distribution, "Time of one request."),
            .switching(
                "queries",
                \.queries,
                .integer(in: 0...1_000, example: 1),
                off: 0,
                "Queries to the shared database, one after the other."
            ),
            .switching(
                "cached",
                \.isCached,
                .boolean,
                off: false,
                "Whether the shared cache keeps answers."
            ),
            .switching(
                "coalesce",
                \.coalesces,
                .boolean,
                off: false,
                "Whether requests of a server that miss the same entry at once share their queries."
            ),
            .optional(
                "size",
                \.size,
                .size(in: 0...100_000_000, example: "64KB"),
                "How many bytes it answers with."
            ),
            .key("type", \.type, .choice("type", ContentType.self), "What those bytes are."),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if isCached, queries == 0 {
            reading.report(
                "there is nothing to keep",
                at: node.location(at: ["cached"]),
                expected: "queries"
            )
        }
        if coalesces, !isCached {
            reading.report(
                "without a cache nothing is missed",
                at: node.location(at: ["coalesce"]),
                expected: "cached: true"
            )
        }
        if size == nil, type != .text {
            reading.report(
                "nothing has this type",
                at: node.location(at: ["type"]),
                expected: "a size beside it"
            )
        }
    }
}

/// An error that some requests get.
public struct FailureSpecification: Sendable, Equatable {
    /// The status.
    public var status = 500
    /// The part of the requests.
    public var part = 0.01

    /// Every hundredth request gets status 500.
    public init() {}
}

extension FailureSpecification: Section {
    static let name = "failure"
    static let documentation = "An error that some requests get."
    static var fields: [Field<Self>] {
        [
            .key("status", \.status, .integer(in: 400...599, example: 500), "The status."),
            .key("part", \.part, .ratio, required: true, "The part of the requests."),
        ]
    }
}
