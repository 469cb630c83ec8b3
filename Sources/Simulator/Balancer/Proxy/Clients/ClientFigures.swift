/// What became of the connections of a proxy's clients, for reports and checkers.
///
/// It counts by itself how many are open, and notes where the proxy has more than it may, or closes
/// one although it has room.
public struct ClientFigures: Sendable {
    /// Connections that were opened.
    public private(set) var accepted = 0
    /// Connections that are open.
    public private(set) var open = 0
    /// The most that were open at one time.
    public private(set) var mostOpen = 0
    /// Connections that were closed at once, as none was free.
    public private(set) var refused = 0
    /// Requests that ended with status 500, as no connection to a server was free.
    public private(set) var withoutConnection = 0
    /// Heads of requests that took too long: status 408.
    public private(set) var headerTimeouts = 0
    /// Full handshakes.
    public private(set) var handshakes = 0
    /// Handshakes that resumed a session.
    public private(set) var resumptions = 0
    /// Responses that were compressed.
    public private(set) var gzipped = 0
    /// Their bytes before that.
    public private(set) var bytesBefore = 0
    /// Their bytes after that.
    public private(set) var bytesAfter = 0
    /// What was against the rules; the first ones, of however many.
    public private(set) var problems: [String] = []
    /// How many connections of clients all workers together may have at most, where there is a
    /// limit.
    var bound: Int?

    private static let problemsMaximum = 20

    /// Figures of nothing.
    init() {}

    /// Notes that the proxy starts: whatever connections it had are gone.
    mutating func noteStart() { open = 0 }

    /// Notes that a client has a connection.
    @inline(__always)
    mutating func noteOpened(at now: VirtualInstant) {
        accepted += 1
        open += 1
        if open > mostOpen { noteMost(now) }
    }

    private mutating func noteMost(_ now: VirtualInstant) {
        mostOpen = open
        guard let bound, open > bound else { return }
        find("at \(now) clients had \(open) connections, of \(bound) that they may have")
    }

    /// Notes that the connection of a client is closed.
    @inline(__always)
    mutating func noteClosed() { open -= 1 }

    /// Notes that a client is sent away.
    ///
    /// - Parameter counted: How many connections of clients the proxy says that it has.
    mutating func noteRefused(counted: Int, at now: VirtualInstant) {
        refused += 1
        guard counted != open else { return }
        find(
            "at \(now) a client was sent away because of \(counted) connections, of which \(open) "
                + "are open"
        )
    }

    mutating func noteWithoutConnection() { withoutConnection += 1 }
    mutating func noteHeaderTimeout() { headerTimeouts += 1 }

    /// Notes a handshake.
    mutating func noteHandshake(isResumed: Bool) {
        if isResumed { resumptions += 1 } else { handshakes += 1 }
    }

    /// Notes that a response was compressed.
    mutating func noteGzip(from before: Int, to after: Int) {
        gzipped += 1
        bytesBefore += before
        bytesAfter += after
    }

    private mutating func find(_ problem: String) {
        if problems.count < Self.problemsMaximum { problems.append(problem) }
    }
}
