/// The name of a backup: the second at which it was begun, such as `2024-01-01-12-00-00`, UTC.
public struct BackupName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// When the backup was begun.
    public let instant: Timestamp

    /// The name of a backup that is begun at `instant`, whose fraction of a second does not count.
    public init(_ instant: Timestamp) {
        self.instant = instant.wholeSecond
    }

    /// Reads a name; nil where the text is none, or names no second there is.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2, 2, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 6, (1970...2261).contains(numbers[0]),
            CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]) != nil,
            numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
        else { return nil }
        instant = Timestamp(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )
    }

    /// The order of time.
    public static func < (left: BackupName, right: BackupName) -> Bool {
        left.instant < right.instant
    }

    /// The name as it stands in keys and requests.
    public var description: String {
        // `2009-10-12T17:50:30.000Z`
        String(instant.description.prefix(19).map { $0 == "T" || $0 == ":" ? "-" : $0 })
    }
}
