import Testing

@testable import Simulator

/// PostgreSQL's rule of `max_connections`, and what its documentation says of clients that go.
struct DatabaseSessionsTests {
    private let first = DatabaseSessions.Client(node: 1, incarnation: 1)
    private let second = DatabaseSessions.Client(node: 2, incarnation: 1)

    @Test
    func `one connection too many is refused, whoever asks`() {
        var sessions = DatabaseSessions(maximum: 3, concurrency: 1)
        #expect(sessions.open(1, by: first) == .accepted)
        #expect(sessions.open(2, by: first) == .accepted)
        #expect(sessions.open(1, by: second) == .accepted)
        #expect(sessions.open(2, by: second) == .refused)
        #expect(sessions.open(2, by: first) == .accepted, "it is open already")
        #expect(sessions.count == 3)
        sessions.close(1, of: first)
        #expect(sessions.open(2, by: second) == .accepted)
        #expect(sessions.open(3, by: first) == .refused)
    }

    @Test
    func `a connection that is closed during a query stays until the query has ended`() {
        var sessions = DatabaseSessions(maximum: 1, concurrency: 1)
        #expect(sessions.open(1, by: first) == .accepted)
        #expect(sessions.begin(0, turn: 1, on: 1, of: first) == .runs)
        sessions.close(1, of: first)
        #expect(sessions.count == 1)
        #expect(sessions.open(1, by: second) == .refused)
        #expect(sessions.begin(1, turn: 2, on: 1, of: first) == .closed)
        #expect(sessions.end(on: 1, of: first) == nil)
        #expect(sessions.count == 0)
        #expect(sessions.open(1, by: second) == .accepted)
    }

    @Test
    func `queries that are too many run in order, and one that comes twice runs once`() {
        var sessions = DatabaseSessions(maximum: 4, concurrency: 1)
        for number in UInt32(1)...3 { #expect(sessions.open(number, by: first) == .accepted) }
        #expect(sessions.begin(10, turn: 1, on: 1, of: first) == .runs)
        #expect(sessions.begin(12, turn: 2, on: 2, of: first) == .waits)
        #expect(sessions.begin(11, turn: 3, on: 3, of: first) == .waits)
        #expect(sessions.begin(13, turn: 2, on: 2, of: first) == .repeated)
        #expect(sessions.end(on: 1, of: first) == 12)
        #expect(sessions.begin(14, turn: 1, on: 1, of: first) == .repeated)
        #expect(sessions.end(on: 2, of: first) == 11)
        #expect(sessions.end(on: 3, of: first) == nil)
        #expect(sessions.begin(15, turn: 4, on: 1, of: first) == .runs)
        #expect(sessions.begin(16, turn: 5, on: 4, of: first) == .closed)
    }

    @Test
    func `what is closed before it is opened never is, and so is what a dead process opens`() {
        var sessions = DatabaseSessions(maximum: 4, concurrency: 1)
        sessions.close(1, of: first)
        #expect(sessions.open(1, by: first) == .gone)
        #expect(sessions.open(2, by: first) == .accepted)
        #expect(sessions.open(1, by: second) == .accepted)
        let next = DatabaseSessions.Client(node: 1, incarnation: 2)
        sessions.closeEarlier(than: next)
        #expect(sessions.count == 1)
        #expect(sessions.open(3, by: first) == .gone)
        #expect(sessions.open(2, by: next) == .accepted)
        #expect(sessions.begin(0, turn: 1, on: 2, of: first) == .closed)
        #expect(sessions.begin(0, turn: 1, on: 2, of: next) == .runs)
    }
}
