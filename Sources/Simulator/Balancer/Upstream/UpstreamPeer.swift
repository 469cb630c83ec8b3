/// Why a server may not be chosen, besides its failures and connections.
public struct UpstreamBlock: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An operator took it out of service.
    public static let down = UpstreamBlock(rawValue: 1)
    /// It finishes what it has and gets nothing new.
    public static let draining = UpstreamBlock(rawValue: 2)
    /// Active checks found it unhealthy.
    public static let unhealthy = UpstreamBlock(rawValue: 4)
    /// Outlier detection put it aside.
    public static let ejected = UpstreamBlock(rawValue: 8)
    /// It belongs to the group no more.
    public static let removed = UpstreamBlock(rawValue: 16)

    /// What a panic disregards.
    static let healthRelated: UpstreamBlock = [.unhealthy, .ejected]
}

/// A server in its group: what decides about it, and what became of it so far.
///
/// It holds no reference, so that looking at many of them costs nothing but memory; what else is
/// configured stands in ``UpstreamGroup/servers``.
/// The fields are those of nginx's `ngx_http_upstream_rr_peer_t`.
public struct UpstreamPeer: Sendable {
    /// The relative share of requests.
    public internal(set) var weight: Int
    /// Requests under way at one time, 0 for any number.
    public let connectionsMaximum: Int
    /// Failures after which the server is left alone, 0 for never.
    public let failuresMaximum: Int
    /// For how many seconds it is left alone.
    public let failSeconds: Int
    /// Whether it serves only in need.
    public let isBackup: Bool
    /// Which server of the group it was, counted from 0 in the order of arrival: ties go to the
    /// earlier one.
    public let ordinal: Int
    /// The account of smooth weighted round robin.
    public internal(set) var currentWeight = 0
    /// The weight less what failures took, in the units of the account.
    public internal(set) var effectiveWeight: Int
    /// Failures since the last success that cleared them.
    public internal(set) var fails = 0
    /// Requests under way.
    public internal(set) var connections = 0
    /// Why it may not be chosen.
    public internal(set) var blocks: UpstreamBlock
    /// The second of the last failure.
    public internal(set) var accessed = Self.longAgo
    /// The second in which the window of failures began.
    public internal(set) var checked = Self.longAgo
    /// What it took to answer, and how often it failed.
    public internal(set) var measures = UpstreamMeasures()
    /// Requests that it was chosen for.
    public internal(set) var chosen = 0
    /// Since when its weight grows, where it does.
    public internal(set) var rampStart: VirtualInstant?
    private let ramp: SlowStart

    /// One more in the units of the account: 1, or 1,000 in a group with slow starts.
    let unit: Int

    /// Before any second of a run: nginx starts at zero of a clock that shows billions.
    static let longAgo = -(1 << 40)

    init(_ server: UpstreamServer, ordinal: Int, unit: Int, shape: SlowStart.Shape) {
        weight = server.weight
        connectionsMaximum = server.connectionsMaximum
        failuresMaximum = server.failuresMaximum
        failSeconds = Int(server.failTimeout.components.seconds)
        isBackup = server.isBackup
        ramp = SlowStart(window: server.slowStart, shape: shape)
        self.ordinal = ordinal
        self.unit = unit
        effectiveWeight = server.weight * unit
        blocks = server.isDown ? .down : []
    }

    /// The weight in the units of the account.
    var fullWeight: Int { weight * unit }

    /// What the account gains in a round: the effective weight, as far as a slow start lets it.
    func gain(at now: VirtualInstant) -> Int {
        guard let rampStart else { return effectiveWeight }
        return min(effectiveWeight, ramp.weight(fullWeight, since: rampStart, now: now))
    }

    /// Begins a slow start, where the server has one.
    mutating func startRamp(at now: VirtualInstant) {
        if ramp.window > .zero { rampStart = now }
    }

    /// Ends a slow start that is over.
    mutating func endRamp(at now: VirtualInstant) {
        if let rampStart, rampStart.duration(to: now) >= ramp.window { self.rampStart = nil }
    }

    /// The weight that loads are compared by.
    func comparedWeight(at now: VirtualInstant) -> Int {
        guard let rampStart else { return fullWeight }
        return max(1, ramp.weight(fullWeight, since: rampStart, now: now))
    }

    /// Whether failures keep it away in this second.
    func isFailed(second: Int) -> Bool {
        failuresMaximum > 0 && fails >= failuresMaximum
            && second - checked <= failSeconds
    }

    /// Whether as many requests are under way as there may be.
    var isFull: Bool {
        connectionsMaximum > 0 && connections >= connectionsMaximum
    }
}

/// What is known of a server from its answers.
public struct UpstreamMeasures: Hashable, Sendable {
    /// The moving average of response times in nanoseconds, each answer with a fifth of the weight.
    public private(set) var responseTime = 0.0
    /// The moving average of failures: 1 for a failure, 0 for a success.
    public private(set) var errorRate = 0.0
    /// nginx's average of successful answers, in whole milliseconds; a new one counts a twentieth.
    public private(set) var responseMilliseconds = 0
    /// The average that follows peaks at once.
    public var peak = PeakAverage()
    private var hasAnswered = false

    /// The weight of the newest answer in the averages for health.
    static let share = 0.2

    /// Notes an answer, or its absence.
    mutating func note(failed: Bool, took: Duration) {
        let time = Double(took.wholeNanoseconds)
        responseTime += hasAnswered ? Self.share * (time - responseTime) : time
        errorRate += Self.share * ((failed ? 1 : 0) - errorRate)
        hasAnswered = true
        guard !failed else { return }
        let last = Int(took.wholeNanoseconds / 1_000_000)
        responseMilliseconds =
            responseMilliseconds == 0 ? last : (responseMilliseconds * 19 + last) / 20
    }
}

extension VirtualInstant {
    /// nginx's `ngx_time()`: whole seconds since the start.
    var second: Int { Int(nanoseconds / 1_000_000_000) }

    /// nginx's `ngx_current_msec`: whole milliseconds since the start.
    var millisecond: Int { Int(nanoseconds / 1_000_000) }
}
