/// When outlier detection puts a server aside, and for how long.
///
/// The defaults are Envoy's. With fewer than ten servers the default of a tenth lets it put none
/// aside, unless ``alwaysEjectsOne`` is set.
public struct OutlierSettings: Hashable, Sendable {
    /// Server errors in a row, 0 for no such rule.
    public var consecutiveErrors: Int
    /// Gateway errors in a row, 0 for no such rule.
    public var consecutiveGatewayErrors: Int
    /// How often servers are compared and let back in.
    public var interval: Duration
    /// How long a server is put aside the first time; each time once more.
    public var baseTime: Duration
    /// The longest time, without the random part; at least the base time.
    public var timeMaximum: Duration
    /// The most at random on top of it.
    public var jitterMaximum: Duration
    /// How many servers may be put aside, as a percentage of all.
    public var ejectionPercentMaximum: Int
    /// Whether one may be, however few there are.
    public var alwaysEjectsOne: Bool
    /// How often the rules are followed, as percentages.
    public var consecutivePercent: Int
    /// See ``consecutivePercent``.
    public var gatewayPercent: Int
    /// See ``consecutivePercent``.
    public var successPercent: Int
    /// See ``consecutivePercent``.
    public var failurePercent: Int
    /// Servers that must be judged to compare rates of success.
    public var successHostsMinimum: Int
    /// Requests in an interval without which a server is not judged by its rate of success.
    public var successRequestVolume: Int
    /// Standard deviations below the mean.
    public var deviationFactor: Double
    /// The percentage of failures.
    public var failurePercentage: Int
    /// Servers that must be judged by failures.
    public var failureHostsMinimum: Int
    /// Requests in an interval without which a server is not judged by failures.
    public var failureRequestVolume: Int

    /// Envoy's defaults.
    public init(
        consecutiveErrors: Int = 5,
        consecutiveGatewayErrors: Int = 5,
        interval: Duration = .seconds(10),
        baseTime: Duration = .seconds(30),
        timeMaximum: Duration = .seconds(300),
        jitterMaximum: Duration = .zero,
        ejectionPercentMaximum: Int = 10,
        alwaysEjectsOne: Bool = false,
        consecutivePercent: Int = 100,
        gatewayPercent: Int = 0,
        successPercent: Int = 100,
        failurePercent: Int = 0,
        successHostsMinimum: Int = 5,
        successRequestVolume: Int = 100,
        deviationFactor: Double = 1.9,
        failurePercentage: Int = 85,
        failureHostsMinimum: Int = 5,
        failureRequestVolume: Int = 50
    ) {
        self.consecutiveErrors = consecutiveErrors
        self.consecutiveGatewayErrors = consecutiveGatewayErrors
        self.interval = interval
        self.baseTime = baseTime
        self.timeMaximum = max(timeMaximum, baseTime)
        self.jitterMaximum = jitterMaximum
        self.ejectionPercentMaximum = ejectionPercentMaximum
        self.alwaysEjectsOne = alwaysEjectsOne
        self.consecutivePercent = consecutivePercent
        self.gatewayPercent = gatewayPercent
        self.successPercent = successPercent
        self.failurePercent = failurePercent
        self.successHostsMinimum = successHostsMinimum
        self.successRequestVolume = successRequestVolume
        self.deviationFactor = deviationFactor
        self.failurePercentage = failurePercentage
        self.failureHostsMinimum = failureHostsMinimum
        self.failureRequestVolume = failureRequestVolume
    }

    /// How long the `count`th ejection lasts, without the random part.
    func duration(_ count: Int) -> Duration {
        min(baseTime * count, timeMaximum)
    }
}
