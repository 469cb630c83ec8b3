/// One of several nodes that share an address, of which one has it at a time: the protocol VRRP.
///
/// Who has the address says so at every interval. Whoever has heard nothing for three intervals and
/// a little more takes it; the little is less for a higher priority, so that the highest is first.
///
/// Source: RFC 5798, section 6.
public struct VirtualRouter: Sendable {
    /// How they share it.
    public struct Settings: Hashable, Sendable {
        /// Between two words of who has the address: `Advertisement_Interval`, in hundredths of a
        /// second.
        public var interval: Duration
        /// Whether a node takes the address from one of lower priority: `Preempt_Mode`.
        public var preempts: Bool

        /// The defaults of the protocol.
        public init(interval: Duration = .seconds(1), preempts: Bool = true) {
            self.interval = interval
            self.preempts = preempts
        }
    }

    /// What the node that has the address says.
    public struct Advertisement: Hashable, Sendable {
        /// Its priority; 0 where it gives the address up.
        public var priority: Int
        /// How often it says so.
        public var interval: Duration
        /// Its own address, of which the greater one counts where priorities are equal.
        public var sender: Int
    }

    /// Whether it has the address.
    public enum State: Hashable, Sendable {
        /// It listens.
        case backup
        /// It has the address.
        case master
    }

    /// What it is to do after an event.
    public struct Effect: Hashable, Sendable {
        /// What it says to the others.
        public var advertisement: Advertisement?
        /// Whether it tells everybody that the address is here: gratuitous ARP.
        public var takesAddress = false
        /// When its time is over, from now; nothing where that stays as it was.
        public var timer: Duration?
    }

    /// How the address is shared.
    public let settings: Settings
    /// 1 to 254, or 255 for the owner of the address.
    public let priority: Int
    /// Whether it has the address.
    public private(set) var state = State.backup
    private let number: Int
    /// The interval of who has the address: `Master_Adver_Interval`.
    private var masterInterval: Duration

    /// A node that has not started.
    ///
    /// - Parameters:
    ///   - priority: From 1 to 255; the greatest has the address.
    ///   - number: Its own address.
    ///   - settings: Those of the protocol, the same on every node.
    public init(priority: Int, number: Int, settings: Settings = Settings()) {
        precondition((1...255).contains(priority), "a priority")
        self.priority = priority
        self.number = number
        self.settings = settings
        masterInterval = settings.interval
    }

    /// `Skew_Time`: the less, the higher the priority.
    public var skewTime: Duration { masterInterval * (256 - priority) / 256 }

    /// `Master_Down_Interval`: after how long without a word the address is free.
    public var masterDownInterval: Duration { masterInterval * 3 + skewTime }

    /// The node starts.
    ///
    /// - Parameter hasAddress: Whether it had the address before what is looked at began.
    public mutating func start(hasAddress: Bool = false) -> Effect {
        if priority == 255 || hasAddress { return takeOver() }
        return Effect(timer: masterDownInterval)
    }

    /// Its time is over: nothing was heard, or it is to say again that it has the address.
    public mutating func timeOut() -> Effect {
        switch state {
        case .backup: takeOver()
        case .master: advertise()
        }
    }

    /// It hears who has the address.
    public mutating func receive(_ advertisement: Advertisement) -> Effect {
        switch state {
        case .backup:
            if advertisement.priority == 0 { return Effect(timer: skewTime) }
            guard !settings.preempts || advertisement.priority >= priority else { return Effect() }
            return listen(to: advertisement)
        case .master:
            if advertisement.priority == 0 { return advertise() }
            let isLower = (advertisement.priority, advertisement.sender) < (priority, number)
            return isLower ? Effect() : listen(to: advertisement)
        }
    }

    private mutating func listen(to advertisement: Advertisement) -> Effect {
        state = .backup
        masterInterval = advertisement.interval
        return Effect(timer: masterDownInterval)
    }

    private mutating func takeOver() -> Effect {
        state = .master
        var effect = advertise()
        effect.takesAddress = true
        return effect
    }

    private func advertise() -> Effect {
        Effect(
            advertisement: Advertisement(
                priority: priority,
                interval: settings.interval,
                sender: number
            ),
            timer: settings.interval
        )
    }
}
