/// Events of a trace in the format of Chrome, which the Perfetto UI opens too.
///
/// Source: Google, "Trace Event Format", 2016: durations `X`, instants `i`, counters `C`, flows
/// `s` and `f`, spans `b` and `e`, names `M`; times are microseconds, with decimals.
struct TraceEvents {
    private(set) var lines: [JSONValue] = []
    private var tracks: [String: Int] = [:]
    private var lastFlow = 0
    private var lastSpan = 0

    /// A run, which a viewer shows as a process, numbered from one.
    struct Process {
        let number: Int
        let name: String
    }

    /// A line of a process, as a viewer shows a thread.
    struct Track {
        fileprivate let process: Int
        fileprivate let number: Int
    }

    /// Names a process.
    mutating func add(_ process: Process) {
        addName("process_name", process.name, process: process.number, track: nil)
    }

    /// The track of `name`, which is made when it is asked for first.
    mutating func track(_ name: String, of process: Process) -> Track {
        let key = "\(process.number) \(name)"
        if let number = tracks[key] { return Track(process: process.number, number: number) }
        let number = tracks.count + 1
        tracks[key] = number
        addName("thread_name", name, process: process.number, track: number)
        let order = JSONValue.members(["sort_index": .integer(number)])
        var members = Self.head("thread_sort_index", "M", Track(process.number, number))
        members.append(.init(key: "args", value: order))
        lines.append(.object(members))
        return Track(process.number, number)
    }

    /// Something that lasted.
    mutating func add(
        slice name: String,
        category: String,
        on track: Track,
        from begin: Int,
        to end: Int,
        _ details: [(String, String)] = []
    ) {
        var members = Self.head(name, "X", track, category: category, at: begin)
        members.append(.init(key: "dur", value: Self.microseconds(end - begin)))
        lines.append(.object(members + Self.arguments(details)))
    }

    /// Something that happened.
    mutating func add(instant name: String, category: String, on track: Track, at instant: Int) {
        var members = Self.head(name, "i", track, category: category, at: instant)
        // Drawn across the tracks of its process where it is a fault, else on its own.
        members.append(.init(key: "s", value: .string(category == "fault" ? "p" : "t")))
        lines.append(.object(members))
    }

    /// Something that lasted, and that may overlap with others of its name: a viewer finds a place
    /// for it below them.
    mutating func add(
        span name: String,
        category: String,
        of process: Process,
        from begin: Int,
        to end: Int,
        _ details: [(String, String)]
    ) {
        lastSpan += 1
        let identifier = JSONValue.Member(key: "id", value: .integer(lastSpan))
        let track = Track(process.number, 0)
        let first = Self.head(name, "b", track, category: category, at: begin)
        lines.append(.object(first + [identifier] + Self.arguments(details)))
        let last = Self.head(name, "e", track, category: category, at: end)
        lines.append(.object(last + [identifier]))
    }

    /// A value from an instant on.
    mutating func add(counter name: String, _ value: JSONValue, of process: Process, at time: Int) {
        var members = Self.head(name, "C", Track(process.number, 0), at: time)
        members.append(.init(key: "args", value: .members(["value": value])))
        lines.append(.object(members))
    }

    /// An arrow from a slice that begins at `sent` to one that begins at `received`.
    mutating func add(
        flow name: String,
        from source: Track,
        at sent: Int,
        to destination: Track,
        at received: Int
    ) {
        lastFlow += 1
        let identifier = JSONValue.Member(key: "id", value: .integer(lastFlow))
        let begin = Self.head(name, "s", source, category: "message", at: sent)
        lines.append(.object(begin + [identifier]))
        let end = Self.head(name, "f", destination, category: "message", at: received)
        lines.append(.object(end + [identifier, .init(key: "bp", value: .string("e"))]))
    }

    /// The whole trace as text, an event a line.
    func written(_ details: KeyValuePairs<String, String>) -> String {
        let events = lines.map { "  \($0.inOneLine)" }.joined(separator: ",\n")
        let details = JSONValue.object(
            details.map { JSONValue.Member(key: $0.key, value: .string($0.value)) }
        )
        return """
            {"displayTimeUnit": "ms", "otherData": \(details.inOneLine), "traceEvents": [
            \(events)
            ]}

            """
    }

    // MARK: Parts

    private mutating func addName(_ kind: String, _ name: String, process: Int, track: Int?) {
        var members = Self.head(kind, "M", Track(process, track ?? 0))
        members.append(.init(key: "args", value: .members(["name": .string(name)])))
        lines.append(.object(members))
    }

    private static func head(
        _ name: String,
        _ phase: String,
        _ track: Track,
        category: String? = nil,
        at instant: Int? = nil
    ) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init(key: "name", value: .string(name)), .init(key: "ph", value: .string(phase)),
            .init(key: "pid", value: .integer(track.process)),
            .init(key: "tid", value: .integer(track.number)),
        ]
        if let category { members.append(.init(key: "cat", value: .string(category))) }
        if let instant { members.append(.init(key: "ts", value: microseconds(instant))) }
        return members
    }

    private static func arguments(_ details: [(String, String)]) -> [JSONValue.Member] {
        guard !details.isEmpty else { return [] }
        let members = details.map { JSONValue.Member(key: $0.0, value: .string($0.1)) }
        return [.init(key: "args", value: .object(members))]
    }

    /// Nanoseconds as microseconds, exactly.
    private static func microseconds(_ nanoseconds: Int) -> JSONValue {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return .integer(whole) }
        let digits = String(rest.magnitude)
        let sign = nanoseconds < 0 && whole == 0 ? "-" : ""
        return .number(
            "\(sign)\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
        )
    }
}

extension TraceEvents.Track {
    fileprivate init(_ process: Int, _ number: Int) {
        self.init(process: process, number: number)
    }
}
