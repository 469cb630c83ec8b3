/// The health of a server by active checks: HAProxy's counter.
///
/// The counter runs from 0 to `rise + fall - 1`, and the server is up from `rise` on. A failure of
/// a server that is up takes one, and below `rise` everything; a success of one that is down adds
/// one, and at `rise` everything; any success of one that is up adds everything. A new server
/// starts at `rise`: it is up, but its first failure takes it down.
/// Source: HAProxy, `src/check.c`, `set_server_check_status`; `doc/configuration.txt`.
public struct CheckCounter: Hashable, Sendable {
    /// How often a server is checked, and how many checks it takes to change.
    public struct Settings: Hashable, Sendable {
        /// Between checks of a server whose health is settled: `inter`.
        public var interval: Duration
        /// While it changes: `fastinter`.
        public var fastInterval: Duration?
        /// While it is down: `downinter`.
        public var downInterval: Duration?
        /// How long a check may take: `timeout check`.
        public var timeout: Duration?
        /// Successes that bring it up.
        public var rise: Int
        /// Failures that take it down.
        public var fall: Int

        /// HAProxy's defaults.
        public init(
            interval: Duration = .seconds(2),
            fastInterval: Duration? = nil,
            downInterval: Duration? = nil,
            timeout: Duration? = nil,
            rise: Int = 2,
            fall: Int = 3
        ) {
            precondition(rise > 0 && fall > 0, "it takes a check to change")
            self.interval = interval
            self.fastInterval = fastInterval
            self.downInterval = downInterval
            self.timeout = timeout
            self.rise = rise
            self.fall = fall
        }

        /// How long a check may take: the interval, where nothing else is said.
        public var checkTimeout: Duration { timeout ?? interval }
    }

    /// The rules.
    public let settings: Settings
    /// The counter.
    public private(set) var health: Int

    /// A new server.
    public init(settings: Settings = Settings()) {
        self.settings = settings
        health = settings.rise
    }

    /// Whether the server may get requests.
    public var isUp: Bool { health >= settings.rise }

    /// Notes a check.
    ///
    /// - Returns: Whether the server is up now and was not, or is not and was; nothing where it is
    ///   as before.
    public mutating func note(passed: Bool) -> Bool? {
        let wasUp = isUp
        let maximum = settings.rise + settings.fall - 1
        if passed {
            health += 1
            if health >= settings.rise { health = maximum }
        } else if health > settings.rise {
            health -= 1
        } else {
            health = 0
        }
        return isUp == wasUp ? nil : isUp
    }

    /// How long to wait until the next check.
    public var nextInterval: Duration {
        let maximum = settings.rise + settings.fall - 1
        if health == maximum { return settings.interval }
        if health == 0 {
            return settings.downInterval ?? settings.interval
        }
        return settings.fastInterval ?? settings.interval
    }
}
