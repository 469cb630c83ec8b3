/// Logs that nobody wrote: the same settings and the same seed give the same bytes.
public struct GeneratedLogs: Hashable, Sendable {
    /// The lines of each partition, every one with its end.
    public private(set) var partitions: [[UInt8]]
    /// How many lines there are.
    public let lines: Int
    /// How many of them tell of an error.
    public private(set) var errors = 0
    /// How many have a time that is earlier than the jitter allows.
    public private(set) var lateLines = 0
    /// How many are none of the format.
    public private(set) var badLines = 0

    /// Generates logs.
    ///
    /// - Precondition: the settings have no ``LogSettings/problem``.
    /// - Complexity: less than a microsecond for a line of a hundred bytes.
    public init(_ settings: LogSettings, seed: UInt64) {
        let problem = settings.problem
        precondition(problem == nil, problem ?? "")
        lines = settings.lines
        partitions = Array(repeating: [], count: settings.partitions)
        var random = Xoshiro256(seed: seed)
        var clock = LogClock(settings)
        var users = LogUsers(settings)
        var writer = LogWriter(settings)
        let dealer = LogDealer(settings)
        let latency = Double(settings.latency.wholeNanoseconds) / 1_000
        var line = LogLine()
        for number in 0..<settings.lines {
            line.clear()
            let (time, isLate) = clock.next(using: &random)
            let user = users.next(using: &random)
            if settings.badShare > 0, random.unit() < settings.badShare {
                badLines += 1
                writer.writeBad(using: &random, to: &line)
            } else {
                let isError = random.unit() < settings.errorShare
                let event = LogWriter.Event(
                    time: time,
                    user: user,
                    isError: isError,
                    microseconds: Int(-Mathematics.logarithm(1 - random.unit()) * latency)
                )
                errors += isError ? 1 : 0
                lateLines += isLate ? 1 : 0
                writer.write(event, using: &random, to: &line)
            }
            line.append("\n")
            partitions[dealer.partition(line: number, user: user)].append(contentsOf: line.bytes)
        }
    }

    /// The logs as a topic.
    public func topic(_ name: String, bytesPerSecond: Int = 100_000_000) -> MemoryTopic {
        MemoryTopic(name, partitions: partitions, bytesPerSecond: bytesPerSecond)
    }
}

/// The times of lines.
private struct LogClock {
    private let start: Int
    private let meanPause: Double
    private let jitter: Int
    private let lateShare: Double
    private let lateness: Int
    /// How far event time has come, in nanoseconds since the start.
    private var now = 0

    init(_ settings: LogSettings) {
        start = settings.start.milliseconds
        meanPause = 1e9 / settings.linesPerSecond
        jitter = Int(clamping: settings.jitter.wholeNanoseconds / 1_000_000)
        lateShare = settings.lateShare
        lateness = Int(clamping: settings.lateness.wholeNanoseconds / 1_000_000)
    }

    /// The time of the next line in milliseconds since 1970, and whether it is late.
    mutating func next(using random: inout Xoshiro256) -> (time: Int, isLate: Bool) {
        let time = start + now / 1_000_000
        now += Int(-Mathematics.logarithm(1 - random.unit()) * meanPause)
        let isLate = lateShare > 0 && random.unit() < lateShare
        if isLate { return (time - jitter - lateness, true) }
        return (jitter == 0 ? time : time - random.below(jitter + 1), false)
    }
}

/// Whose doing each line is.
private struct LogUsers {
    private let users: Int
    /// How likely it is that a line is the last one of its session.
    private let endShare: Double
    private var active: [Int] = []
    /// Who rests, in a ring; the one at `next` has rested for the longest time.
    private var resting: [Int] = []
    private var next = 0

    init(_ settings: LogSettings) {
        users = settings.users
        endShare = settings.sessions.map { 1 / $0.events } ?? 0
        guard let sessions = settings.sessions else { return }
        active = Array(0..<sessions.concurrent)
        resting = Array(sessions.concurrent..<users)
    }

    mutating func next(using random: inout Xoshiro256) -> Int {
        guard !active.isEmpty else { return random.below(users) }
        let place = random.below(active.count)
        let user = active[place]
        if random.unit() < endShare {
            active[place] = resting[next]
            resting[next] = user
            next = (next + 1) % resting.count
        }
        return user
    }
}

/// Which partition each line goes to.
private struct LogDealer {
    private let partitioner: Partitioner
    private let dealing: LogSettings.Dealing

    init(_ settings: LogSettings) {
        partitioner = Partitioner(partitions: settings.partitions)
        dealing = settings.dealing
    }

    func partition(line: Int, user: Int) -> Int {
        switch dealing {
        case .roundRobin: return line % partitioner.partitions
        case .byUser:
            return withUnsafeBytes(of: UInt32(truncatingIfNeeded: user).littleEndian) {
                partitioner.partition(of: ByteView($0))
            }
        }
    }
}
