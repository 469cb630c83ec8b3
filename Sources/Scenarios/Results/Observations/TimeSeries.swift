/// A figure over time: one value for each window of virtual time, all of one length.
public struct TimeSeries: Equatable, Sendable {
    /// The metric, by a name of `MetricCatalog` where it has one: `latency`.
    public var metric: String
    /// Which statistic of the window: `p99`, `rate`, `mean`; nothing for a value as it was.
    public var statistic: String?
    /// What tells it from others of the metric: the server, the workload, the queue.
    public var labels: [MetricReference.Label]
    /// What is measured.
    public var unit: MetricDefinition.Unit
    /// When the first window begins, in nanoseconds since the start.
    public var begin: Int
    /// How long a window is, in nanoseconds; the last one may be cut short by the end of the run.
    public var window: Int
    /// The value of each window, in nanoseconds for durations; nothing where there was none.
    public var values: [Double?]

    /// How many windows a series has at most.
    public static let windowsMaximum = 240

    /// A series of windows of one length.
    public init(
        _ metric: String,
        statistic: String? = nil,
        labels: [MetricReference.Label] = [],
        unit: MetricDefinition.Unit,
        begin: Int = 0,
        window: Int,
        values: [Double?]
    ) {
        self.metric = metric
        self.statistic = statistic
        self.labels = labels
        self.unit = unit
        self.begin = begin
        self.window = window
        self.values = values
    }
}

/// How the durations of a metric are spread: an empirical distribution function.
public struct DistributionCurve: Equatable, Sendable {
    /// The metric, by its name of `MetricCatalog`.
    public var metric: String
    /// What tells it from others of the metric.
    public var labels: [MetricReference.Label]
    /// How many durations there were.
    public var count: Int
    /// Points in ascending order, the last one at a fraction of one.
    public var points: [Point]

    /// How many points a curve has at most.
    public static let pointsMaximum = 200

    /// A duration, and the fraction of all that do not exceed it.
    public struct Point: Equatable, Sendable {
        /// The duration in nanoseconds.
        public var duration: Int
        /// From 0 to 1.
        public var fraction: Double

        /// A point of a curve.
        public init(duration: Int, fraction: Double) {
            self.duration = duration
            self.fraction = fraction
        }
    }

    /// The distribution of `metric`.
    public init(
        _ metric: String,
        labels: [MetricReference.Label] = [],
        count: Int,
        points: [Point]
    ) {
        self.metric = metric
        self.labels = labels
        self.count = count
        self.points = points
    }
}
