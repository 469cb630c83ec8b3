/// Windows of event time: how records are cut by the time they speak of, not by when they came.
public struct WindowSettings: Hashable, Sendable {
    /// What kind of windows.
    public enum Shape: Hashable, Sendable {
        /// Windows of one size, one after the other.
        case tumbling(size: Duration)
        /// Windows of one size, one every `slide`; a record falls into each that holds its time.
        case sliding(size: Duration, slide: Duration)
        /// Windows of a key's own: from its first event on until none came for `gap`.
        case session(gap: Duration)
    }

    /// What kind of windows.
    public var shape: Shape
    /// How the time stands in a record.
    public var timestamps: TimestampFormat
    /// How far behind the latest time so far a time may be and still be expected.
    public var outOfOrderness: Duration
    /// How long past its end a window still takes records.
    public var allowedLateness: Duration

    /// Creates settings.
    public init(
        _ shape: Shape,
        timestamps: TimestampFormat,
        outOfOrderness: Duration = .zero,
        allowedLateness: Duration = .zero
    ) {
        self.shape = shape
        self.timestamps = timestamps
        self.outOfOrderness = outOfOrderness
        self.allowedLateness = allowedLateness
    }
}

extension TimestampFormat: CustomStringConvertible {
    /// The names of all formats.
    public static let names = ["apache", "syslog", "hdfs", "iso8601"]

    /// The format of a name.
    ///
    /// - Parameters:
    ///   - name: What scenario files and command lines call it.
    ///   - year: The year of times that have none: syslog's.
    public init(named name: String, year: Int?) throws(JobError) {
        switch name {
        case "apache": self = .apache
        case "syslog":
            guard let year else { throw .badWindow("times of syslog need a year") }
            guard (1...9_999).contains(year) else {
                throw .badWindow("the year is \(year), expected one from 1 to 9999")
            }
            self = .syslog(year: year)
        case "hdfs": self = .hdfs
        case "iso8601": self = .iso8601
        default:
            let nearest = NearestWord.to(name, among: Self.names)
            throw .badWindow(
                "unknown format of times '\(name)'; "
                    + (nearest.map { "did you mean '\($0)'?" }
                        ?? "expected apache, syslog, hdfs or iso8601")
            )
        }
    }

    /// The name of the format.
    public var description: String {
        switch self {
        case .apache: "apache"
        case .syslog: "syslog"
        case .hdfs: "hdfs"
        case .iso8601: "iso8601"
        }
    }
}
