/// The connections to a database that a server keeps, without clock and network: who has which, and
/// who waits.
///
/// Nothing is opened before it is asked for, one connection at a time and never more than the
/// maximum; what was opened is kept. Who finds none free waits, and is served in order.
///
/// Source: HikariCP, `HikariPool.java`: `PoolEntryCreator`, with `minimumIdle` 0 and
/// `maximumPoolSize`; `ConcurrentBag.java`: the fair hand-over to those that wait.
struct ConnectionPool: ~Copyable {
    /// A connection that the database accepted.
    struct Connection: Equatable, Sendable {
        /// Its number at this server.
        let number: UInt32
        /// The incarnation of the database that accepted it.
        let database: UInt32
    }

    /// Somebody who is given a connection.
    struct Grant: Equatable, Sendable {
        let request: Int
        let connection: Connection
    }

    /// What comes of asking for a connection.
    enum Answer: Equatable, Sendable {
        case granted(Connection)
        /// None is free; the number of the wait, by which it is given up.
        case waits(UInt32)
    }

    private let maximum: Int
    /// Those that nobody uses, the one that was used last at the end.
    private var idle: [Connection] = []
    /// Those that are open, in use or not.
    private var count = 0
    /// Whether one is being opened, or is to be once a pause is over.
    private(set) var isOpening = false
    private var waiting = RingBuffer<(ticket: UInt32, request: Int)>(capacity: 4)
    private var tickets: UInt32 = 0
    private var numbers: UInt32 = 0

    init(maximum: Int) {
        precondition(maximum > 0, "a pool has room for a connection")
        self.maximum = maximum
    }

    /// Whether somebody waits.
    var isWanted: Bool { !waiting.isEmpty }

    /// Takes a connection for `request`, or has it wait.
    mutating func take(for request: Int) -> Answer {
        if let connection = idle.popLast() { return .granted(connection) }
        tickets &+= 1
        waiting.append((tickets, request))
        return .waits(tickets)
    }

    /// Gives a wait up whose time is over; nothing where it has ended before.
    ///
    /// All wait for the same time, so the one that is over first is the oldest.
    mutating func giveUp(_ ticket: UInt32) -> Int? {
        guard !waiting.isEmpty, waiting.pointer(at: 0).pointee.ticket == ticket else { return nil }
        return waiting.removeFirst().request
    }

    /// The number of a connection that is to be opened now, if one is.
    mutating func beginOpening() -> UInt32? {
        guard !isOpening, isWanted, count < maximum else { return nil }
        isOpening = true
        numbers &+= 1
        return numbers
    }

    /// Goes on with the opening after one that failed; nothing where nobody needs it any more.
    mutating func openAgain() -> UInt32? {
        isOpening = false
        return beginOpening()
    }

    /// Takes in a connection that was opened; the one who gets it, if somebody waits.
    mutating func add(_ connection: Connection) -> Grant? {
        isOpening = false
        count += 1
        return giveBack(connection)
    }

    /// Takes back a connection that was in use; the one who gets it, if somebody waits.
    mutating func giveBack(_ connection: Connection) -> Grant? {
        if isWanted {
            return Grant(request: waiting.removeFirst().request, connection: connection)
        }
        idle.append(connection)
        return nil
    }

    /// Notes that a connection in use is closed.
    mutating func drop() { count -= 1 }

    /// Notes that all that nobody uses, and that the database accepted before this incarnation of
    /// it, are closed.
    mutating func dropIdle(before incarnation: UInt32) {
        count -= idle.count
        idle.removeAll { $0.database < incarnation }
        count += idle.count
    }
}
