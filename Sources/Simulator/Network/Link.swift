/// One directed link: its own random stream, the disturbances that cover it, and what is pending on
/// it.
///
/// Soundness of the fields whose exclusive access is not checked: as of ``Network``.
final class Link {
    /// The version of the network's faults that `conditions` reflects.
    @exclusivity(unchecked) var version = 0
    /// What the link is like now.
    @exclusivity(unchecked) private(set) var conditions: LinkConditions
    /// Exchanges that were begun over this link and are not done, the oldest first.
    @exclusivity(unchecked) var exchanges = ExchangeList()
    private let settings: LinkSettings
    /// How far apart messages of an ordered link arrive at least, nanoseconds: 0, or 1 where of
    /// those that arrive at one instant not the first one sent might come first.
    private let distance: UInt64
    @exclusivity(unchecked) private var random: RandomStream
    /// When the next message of an ordered link may arrive at the earliest.
    @exclusivity(unchecked) private var nextArrival: UInt64 = 0
    /// The incarnations of both ends between which messages keep their order.
    @exclusivity(unchecked) private var ends: Ends?

    /// The incarnations of the two ends of a link: connections do not outlive either.
    struct Ends: Equatable {
        let source: UInt32
        let destination: UInt32
    }

    init(settings: LinkSettings, random: RandomStream, ties: Simulation.Ties = .first) {
        self.settings = settings
        distance = ties == .first ? 0 : 1
        self.random = random
        conditions = LinkConditions(settings)
    }

    /// Takes the disturbances that cover this link into account.
    func apply(_ faults: [LinkFault], version: Int) {
        conditions = LinkConditions(settings)
        for fault in faults { conditions.add(fault) }
        self.version = version
    }

    /// When the copies of a message that is sent `now` arrive, nanoseconds: none, one or two.
    ///
    /// Each message takes the time that the distribution gives it, whatever else is under way:
    /// calls are connections of their own. On an ordered link all messages between two incarnations
    /// arrive in the order of sending, unless reordering lets one go its own way.
    func arrivals(now: UInt64, between ends: Ends) -> (first: UInt64?, second: UInt64?) {
        if settings.isOrdered, self.ends != ends {
            self.ends = ends
            nextArrival = 0
        }
        if conditions.isBlocked || occurs(conditions.loss) { return (nil, nil) }
        let first = arrival(now)
        return (first, occurs(conditions.duplication) ? arrival(now) : nil)
    }

    /// How long a message is under way at most, nanoseconds, where every one arrives once and in
    /// its own time; nothing where one might not.
    var longestArrival: UInt64? {
        guard !conditions.isBlocked, conditions.loss == 0, conditions.duplication == 0,
            !settings.isOrdered || conditions.reordering == 0
        else { return nil }
        return latencies.reduce(0) { sum, latency in
            let (longer, overflow) = sum.addingReportingOverflow(
                latency.longestSample.wholeNanoseconds
            )
            return overflow ? .max : longer
        }
    }

    /// Draws what `count` messages would.
    func skip(_ count: UInt64) { random.skip(count, of: latencies) }

    /// What the time of a message is made of.
    private var latencies: [DurationDistribution] {
        [settings.latency] + conditions.addedLatencies
    }

    private func arrival(_ now: UInt64) -> UInt64 {
        var latency = settings.latency.sample(using: &random)
        for added in conditions.addedLatencies { latency += added.sample(using: &random) }
        let (sum, overflow) = now.addingReportingOverflow(latency.wholeNanoseconds)
        let own = overflow ? UInt64.max : sum
        if !settings.isOrdered || occurs(conditions.reordering) { return own }
        let arrival = max(nextArrival, own)
        nextArrival = arrival == .max ? .max : arrival + distance
        return arrival
    }

    /// Whether something of this probability happens; draws only where it is in question.
    private func occurs(_ probability: Double) -> Bool {
        probability > 0 && random.unit() < probability
    }
}

/// What a link is like while some disturbances last.
struct LinkConditions {
    private(set) var isBlocked = false
    private(set) var loss: Double
    private(set) var duplication: Double
    private(set) var reordering: Double
    private(set) var addedLatencies: [DurationDistribution] = []

    init(_ settings: LinkSettings) {
        loss = settings.loss
        duplication = settings.duplication
        reordering = settings.reordering
    }

    /// Adds `fault`; independent probabilities combine.
    mutating func add(_ fault: LinkFault) {
        switch fault {
        case .blocked: isBlocked = true
        case .latency(let distribution): addedLatencies.append(distribution)
        case .loss(let probability): loss = either(loss, probability)
        case .duplication(let probability): duplication = either(duplication, probability)
        case .reordering(let probability): reordering = either(reordering, probability)
        }
    }

    private func either(_ first: Double, _ second: Double) -> Double {
        1 - (1 - first) * (1 - second)
    }
}

/// The links from one node, by the numbers of those they lead to.
///
/// It has a place for each number between the least and the greatest: most nodes talk to a few
/// others, so that thousands of servers behind one proxy do not need the square of their number.
struct LinkRow {
    private var links: [Link?] = []
    /// The number of the first place.
    private var first = 0

    /// The link to the node with this number; nothing where there is none yet.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    subscript(number: Int) -> Link? {
        let place = number &- first
        return UInt(bitPattern: place) < UInt(links.count) ? links[place] : nil
    }

    /// Adds the link to the node with this number.
    mutating func add(_ link: Link, to number: Int) {
        if links.isEmpty { first = number }
        if number < first {
            // As much room as there is already, so that one after the other costs no more.
            let start = max(0, min(number, first - links.count))
            links.insert(contentsOf: repeatElement(nil, count: first - start), at: 0)
            first = start
        }
        while links.count <= number - first { links.append(nil) }
        links[number - first] = link
    }

    /// The links in the order of the numbers.
    var all: [Link] { links.compactMap(\.self) }
}
