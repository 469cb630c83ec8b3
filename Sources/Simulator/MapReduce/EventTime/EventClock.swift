/// Reads the times of records and tells how far event time has come: a watermark, for each split.
///
/// The watermark is the latest time so far less the out-of-orderness that is expected. What ends,
/// with the allowed lateness, at or before it is late. That is the rule of Flink: its
/// `BoundedOutOfOrdernessWatermarks` emits the latest time less the bound less 1 ms, and its
/// `WindowOperator.isWindowLate` holds where the window's last millisecond plus the lateness is not
/// above that.
struct EventClock: Sendable {
    private let timestamps: TimestampFormat
    private let outOfOrderness: Int
    private let allowedLateness: Int
    private var latest: Int?

    init(_ settings: WindowSettings) throws(JobError) {
        timestamps = settings.timestamps
        outOfOrderness = try Self.milliseconds(
            settings.outOfOrderness,
            atLeast: 0,
            "the out-of-orderness"
        )
        allowedLateness = try Self.milliseconds(
            settings.allowedLateness,
            atLeast: 0,
            "the allowed lateness"
        )
    }

    /// The time of a record, in milliseconds since 1970; event time comes that far at least.
    mutating func read(_ record: Record) throws(BadRecord) -> Int {
        guard let time = timestamps.time(of: record.bytes)?.milliseconds else {
            throw BadRecord("no time stamp (\(timestamps))")
        }
        latest = latest.map { max($0, time) } ?? time
        return time
    }

    /// Whether what ends at `end`, the first millisecond that is no part of it, is late.
    func isLate(end: Int) -> Bool {
        guard let latest else { return false }
        return end + allowedLateness <= latest - outOfOrderness
    }

    /// A length of time in whole milliseconds.
    static func milliseconds(
        _ duration: Duration,
        atLeast smallest: Int,
        _ name: String
    ) throws(JobError) -> Int {
        let (seconds, attoseconds) = duration.components
        let perMillisecond: Int64 = 1_000_000_000_000_000
        guard attoseconds % perMillisecond == 0 else {
            throw .badWindow("\(name) is no whole number of milliseconds")
        }
        guard seconds.magnitude <= 1_000_000_000_000 else {
            throw .badWindow("\(name) is more than 10¹² s")
        }
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / perMillisecond)
        guard milliseconds >= smallest else {
            throw .badWindow("\(name) is \(smallest == 0 ? "negative" : "not positive")")
        }
        return milliseconds
    }
}
