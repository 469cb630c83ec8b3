/// The messages of a producer, as a log file has them: a line each, of a time, a message, a shard
/// and a topic with blanks between them.
///
///     21:52:23 MSG1  P1  T1
///     21:52:23 MSG6  *  T1
///
/// Source: prasenjit52282/shardQ @ fe0c8e7, `myqueue/myproducer.py`, `runproduce.py`.
public struct ProducerLog: Hashable, Sendable {
    /// A message.
    struct Line: Hashable, Sendable {
        let message: String
        let part: String
        let topic: String
    }

    /// What is wrong with a log.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line, counted from 1.
        public let line: Int
        /// What is wrong with it.
        public let reason: String

        /// Where it is, and what.
        public var description: String { "line \(line): \(reason)" }
    }

    /// What the original says of a log whose lines do not follow its topics.
    static let disorder =
        "log file:incompitable, make sure msg for topics are in order for a perticular time"

    /// What is sent, in turn.
    public let selectors: [ShardSelector]
    let lines: [Line]

    /// How many messages there are.
    public var count: Int { lines.count }

    /// Reads a log whose lines are for `selectors`, one after the other and again from the start.
    ///
    /// A line for another shard than the selector names is out of order, too. The original takes
    /// it where its topic is right, against what its documentation says of it.
    public init(_ text: String, for selectors: [ShardSelector]) throws(Problem) {
        precondition(!selectors.isEmpty, "something is sent")
        self.selectors = selectors
        var lines: [Line] = []
        let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, text) in texts.enumerated() {
            // The file ends with a line, or with the end of one.
            if text.isEmpty, index == texts.count - 1 { break }
            let fields = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard fields.count == 4 else {
                throw Problem(
                    line: index + 1,
                    reason: "has \(fields.count) fields, expected time, message, shard and topic"
                )
            }
            let line = Line(message: fields[1], part: fields[2], topic: fields[3])
            let selector = selectors[lines.count % selectors.count]
            guard selector.takes(line) else {
                throw Problem(
                    line: index + 1,
                    reason: "\(line.topic):\(line.part) instead of \(selector): \(Self.disorder)"
                )
            }
            lines.append(line)
        }
        self.lines = lines
    }
}
