public import Simulator

/// Something that a server serves besides `/home`.
public struct EndpointSpecification: Sendable, Equatable {
    /// Its path.
    public var path = "/"
    /// Time of one request, where it differs.
    public var service: DurationDistribution?

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
        ]
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
