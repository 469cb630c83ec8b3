/// The bytes of one line, in memory that is used again for the next one.
struct LogLine {
    private(set) var bytes: [UInt8] = []

    /// Forgets the line.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Appends a part of some bytes.
    @inline(__always)
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    }

    /// Appends some bytes.
    @inline(__always)
    mutating func append(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    /// Appends a text.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    /// Appends a whole number that is not negative, with zeros before it up to `digits`.
    mutating func append(_ number: Int, digits: Int = 1) {
        var divisor = 1
        var places = 1
        while places < digits || number / divisor >= 10 {
            divisor *= 10
            places += 1
        }
        while divisor > 0 {
            bytes.append(48 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends blanks until the line has `length` bytes.
    mutating func fill(to length: Int) {
        guard bytes.count < length else { return }
        bytes.append(contentsOf: repeatElement(0x20, count: length - bytes.count))
    }
}

/// Writes times of event time, and keeps the text of the last second: many lines share it.
struct LogTimeText {
    private let format: LogSettings.Format
    private var second = Int.min
    private var text = LogLine()

    init(_ format: LogSettings.Format) {
        self.format = format
    }

    /// Appends a time in milliseconds since 1970, as the format has it.
    mutating func append(_ milliseconds: Int, to line: inout LogLine) {
        let second = milliseconds.quotientRoundedDown(by: 1_000)
        if second != self.second {
            self.second = second
            write(second)
        }
        line.append(text.bytes)
        switch format {
        case .json, .application:
            line.append(".")
            line.append(milliseconds - second * 1_000, digits: 3)
            line.append("Z")
        case .apache, .syslog, .hdfs: break
        }
    }

    private mutating func write(_ second: Int) {
        let days = second.quotientRoundedDown(by: 86_400)
        let date = CalendarDate(daysSince1970: days)
        text.clear()
        switch format {
        case .apache:
            text.append(date.day, digits: 2)
            text.append("/")
            text.append(Self.months[date.month - 1])
            text.append("/")
            text.append(max(0, date.year), digits: 4)
            text.append(":")
            appendClock(second - days * 86_400)
            text.append(" +0000")
        case .syslog:
            text.append(Self.months[date.month - 1])
            text.append(date.day < 10 ? "  " : " ")
            text.append(date.day)
            text.append(" ")
            appendClock(second - days * 86_400)
        case .hdfs:
            text.append(max(0, date.year) % 100, digits: 2)
            text.append(date.month, digits: 2)
            text.append(date.day, digits: 2)
            text.append(" ")
            appendClock(second - days * 86_400, separator: "")
        case .json, .application:
            text.append(max(0, date.year), digits: 4)
            text.append("-")
            text.append(date.month, digits: 2)
            text.append("-")
            text.append(date.day, digits: 2)
            text.append("T")
            appendClock(second - days * 86_400)
        }
    }

    private mutating func appendClock(_ second: Int, separator: StaticString = ":") {
        text.append(second / 3_600, digits: 2)
        text.append(separator)
        text.append(second / 60 % 60, digits: 2)
        text.append(separator)
        text.append(second % 60, digits: 2)
    }

    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
