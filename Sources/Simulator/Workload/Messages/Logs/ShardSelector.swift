/// The shards of a topic that somebody sends to or reads: one of them, or all in turn.
///
/// As the original's programs take them: `T1:P1`, and `T1:*` for all shards in turn.
public struct ShardSelector: Hashable, Sendable, CustomStringConvertible {
    /// The topic.
    public let topic: String
    /// What the shard is called; nothing for all of them.
    public let shard: String?

    /// A shard of a topic, or all of them.
    public init(_ topic: String, _ shard: String?) {
        self.topic = topic
        self.shard = shard
    }

    /// Reads `T1:P1` or `T1:*`; nothing where it is neither.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isName) else { return nil }
        self.init(String(parts[0]), parts[1] == Self.all ? nil : String(parts[1]))
    }

    private static let all = "*"

    private static func isName(_ part: Substring) -> Bool {
        !part.isEmpty && !part.contains { $0.isWhitespace }
    }

    /// As it is read.
    public var description: String { "\(topic):\(shard ?? Self.all)" }

    /// Whether a message of a log is one of these.
    func takes(_ line: ProducerLog.Line) -> Bool {
        line.topic == topic && (shard == nil || line.part == shard)
    }
}
