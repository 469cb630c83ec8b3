import Testing

@testable import Simulator

/// The steps of HikariCP's pool, written out by hand.
struct ConnectionPoolTests {
    private func connection(_ number: UInt32) -> ConnectionPool.Connection {
        .init(number: number, database: 1)
    }

    @Test
    func `connections are opened one at a time, as long as somebody waits, and are kept`() {
        var pool = ConnectionPool(maximum: 2)
        #expect(pool.beginOpening() == nil)
        #expect(pool.take(for: 10) == .waits(1))
        #expect(pool.beginOpening() == 1)
        #expect(pool.take(for: 11) == .waits(2))
        #expect(pool.beginOpening() == nil)
        #expect(pool.add(connection(1)) == .init(request: 10, connection: connection(1)))
        #expect(pool.beginOpening() == 2)
        #expect(pool.add(connection(2)) == .init(request: 11, connection: connection(2)))
        #expect(pool.take(for: 12) == .waits(3))
        #expect(pool.take(for: 13) == .waits(4))
        #expect(pool.beginOpening() == nil)
        #expect(pool.giveBack(connection(2)) == .init(request: 12, connection: connection(2)))
        #expect(pool.giveBack(connection(1)) == .init(request: 13, connection: connection(1)))
        #expect(pool.giveBack(connection(1)) == nil)
        #expect(pool.take(for: 14) == .granted(connection(1)))
    }

    @Test
    func `a wait ends once`() {
        var pool = ConnectionPool(maximum: 1)
        #expect(pool.take(for: 7) == .waits(1))
        #expect(pool.take(for: 8) == .waits(2))
        #expect(pool.giveUp(1) == 7)
        #expect(pool.giveUp(1) == nil)
        #expect(pool.beginOpening() == 1)
        #expect(pool.add(connection(1))?.request == 8)
        #expect(pool.giveUp(2) == nil)
    }

    @Test
    func `nothing is opened again once nobody waits`() {
        var pool = ConnectionPool(maximum: 1)
        #expect(pool.take(for: 7) == .waits(1))
        #expect(pool.beginOpening() == 1)
        #expect(pool.giveUp(1) == 7)
        #expect(pool.openAgain() == nil)
        #expect(pool.take(for: 8) == .waits(2))
        #expect(pool.beginOpening() == 2)
        #expect(pool.openAgain() == 3)
    }

    /// When each of a pool's connections is free again, the earliest first: whoever comes next gets
    /// that one.
    ///
    /// Source: J. Kiefer, J. Wolfowitz, "On the Theory of Queues with Many Servers", Transactions
    /// of the American Mathematical Society 78 (1955).
    private func starts(_ arrivals: [Int], _ times: [Int], connections: Int) -> [Int] {
        var free = [Int](repeating: 0, count: connections)
        return zip(arrivals, times).map { arrival, time in
            let start = max(arrival, free[0])
            free[0] = start + time
            free.sort()
            return start
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `requests begin when they do in the queue of ten servers`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var now = 0
        let arrivals = (0..<3_000).map { _ in
            now += Int.random(in: 0...20, using: &random)
            return now
        }
        let times = arrivals.map { _ in Int.random(in: 1...180, using: &random) }
        var pool = ConnectionPool(maximum: 10)
        var begun = [Int](repeating: -1, count: arrivals.count)
        var ends: [(at: Int, connection: ConnectionPool.Connection)] = []
        func begin(_ request: Int, _ connection: ConnectionPool.Connection, _ now: Int) {
            begun[request] = now
            ends.append((now + times[request], connection))
            ends.sort { $0.at < $1.at }
        }
        for (request, arrival) in arrivals.enumerated() {
            while let end = ends.first, end.at <= arrival {
                ends.removeFirst()
                if let next = pool.giveBack(end.connection) {
                    begin(next.request, next.connection, end.at)
                }
            }
            guard case .granted(let connection) = pool.take(for: request) else {
                // A connection is there at once.
                if let number = pool.beginOpening(),
                    let grant = pool.add(connection(number))
                {
                    begin(grant.request, grant.connection, arrival)
                }
                continue
            }
            begin(request, connection, arrival)
        }
        while let end = ends.first {
            ends.removeFirst()
            if let next = pool.giveBack(end.connection) {
                begin(next.request, next.connection, end.at)
            }
        }
        #expect(begun == starts(arrivals, times, connections: 10))
        #expect(zip(begun, arrivals).contains { $0 > $1 }, "somebody waits")
    }

    @Test
    func `what is closed is replaced, and only what an earlier process accepted is dropped`() {
        var pool = ConnectionPool(maximum: 2)
        for request in [1, 2] {
            #expect(pool.take(for: request) != .granted(connection(1)))
            let number = pool.beginOpening() ?? 0
            let accepted = ConnectionPool.Connection(number: number, database: number)
            #expect(pool.add(accepted)?.request == request)
            #expect(pool.take(for: 9) == .waits(UInt32(2 * request)))
            #expect(pool.giveUp(UInt32(2 * request)) == 9)
        }
        pool.drop()
        #expect(pool.giveBack(.init(number: 2, database: 2)) == nil)
        pool.dropIdle(before: 2)
        #expect(pool.take(for: 3) == .granted(.init(number: 2, database: 2)))
        #expect(pool.take(for: 4) == .waits(5))
        #expect(pool.beginOpening() == 3)
    }
}
