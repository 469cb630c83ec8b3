/// Writes one line after the other in the format of the settings.
struct LogWriter {
    /// What a line tells of.
    struct Event {
        /// Milliseconds since 1970, as the line says.
        let time: Int
        /// Whose doing it was, from zero.
        let user: Int
        let isError: Bool
        /// How long it took.
        let microseconds: Int
    }

    private let settings: LogSettings
    private let vocabulary: LogVocabulary
    private var time: LogTimeText

    init(_ settings: LogSettings) {
        self.settings = settings
        vocabulary = LogVocabulary(words: settings.vocabulary, settings.frequencies)
        time = LogTimeText(settings.format)
    }

    /// Writes the line of an event, without an end.
    mutating func write(
        _ event: Event,
        using random: inout Xoshiro256,
        to line: inout LogLine
    ) {
        switch settings.format {
        case .apache: writeApache(event, &random, &line)
        case .syslog: writeSyslog(event, &random, &line)
        case .hdfs: writeHDFS(event, &random, &line)
        case .json: writeJSON(event, &random, &line)
        case .application:
            time.append(event.time, to: &line)
            line.append(" ")
            line.append(level(event, &random))
            appendMessage(&random, to: &line)
        }
        if settings.format != .apache { line.fill(to: settings.lineLength - 1) }
    }

    /// Writes a line that is none of any format: it has no time, no request and no object.
    func writeBad(using random: inout Xoshiro256, to line: inout LogLine) {
        line.append([0xFF, 0xFE])
        line.append("unreadable ")
        vocabulary.appendWord(using: &random, to: &line)
        line.fill(to: settings.lineLength - 1)
    }

    // MARK: Formats

    /// `HOST - USER [TIME] "REQUEST" STATUS BYTES "REFERER" "AGENT" MICROSECONDS`
    private mutating func writeApache(
        _ event: Event,
        _ random: inout Xoshiro256,
        _ line: inout LogLine
    ) {
        appendAddress(of: event.user, to: &line)
        line.append(" - user-")
        line.append(event.user)
        line.append(" [")
        time.append(event.time, to: &line)
        line.append("] \"")
        line.append(random.below(10) < 9 ? "GET" : "POST")
        line.append(" /")
        vocabulary.appendWord(using: &random, to: &line)
        line.append(" HTTP/1.1\" ")
        line.append(status(event, &random))
        line.append(" ")
        line.append(random.below(20_000))
        line.append(" \"-\" \"Mozilla/5.0 (X11; Linux x86_64)")
        var duration = LogLine()
        if settings.hasRequestTime {
            duration.append(" ")
            duration.append(event.microseconds)
        }
        line.fill(to: settings.lineLength - 2 - duration.bytes.count)
        line.append("\"")
        line.append(duration.bytes)
    }

    /// `<PRIORITY>TIME HOST TAG[PROCESS]: LEVEL MESSAGE`; the facility is that of daemons.
    private mutating func writeSyslog(
        _ event: Event,
        _ random: inout Xoshiro256,
        _ line: inout LogLine
    ) {
        line.append(event.isError ? "<27>" : "<30>")
        time.append(event.time, to: &line)
        line.append(" host-")
        line.append(event.user % 16)
        line.append(" ")
        line.append(service(event.user))
        line.append("[")
        line.append(1_000 + event.user % 30_000)
        line.append("]: ")
        line.append(level(event, &random))
        appendMessage(&random, to: &line)
    }

    /// `DATE TIME THREAD LEVEL CLASS: MESSAGE blk_NUMBER src: /ADDRESS:PORT`
    private mutating func writeHDFS(
        _ event: Event,
        _ random: inout Xoshiro256,
        _ line: inout LogLine
    ) {
        time.append(event.time, to: &line)
        line.append(" ")
        line.append(event.user % 4_000)
        line.append(" ")
        line.append(level(event, &random))
        line.append(" dfs.DataNode$DataXceiver:")
        appendMessage(&random, to: &line)
        line.append(" blk_")
        line.append(Int(random.next() >> 4))
        line.append(" src: /")
        appendAddress(of: event.user, to: &line)
        line.append(":50010")
    }

    private mutating func writeJSON(
        _ event: Event,
        _ random: inout Xoshiro256,
        _ line: inout LogLine
    ) {
        line.append("{\"timestamp\":\"")
        time.append(event.time, to: &line)
        line.append("\",\"level\":\"")
        line.append(level(event, &random))
        line.append("\",\"service\":\"")
        line.append(service(random.below(8)))
        line.append("\",\"user\":\"user-")
        line.append(event.user)
        line.append("\",\"status\":")
        line.append(status(event, &random))
        line.append(",\"latency_ms\":")
        line.append(event.microseconds / 1_000)
        line.append(".")
        line.append(event.microseconds % 1_000, digits: 3)
        line.append(",\"message\":\"")
        for word in 0..<settings.wordsPerLine {
            if word > 0 { line.append(" ") }
            vocabulary.appendWord(using: &random, to: &line)
        }
        line.append("\"}")
    }

    // MARK: Parts

    private func appendMessage(_ random: inout Xoshiro256, to line: inout LogLine) {
        for _ in 0..<settings.wordsPerLine {
            line.append(" ")
            vocabulary.appendWord(using: &random, to: &line)
        }
    }

    /// The address of a user, in a private network.
    private func appendAddress(of user: Int, to line: inout LogLine) {
        line.append("10.")
        line.append(user >> 16 & 0xFF)
        line.append(".")
        line.append(user >> 8 & 0xFF)
        line.append(".")
        line.append(user & 0xFF)
    }

    private func level(_ event: Event, _ random: inout Xoshiro256) -> StaticString {
        if event.isError { return "ERROR" }
        return switch random.below(10) {
        case 0: "WARN"
        case 1: "DEBUG"
        default: "INFO"
        }
    }

    private func status(_ event: Event, _ random: inout Xoshiro256) -> StaticString {
        if event.isError {
            return switch random.below(4) {
            case 0: "404"
            case 1: "502"
            case 2: "503"
            default: "500"
            }
        }
        return switch random.below(10) {
        case 0: "304"
        case 1: "201"
        default: "200"
        }
    }

    private func service(_ number: Int) -> StaticString {
        let services: [StaticString] = [
            "checkout", "search", "login", "catalog", "payment", "shipping", "mail", "images",
        ]
        return services[number % services.count]
    }
}

extension Xoshiro256 {
    /// A number below `bound`; the odds of any two differ by less than `bound` / 2^64.
    @inline(__always)
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number in 0 ..< 1, a multiple of 2^-53.
    @inline(__always)
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
