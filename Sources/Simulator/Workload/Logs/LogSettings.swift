/// What generated logs look like.
public struct LogSettings: Hashable, Sendable {
    /// How a line is written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Apache's combined access log.
        case apache
        /// RFC 3164, with a level after the tag.
        case syslog
        /// The log of HDFS.
        case hdfs
        /// An object of JSON a line: `timestamp`, `level`, `service`, `user`, `status`,
        /// `latency_ms` and `message`.
        case json
        /// A time of ISO 8601, a level and a message.
        case application
    }

    /// How often each word of the vocabulary occurs.
    public enum Frequencies: Hashable, Sendable {
        /// Each as often as any other.
        case uniform
        /// The word of rank r with a weight of 1 / r to the power of the exponent.
        case zipf(exponent: Double)
    }

    /// Users that come, do something for a while, and rest.
    ///
    /// Two events of a session are `concurrent / linesPerSecond` seconds apart in the mean, and a
    /// user rests for about `(users / concurrent - 1) * concurrent * events / linesPerSecond`.
    public struct Sessions: Hashable, Sendable {
        /// How many users are active at any time.
        public var concurrent: Int
        /// Lines of one session in the mean; their number is geometrically distributed.
        public var events: Double

        /// Creates sessions.
        public init(concurrent: Int, events: Double) {
            precondition(concurrent > 0 && events >= 1, "somebody does something")
            self.concurrent = concurrent
            self.events = events
        }
    }

    /// Which partition a line goes to.
    public enum Dealing: String, Hashable, Sendable, CaseIterable {
        /// To one after the other.
        case roundRobin = "round-robin"
        /// To that of the hash of its user, so that a user's lines stay in their order.
        case byUser = "by-user"
    }

    /// How a line is written.
    public var format: Format
    /// How many lines there are.
    public var lines: Int
    /// How many partitions they are dealt into.
    public var partitions = 1
    /// How they are dealt.
    public var dealing = Dealing.roundRobin
    /// How many different words there are, of which messages consist, and paths of requests.
    public var vocabulary = 1_000
    /// How often each word occurs.
    public var frequencies = Frequencies.zipf(exponent: 1)
    /// Words of a message.
    public var wordsPerLine = 8
    /// The part of lines that tell of an error: of level ERROR, of status 404 or from 500 on.
    public var errorShare = 0.05
    /// When the first line was written, by its own account.
    public var start = EventTime(milliseconds: 1_704_067_200_000)
    /// Lines a second of event time; they come as a Poisson process.
    public var linesPerSecond = 100.0
    /// How much too early the time of a line is at most: time stamps are out of order by that much.
    public var jitter = Duration.zero
    /// The part of lines that are late: their time is earlier still, by `lateness`.
    public var lateShare = 0.0
    /// How much earlier than `jitter` allows the time of a late line is.
    public var lateness = Duration.seconds(60)
    /// How many users there are.
    public var users = 1_000
    /// Whether users come in sessions; without, every line is of any user.
    public var sessions: Sessions?
    /// How long requests take in the mean; the times are exponentially distributed.
    public var latency = Duration.milliseconds(40)
    /// Whether lines of an access log end with how long the request took, in microseconds: `%D`.
    public var hasRequestTime = false
    /// The part of lines that are none of the format.
    public var badShare = 0.0
    /// The bytes to which lines are filled up with blanks, with their ends; longer ones stay.
    public var lineLength = 0

    /// Logs of so many lines; the first one is of 2024 unless something else is set.
    public init(_ format: Format, lines: Int) {
        self.format = format
        self.lines = lines
    }

    /// The most bytes that a line can have, with its end.
    public var lineBytesMaximum: Int {
        let word = LogVocabulary.wordBytes(of: vocabulary) + 1
        let bytes =
            switch format {
            case .apache: 160 + word
            case .syslog: 64 + wordsPerLine * word
            case .hdfs: 128 + wordsPerLine * word
            case .json: 192 + wordsPerLine * word
            case .application: 48 + wordsPerLine * word
            }
        return max(lineLength, bytes)
    }

    /// The most bytes that all lines together can have.
    public var bytesMaximum: Int { lines * lineBytesMaximum }

    /// What is wrong with the settings, in a few words; nothing where logs can be generated.
    public var problem: String? {
        if lines < 0 { return "lines must not be negative" }
        if partitions < 1 || partitions > 1_000_000 { return "partitions must be 1 to 1,000,000" }
        if vocabulary < 1 || vocabulary > 10_000_000 { return "vocabulary must be 1 to 10,000,000" }
        if wordsPerLine < 0 || wordsPerLine > 10_000 { return "words per line must be 0 to 10,000" }
        if users < 1 || users > 1 << 24 { return "users must be 1 to 16,777,216" }
        if let sessions, sessions.concurrent >= users {
            return "there must be more users than concurrent sessions"
        }
        if !(linesPerSecond > 0 && linesPerSecond <= 1e9) {
            return "lines per second must be positive"
        }
        for (share, name) in [(errorShare, "error"), (lateShare, "late"), (badShare, "bad")]
        where !(0...1).contains(share) {
            return "the \(name) share must be 0 to 1"
        }
        if jitter < .zero || lateness < .zero || latency < .zero {
            return "jitter, lateness and latency must not be negative"
        }
        if lineLength < 0 || lineLength > 1 << 20 { return "a line has a megabyte at most" }
        if case .zipf(let exponent) = frequencies, !(0...20).contains(exponent) {
            return "the exponent must be 0 to 20"
        }
        return nil
    }
}
