import Testing

@testable import Simulator

/// Servers that ask a database, with times by hand: a message takes 1 ms, a server 1 ms of its own,
/// and a query 10 ms.
struct BackedServerTests {
    private func backing(
        connections: Int = 10,
        wait: Int = 30_000,
        timeout: Int = 30_000
    ) -> BackingSettings {
        BackingSettings(
            connections: connections,
            wait: .milliseconds(wait),
            timeout: .milliseconds(timeout)
        )
    }

    @Test
    func `a connection is opened with the first request, kept, and waited for in order`() {
        let bed = BackingBed(backing: backing(connections: 1))
        let boxes = [0, 0, 100].map { bed.ask(at: $0) }
        // 1 there, 1 of its own, 2 to connect, 12 for the query, 1 back; the second one 12 later.
        #expect(bed.answers(boxes) == [.init(17, 200), .init(29, 200), .init(115, 200)])
        #expect(bed.journal.counts.queries == 3)
        #expect(bed.journal.open?.maximum == 1)
        #expect(bed.journal.waits.maximum == .milliseconds(14))
        #expect(bed.journal.waits.minimum == .zero)
    }

    @Test
    func `a slow database takes longer for its queries`() {
        let bed = BackingBed()
        bed.at(50) { [database = bed.database] in database.slowness = 4 }
        let boxes = [bed.ask(), bed.ask(at: 100)]
        #expect(bed.answers(boxes) == [.init(17, 200), .init(145, 200)])
    }

    @Test
    func `queries follow each other over one connection`() {
        let bed = BackingBed(backing: backing(connections: 1), endpoint: { $0.queries = 3 })
        #expect(bed.answers([bed.ask(), bed.ask()]) == [.init(41, 200), .init(77, 200)])
    }

    @Test
    func `a request keeps its place while it asks, but takes nothing of a shared processor`() {
        let bed = BackingBed(server: { $0.concurrency = 1 })
        let boxes = [bed.ask(), bed.ask(), bed.ask(at: 1, .get, "/home")]
        #expect(bed.answers(boxes) == [.init(17, 200), .init(30, 200), .init(31, 200)])
        let shared = BackingBed(server: {
            $0.concurrency = 1
            $0.discipline = .processorSharing
        })
        let others = [shared.ask(), shared.ask(at: 5, .get, "/home")]
        #expect(shared.answers(others) == [.init(17, 200), .init(8, 200)])
    }

    @Test
    func `who gets no connection in time gets status 503, and the next one what becomes free`() {
        let bed = BackingBed(backing: backing(connections: 1, wait: 10))
        let boxes = [0, 0, 7].map { bed.ask(at: $0) }
        // The first connection is free at 16; the second one has waited from 2 to 12.
        #expect(bed.answers(boxes) == [.init(17, 200), .init(13, 503), .init(29, 200)])
        #expect(bed.journal.counts.timeouts == 1)
    }

    @Test
    func `a database that is full refuses, and the pool tries again after a pause`() {
        let bed = BackingBed(
            servers: 2,
            database: SharedDatabaseSettings(
                query: .constant(.milliseconds(10)),
                concurrency: 100,
                connections: 1
            )
        )
        bed.at(300) { [network = bed.network, server = bed.servers[0]] in network.kill(server) }
        let boxes = [bed.ask(of: 1), bed.ask(at: 20, of: 2)]
        // Refused at 24, at 276 after 250 ms, and let in after 375 ms more, at 653.
        #expect(bed.answers(boxes) == [.init(17, 200), .init(666, 200)])
        #expect(bed.journal.counts.refused == 2)
    }

    @Test
    func `a query without an answer gives status 500, and its connection is there until it ends`() {
        let bed = BackingBed(
            backing: backing(timeout: 50),
            database: SharedDatabaseSettings(
                query: .constant(.milliseconds(100)),
                concurrency: 100,
                connections: 1
            )
        )
        let box = bed.ask()
        bed.at(200) {}
        #expect(bed.answers([box]) == [.init(55, 500)])
        #expect(bed.journal.counts.failed == 1)
        // Open from 3 to 105, although the server has closed it at 55.
        #expect(bed.journal.open?.series.last == .init(instant: .at(105), value: 0))
    }

    @Test
    func `the end of the database's process breaks queries, and connections that nobody uses`() {
        let bed = BackingBed(backing: backing(connections: 2))
        bed.at(50) { [network = bed.network, database = bed.database] in network.kill(database) }
        bed.at(60) { [database = bed.database] in database.current.restart() }
        let boxes = [0, 0, 41, 100].map { bed.ask(at: $0) }
        #expect(
            bed.answers(boxes) == [
                .init(17, 200), .init(19, 200), .init(52, 500), .init(117, 200),
            ]
        )
        #expect(bed.journal.open?.value == 1)
    }

    @Test
    func `a silent crash of the database's machine costs a request for each old connection`() {
        let bed = BackingBed(backing: backing(connections: 2))
        bed.at(50) { [database = bed.database] in
            database.crash()
            database.current.restart()
        }
        let boxes = [0, 0, 100, 200, 300].map { bed.ask(at: $0) }
        #expect(
            bed.answers(boxes).map { $0?.status } == [200, 200, 500, 500, 200]
        )
    }

    @Test(arguments: [true, false])
    func `a server that starts anew leaves no connections behind`(isKilled: Bool) {
        let bed = BackingBed(backing: backing(connections: 3))
        bed.at(50) { [network = bed.network, server = bed.servers[0]] in
            if isKilled { network.kill(server) } else { server.crash() }
        }
        bed.at(80) { [server = bed.servers[0]] in server.current.restart() }
        let boxes = [0, 0, 0, 100].map { bed.ask(at: $0) }
        #expect(bed.answers(boxes).map { $0?.status } == [200, 200, 200, 200])
        let points = bed.journal.open?.series ?? []
        #expect(points.map(\.value) == [0, 1, 2, 3, 0, 1])
        // The machine of a process that was killed says so at once; one that fell silent when it
        // is back.
        #expect(points.count == 6 && points[4].instant == .at(isKilled ? 51 : 81))
    }

    @Test
    func `nothing is kept of a network whose simulation has ended`() {
        weak var network: Network?
        do {
            let bed = BackingBed(endpoint: { $0.isCached = true })
            network = bed.network
            _ = bed.ask()
            _ = bed.ask(at: 3, .put)
            _ = bed.simulation.run(until: .instant(.at(12)))
            bed.simulation.shutDown()
        }
        #expect(network == nil)
    }
}

extension VirtualInstant {
    /// So many milliseconds after the start.
    fileprivate static func at(_ milliseconds: Int) -> VirtualInstant {
        .zero.advanced(by: .milliseconds(milliseconds))
    }
}
