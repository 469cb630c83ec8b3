/// A request that a proxy has taken on, until its client has an answer.
///
/// Soundness of `@unchecked Sendable`: reached only from the actor of its proxy.
final class ProxyExchange: @unchecked Sendable {
    let incoming: IncomingRequest<HTTPRequest, HTTPResponse>
    /// When it came.
    let arrived: VirtualInstant
    /// The worker that has it.
    let worker: Int
    /// The group that it goes to.
    let upstream: Int
    /// Whether the proxy reads the response for its client.
    var buffersResponses = true
    /// The limits on requests under way that it counts for.
    var limits: [(index: Int, key: PlacementKey)] = []
    /// Its number among those that are under way.
    var number = 0
    /// Whether it has its answer, or needs none any more.
    var isAnswered = false
    /// The status that it gets whatever it asks for, where nothing serves it.
    var refusal: Int?
    /// Whether its client went away.
    var isForsaken = false
    /// Whether its response broke off in the middle.
    var isBrokenOff = false
    /// Whether its group counts it as a request that it may still see.
    var isCounted = false
    /// Whether the breaker of its group waits for its answer.
    var isJudged = false
    /// Whether its group knows that nothing is under way for it any more.
    var hasEnded = false
    /// Its attempts one after another, as long as one is under way or will be: what waits for that
    /// keeps them alive, which is why the way there can do without a count.
    unowned(unsafe) var primary: ProxyLine?
    /// An attempt beside them, as long as it is under way.
    unowned(unsafe) var hedge: ProxyLine?
    /// When the attempt beside them is due, as a number of the agenda.
    var hedgeTimer: Int?
    /// Whether the head of the request is awaited.
    var isHeadAwaited = false
    /// Whether the client has the beginning of the response from a server that sends the rest.
    var hasBegun = false
    /// The response that the client reads, where that takes a while.
    var delivery: ProxyDelivery?
    /// What was tried, where an access log is kept.
    var trail: [ProxyJournal.AccessEntry.Attempt] = []

    init(
        _ incoming: IncomingRequest<HTTPRequest, HTTPResponse>,
        arrived: VirtualInstant,
        worker: Int,
        upstream: Int
    ) {
        self.incoming = incoming
        self.arrived = arrived
        self.worker = worker
        self.upstream = upstream
    }

    /// Whether nothing is under way for it, or will be.
    var isIdle: Bool { primary == nil && hedge == nil }

    /// The attempts beside those of `line`, where there are any.
    func other(than line: ProxyLine) -> ProxyLine? { line.isHedge ? primary : hedge }

    /// Notes that a line has ended.
    func remove(_ line: ProxyLine) {
        if line === primary { primary = nil } else if line === hedge { hedge = nil }
    }
}

/// One attempt after another at the servers of a group, for one request.
///
/// Soundness of `@unchecked Sendable`, and of the field whose exclusive access is not checked:
/// reached only from the actor of its proxy, which lends the request to a group that knows no line.
final class ProxyLine: @unchecked Sendable {
    let exchange: ProxyExchange
    @exclusivity(unchecked) var request: ZonalUpstream.Request
    /// The server that it holds or held last.
    var choice = ZonalUpstream.Choice()
    var server = ProxyServer.none
    var connection: KeepaliveCache.Connection?
    /// When the present attempt began.
    var began = VirtualInstant.zero
    /// Whether an attempt is under way.
    var isUnderWay = false
    /// The call of the present attempt, which is there as long as it is under way.
    unowned(unsafe) var call: PendingExchange?
    /// Whether the response to the present attempt has begun.
    var hasBegun = false
    /// Whether the present attempt counts as a retry that is under way.
    var isCountedRetry = false
    /// Its number for the checker of its group, from the first choice on.
    var number = 0
    /// Whether it is the one beside another.
    let isHedge: Bool

    init(_ exchange: ProxyExchange, _ request: ZonalUpstream.Request, isHedge: Bool = false) {
        self.exchange = exchange
        self.request = request
        self.isHedge = isHedge
    }
}

/// A server as those know it that send something there.
///
/// Soundness of `@unchecked Sendable`: reached only from the actor of its proxy.
final class ProxyServer: @unchecked Sendable {
    let name: String
    let destination: Destination
    /// Its place in the journal.
    let place: Int
    /// The place in the journal of its standing in its group.
    let standing: Int
    /// Whether it stands in another zone than the proxy.
    let isElsewhere: Bool

    /// What stands where no server was chosen yet.
    static let none = ProxyServer("", place: 0, standing: 0, isElsewhere: false)

    init(_ name: String, place: Int, standing: Int, isElsewhere: Bool) {
        self.isElsewhere = isElsewhere
        self.name = name
        self.place = place
        self.standing = standing
        destination = Destination(name)
    }
}
