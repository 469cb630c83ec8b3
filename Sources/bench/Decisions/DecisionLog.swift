/// A decision log that was read and found right: what was run, and where each run begins.
struct DecisionLog {
    /// Its path.
    let path: String
    /// What was run.
    let header: DecisionLogHeader
    /// The runs, in their order.
    private(set) var runs: [Run] = []

    /// A run in the log.
    struct Run {
        /// Its number, from 0.
        var index: Int
        /// What it is called; empty for the only run of a scenario.
        var title: String
        /// Where the line after the one that begins it starts in the file, bytes.
        var offset: Int
        /// Its streams, by their labels.
        var streams: [String: Stream] = [:]
        /// How many picks it has.
        var picks = 0
        /// How it ended.
        var end: DecisionLine.Checkpoint?
    }

    /// A random stream of a run.
    struct Stream {
        /// Its number in the log.
        var number: Int
        /// The identity with which its draws enter the digest.
        var identity: UInt64
        /// How many draws there are of it.
        var draws = 0
    }

    /// Reads the whole file, and keeps nothing of it but where the runs begin and what they have.
    init(path: String) throws(DecisionLogError) {
        self.path = path
        let reader = try LineReader(path: path)
        guard let first = reader.line(), let header = DecisionLogHeader(first) else {
            throw .malformed(path: path, line: 1, "it is not the head of a decision log")
        }
        guard header.format == DecisionLogHeader.version else {
            let version = DecisionLogHeader.version
            throw .malformed(
                path: path,
                line: 1,
                "the format is \(header.format), and this program reads \(version)"
            )
        }
        self.header = header
        var labels: [String] = []
        var number = 1
        while let bytes = reader.line() {
            number += 1
            guard let line = DecisionLine(bytes) else {
                throw .malformed(path: path, line: number, "it is not a line of a decision log")
            }
            if let problem = add(line, &labels, reader.offset) {
                throw .malformed(path: path, line: number, problem)
            }
        }
        guard runs.last?.end != nil else {
            throw .malformed(path: path, line: number, "the file ends before its last run does")
        }
    }

    /// Takes a line into account.
    ///
    /// - Returns: What is wrong with it, if anything.
    private mutating func add(
        _ line: DecisionLine,
        _ labels: inout [String],
        _ offset: Int
    ) -> String? {
        if case .run(let index, _, let title) = line {
            if let last = runs.last, last.end == nil { return "the run before has not ended" }
            guard index == runs.count else {
                return "it is run \(index), and \(runs.count) is next"
            }
            runs.append(Run(index: index, title: title, offset: offset))
            labels = []
            return nil
        }
        guard let place = runs.indices.last, runs[place].end == nil else {
            return "it belongs to no run"
        }
        switch line {
        case .run, .event: break
        case .stream(let number, let identity, let label):
            guard number == labels.count else {
                return "it is stream \(number), and \(labels.count) is next"
            }
            labels.append(label)
            let stream = Stream(number: number, identity: identity)
            if runs[place].streams.updateValue(stream, forKey: label) != nil {
                return "there is a stream '\(label)' already"
            }
        case .draw(let stream, _):
            guard stream < labels.count else { return "there is no stream \(stream)" }
            runs[place].streams[labels[stream]]?.draws += 1
        case .task, .tie: runs[place].picks += 1
        case .end(let point): runs[place].end = point
        }
        return nil
    }
}

/// Why a decision log cannot be followed.
enum DecisionLogError: Error, Equatable, CustomStringConvertible {
    /// It cannot be read (exit code 66).
    case unreadable(path: String, reason: String)
    /// A line of it is wrong (exit code 65).
    case malformed(path: String, line: Int, String)

    /// The message for the terminal.
    var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): error: cannot read the file: \(reason)"
        case .malformed(let path, let line, let problem): "\(path):\(line): error: \(problem)"
        }
    }

    /// The exit status of a program that cannot follow it.
    var status: ProgramStatus {
        switch self {
        case .unreadable: .cannotRead
        case .malformed: .badData
        }
    }
}
