/// The connections that a database has, without clock and network: whom it lets in, and which
/// queries run.
///
/// As many are open as it may have at most; one more is refused. One that its client closes while a
/// query runs is there until the query has ended, as PostgreSQL looks at its client only then.
///
/// Source: PostgreSQL documentation, "Connections and Authentication": `max_connections`,
/// `client_connection_check_interval` with its default of 0; error 53300, "sorry, too many clients
/// already".
struct DatabaseSessions: ~Copyable {
    /// A process that opens connections.
    struct Client: Equatable, Sendable {
        /// The number of its node.
        let node: UInt32
        let incarnation: UInt32
    }

    /// What comes of opening a connection.
    enum Opening: Equatable, Sendable {
        case accepted
        /// There are too many.
        case refused
        /// Its client has closed it before, or is no more: messages may overtake each other.
        case gone
    }

    /// What comes of a query that arrives.
    enum Arrival: Equatable, Sendable {
        /// It runs at once.
        case runs
        /// So many run that it waits for its turn.
        case waits
        /// It came before: the network delivered it twice.
        case repeated
        /// The connection is closed.
        case closed
    }

    fileprivate struct Session {
        let incarnation: UInt32
        let number: UInt32
        /// The last query, counted by the client from 1.
        var turn: UInt32 = 0
        var isBusy = false
        var isClosing = false
    }

    /// What one node has, or had, here.
    fileprivate struct Book {
        var sessions: [Session] = []
        /// What was closed before it was opened.
        var closedBefore: [UInt32] = []
        /// The first incarnation that may open connections.
        var firstIncarnation: UInt32 = 0
    }

    private let maximum: Int
    private let concurrency: Int
    /// By the number of the node.
    private var books: [UInt32: Book] = [:]
    /// Connections that are open.
    private(set) var count = 0
    private var running = 0
    private var waiting = RingBuffer<Int>(capacity: 4)

    init(maximum: Int, concurrency: Int) {
        precondition(maximum > 0 && concurrency > 0, "somebody is served")
        self.maximum = maximum
        self.concurrency = concurrency
    }

    /// Opens the connection with this number, unless there are too many.
    mutating func open(_ number: UInt32, by client: Client) -> Opening {
        var book = books[client.node] ?? Book()
        defer { books[client.node] = book }
        if book.sessions.contains(where: { $0.isOf(client, number) }) { return .accepted }
        guard client.incarnation >= book.firstIncarnation else { return .gone }
        if let place = book.closedBefore.firstIndex(of: number) {
            book.closedBefore.remove(at: place)
            return .gone
        }
        guard count < maximum else { return .refused }
        book.sessions.append(Session(incarnation: client.incarnation, number: number))
        count += 1
        return .accepted
    }

    /// Closes a connection; one that has not been opened yet never will be.
    mutating func close(_ number: UInt32, of client: Client) {
        var book = books[client.node] ?? Book()
        if let place = book.sessions.firstIndex(where: { $0.isOf(client, number) }) {
            count -= book.close(at: place) ? 1 : 0
        } else if client.incarnation >= book.firstIncarnation {
            if book.closedBefore.count == Self.closedMaximum { book.closedBefore.removeFirst() }
            book.closedBefore.append(number)
        }
        books[client.node] = book
    }

    /// How many connections of a node are remembered that were closed before they were opened.
    private static let closedMaximum = 1_000

    /// Closes the connections of all processes of a node before this one.
    mutating func closeEarlier(than client: Client) {
        var book = books[client.node] ?? Book()
        if client.incarnation > book.firstIncarnation {
            book.firstIncarnation = client.incarnation
            book.closedBefore = []
        }
        for place in book.sessions.indices.reversed()
        where book.sessions[place].incarnation < client.incarnation {
            count -= book.close(at: place) ? 1 : 0
        }
        books[client.node] = book
    }

    /// Takes a query of a connection, the one with the number `turn`; `slot` stands for it.
    mutating func begin(
        _ slot: Int,
        turn: UInt32,
        on number: UInt32,
        of client: Client
    ) -> Arrival {
        guard
            let place = books[client.node]?.sessions.firstIndex(where: { $0.isOf(client, number) })
        else { return .closed }
        guard let session = books[client.node]?.sessions[place], !session.isClosing else {
            return .closed
        }
        guard turn > session.turn, !session.isBusy else { return .repeated }
        books[client.node]?.sessions[place].turn = turn
        books[client.node]?.sessions[place].isBusy = true
        guard running < concurrency else {
            waiting.append(slot)
            return .waits
        }
        running += 1
        return .runs
    }

    /// Ends a query.
    ///
    /// - Returns: The slot of the query that runs next, if one waits.
    mutating func end(on number: UInt32, of client: Client) -> Int? {
        if var book = books[client.node],
            let place = book.sessions.firstIndex(where: { $0.isOf(client, number) })
        {
            book.sessions[place].isBusy = false
            if book.sessions[place].isClosing { count -= book.close(at: place) ? 1 : 0 }
            books[client.node] = book
        }
        guard !waiting.isEmpty else {
            running -= 1
            return nil
        }
        return waiting.removeFirst()
    }
}

extension DatabaseSessions.Session {
    fileprivate func isOf(_ client: DatabaseSessions.Client, _ number: UInt32) -> Bool {
        self.number == number && incarnation == client.incarnation
    }
}

extension DatabaseSessions.Book {
    /// Closes a session, or has it closed once its query has ended.
    ///
    /// - Returns: Whether it is closed.
    fileprivate mutating func close(at place: Int) -> Bool {
        if sessions[place].isBusy {
            sessions[place].isClosing = true
            return false
        }
        sessions.remove(at: place)
        return true
    }
}
