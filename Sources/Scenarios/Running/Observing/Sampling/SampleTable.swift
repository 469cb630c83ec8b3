import OrderedCollections
import Simulator

/// Numbers that are read again and again, at multiples of an interval of virtual time.
///
/// The interval is a power of ten nanoseconds. Where there would be too many rows it becomes ten
/// times as long, and every tenth row stays, so that a run of any length has a bounded number.
struct SampleTable {
    /// A number that is read.
    struct Column {
        /// What it is.
        let key: MetricKey
        /// Its values, one for each row; those before it was read first are zero.
        fileprivate(set) var values: [Int]
    }

    /// How many rows there are at most.
    static let rowsMaximum = 500
    /// The interval at the start of a run: a tenth of a millisecond.
    static let firstInterval = 100_000
    /// By how much the interval grows.
    private static let growth = 10

    /// The distance of two rows, in nanoseconds; the first row is one of it after the start.
    private(set) var interval = firstInterval
    /// How many rows there are.
    private(set) var rows = 0
    private(set) var columns: [Column] = []
    private var places: OrderedDictionary<MetricKey, Int> = [:]
    private var current: [Int] = []

    /// When the next row is due, in nanoseconds; never where that is later than `Int.max`.
    var due: Int? {
        let (product, overflow) = (rows + 1).multipliedReportingOverflow(by: interval)
        return overflow ? nil : product
    }

    /// The number of the column called `key`, which is made where there is none.
    mutating func column(_ key: MetricKey) -> Int {
        if let known = places[key] { return known }
        places[key] = columns.count
        columns.append(Column(key: key, values: [Int](repeating: 0, count: rows)))
        current.append(0)
        return columns.count - 1
    }

    /// The values of a column; nothing where there is none.
    func values(of key: MetricKey) -> [Int]? { places[key].map { columns[$0].values } }

    /// Notes what a column is in the row that comes next.
    mutating func set(_ column: Int, _ value: Int) { current[column] = value }

    /// Adds to what a column is in the row that comes next.
    mutating func add(_ column: Int, _ value: Int) { current[column] += value }

    /// Notes how many durations there were so far, and how long they took together: the columns
    /// `NAME.count` and `NAME.sum`.
    mutating func set(_ name: String, _ labels: [MetricKey.Label], _ durations: DurationHistogram) {
        set(column(MetricKey(name + Self.count, labels)), durations.count)
        let sum = Int(clamping: durations.total.wholeNanoseconds)
        set(column(MetricKey(name + Self.sum, labels)), sum)
    }

    /// How the columns of durations end.
    static let (count, sum) = (".count", ".sum")

    /// Sets every column to zero before a row is read.
    mutating func begin() {
        for place in current.indices { current[place] = 0 }
    }

    /// Ends a row.
    mutating func endRow() {
        for place in columns.indices { columns[place].values.append(current[place]) }
        rows += 1
    }

    /// Makes the interval longer until the rows up to `instant` are not too many.
    mutating func makeRoom(until instant: Int) {
        while instant / interval > Self.rowsMaximum {
            interval *= Self.growth
            let kept = rows / Self.growth
            for place in columns.indices {
                columns[place].values = (0..<kept).map {
                    columns[place].values[$0 * Self.growth + Self.growth - 1]
                }
            }
            rows = kept
        }
    }
}
