public import Simulator

/// Clients of a workload that send or read slowly.
public struct SlowClientsSpecification: Sendable, Equatable {
    /// The part of the clients.
    public var part = 1.0
    /// How long one takes for the head of its request, where that takes time.
    public var sending: DurationDistribution?
    /// How many bytes one reads in a second: one of these; as they come, where there is none.
    public var reading: [Int] = []

    /// All clients.
    public init() {}
}

extension SlowClientsSpecification: Section {
    static let name = "slow-clients"
    static let documentation = "Clients that send or read slowly."
    static var fields: [Field<Self>] {
        [
            .key("part", \.part, .ratio, "The part of the clients."),
            .optional(
                "sending",
                \.sending,
                .distribution,
                "How long one takes for the head of its request."
            ),
            .optional(
                "reading",
                \.readings,
                .oneOrMore(
                    "a size, or a list of sizes",
                    of: .size(in: 1...1 << 40, example: "4KB")
                ),
                "How many bytes one reads in a second; of several, each is as likely."
            ),
        ]
    }

    /// The rates, where there are any.
    var readings: [Int]? {
        get { reading.isEmpty ? nil : reading }
        set { reading = newValue ?? [] }
    }

    func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if sending == nil, self.reading.isEmpty {
            reading.report(
                "neither 'sending' nor 'reading' is given",
                at: node.location,
                expected: "how slowly they send, or read"
            )
        }
        if part == 0 {
            reading.report(
                "no client is slow",
                at: node.location(at: ["part"]),
                expected: "a part above 0%"
            )
        }
    }
}
