public import Simulator

/// How every link of the network behaves unless a fault changes it.
public struct NetworkSpecification: Sendable, Equatable {
    /// Time of a message on any link.
    public var latency = DurationDistribution.constant(.milliseconds(1))
    /// Time of a message between zones, where it differs.
    public var latencyAcrossZones: DurationDistribution?
    /// Part of the messages that never arrive, from 0 to 1.
    public var loss = 0.0
    /// Part of the messages that arrive twice, from 0 to 1.
    public var duplication = 0.0
    /// Whether all messages of a link arrive in the order of sending.
    public var isOrdered = false
    /// Part of the messages that may overtake earlier ones of an ordered link, from 0 to 1.
    public var reordering = 0.0

    /// A network that loses nothing and takes a millisecond.
    public init() {}
}

extension NetworkSpecification: Section {
    static let name = "network"
    static let documentation = "How every link behaves unless a fault changes it."
    static var fields: [Field<Self>] {
        [
            .key("latency", \.latency, .distribution, "Time of a message."),
            .optional(
                "across-zones",
                \.latencyAcrossZones,
                .distribution,
                "Time of a message between zones."
            ),
            .key("loss", \.loss, .ratio, "Messages that never arrive."),
            .key("duplication", \.duplication, .ratio, "Messages that arrive twice."),
            .key(
                "ordered",
                \.isOrdered,
                .boolean,
                "All messages of a link arrive in the order of sending; a slow one holds up others."
            ),
            .key(
                "reordering",
                \.reordering,
                .ratio,
                "With ordered: messages that may overtake earlier ones."
            ),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard reordering > 0, !isOrdered, let entry = node.entry("reordering") else { return }
        reading.report(
            "'reordering' does nothing on links that keep no order",
            at: entry.keyLocation,
            hint: "add ordered: true"
        )
    }
}
