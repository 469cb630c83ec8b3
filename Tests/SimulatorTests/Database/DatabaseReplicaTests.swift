import OrderedCollections
import Testing

@testable import Simulator

/// Replicas, connections and observers of a database.
struct DatabaseReplicaTests {
    private static let all = DatabaseQuery.rows(table: "rows", matching: [:])

    /// A database with replicas, and a node whose tasks use it.
    private struct Bed {
        let simulation = Simulation(seed: 3)
        let network: Network
        let node: Node
        let client: DatabaseClient
        let mirror = DatabaseMirror()
        let connections = Connections()

        init(
            replicas: Int = 0,
            _ replica: DatabaseReplicaSettings = DatabaseReplicaSettings(),
            _ settings: DatabaseSettings = DatabaseSettings()
        ) {
            network = Network(simulation: simulation)
            let observers: [any DatabaseObserver] = [mirror, connections]
            simulation.addNode("database") { [network] node in
                DatabaseServer.start(
                    on: node,
                    network: network,
                    settings: settings,
                    observers: observers
                )
            }
            let names = (0..<replicas).map { "replica-\($0)" }
            for name in names {
                simulation.addNode(name) { [network] node in
                    DatabaseReplica.start(
                        on: node,
                        network: network,
                        primary: "database",
                        settings: replica
                    )
                }
            }
            node = simulation.addNode("client")
            client = DatabaseClient("database", replicas: names, network: network)
        }

        func insertion(_ number: Int) -> DatabaseTransaction {
            DatabaseTransaction([
                .put(DatabaseKey("rows", "\(number)"), ["n": .integer(number)], inserts: 1)
            ])
        }

        func run() {
            _ = simulation.run()
            simulation.shutDown()
        }
    }

    /// Soundness of `@unchecked Sendable`: reached only from the thread of the simulation.
    private final class Connections: DatabaseObserver, @unchecked Sendable {
        var counts: [Int] = []
        var refusals = 0
        func note(connections: Int, of server: String, at instant: VirtualInstant) {
            counts.append(connections)
        }
        func noteRefusal(by server: String, at instant: VirtualInstant) { refusals += 1 }
    }

    /// A commit every 50 ms; whoever asks a replica sees a beginning of them that is at most the
    /// delay, a period and the time of the network old.
    @Test(arguments: [0, 400])
    func `a replica shows what was, some time ago`(delay: Int) {
        let bed = Bed(replicas: 1, .init(delay: .milliseconds(delay)))
        let committed = Collected<VirtualInstant>()
        let seen = Collected<(asked: VirtualInstant, keys: [String])>()
        bed.node.spawn("commits") {
            try await bed.node.sleep(for: .seconds(1))
            for number in 0..<60 {
                _ = try await bed.client.commit(bed.insertion(number), from: bed.node)
                committed.values.append(bed.node.now)
                try await bed.node.sleep(for: .milliseconds(50))
            }
        }
        bed.node.spawn("queries") {
            try await bed.node.sleep(for: .milliseconds(1_500))
            for _ in 0..<40 {
                let asked = bed.node.now
                let found = try await bed.client.query(Self.all, from: bed.node, .stale) ?? []
                seen.values.append((asked, found.map(\.key)))
                try await bed.node.sleep(for: .milliseconds(37))
            }
        }
        bed.run()
        #expect(seen.values.count == 40)
        var behind = 0
        for (asked, keys) in seen.values {
            #expect(keys == (0..<keys.count).map(String.init))
            let oldest = asked.advanced(by: .milliseconds(-delay - 105))
            let newest = asked.advanced(by: .milliseconds(2 - delay))
            #expect(keys.count >= committed.values.count { $0 < oldest })
            #expect(keys.count <= committed.values.count { $0 < newest } + 1)
            if keys.count < committed.values.count(where: { $0 < asked }) { behind += 1 }
        }
        #expect(behind > 10)
    }

    /// 5,000 queries a second each.
    @Test(arguments: [1, 2]) func `a replica takes its time for queries`(replicas: Int) {
        let bed = Bed(replicas: replicas)
        let ends = Collected<VirtualInstant>()
        let others = (0..<2).map { bed.simulation.addNode("reader-\($0)") }
        for number in 0..<200 {
            let node = others[number % 2]
            node.spawn("query \(number)") {
                try await node.sleep(for: .seconds(1))
                let replica = bed.client.replicas[number % replicas]
                _ = try await bed.client.query(Self.all, of: replica, from: node)
                ends.values.append(node.now)
            }
        }
        bed.run()
        let last = VirtualInstant.at(.seconds(1)).duration(to: ends.values.max() ?? .zero)
        #expect(last == .milliseconds(2) + .microseconds(200) * (200 / replicas))
    }

    @Test func `without its replica a client asks the database itself`() {
        let bed = Bed(replicas: 1)
        let found = Collected<[String]?>()
        bed.node.spawn("queries") {
            try await bed.node.sleep(for: .seconds(1))
            bed.simulation.node(named: "replica-0")?.crash()
            _ = try await bed.client.commit(bed.insertion(7), from: bed.node)
            let stale = try await bed.client.query(Self.all, from: bed.node, .stale)
            found.values.append(stale?.map(\.key))
            bed.simulation.node(named: "database")?.crash()
            found.values.append(
                try await bed.client.query(Self.all, from: bed.node, .stale)?.map(\.key)
            )
        }
        bed.run()
        #expect(found.values == [["7"], nil])
    }

    /// A replica that starts again knows nothing, and says nothing before it has the log.
    @Test func `a replica that starts again answers when it knows the log`() {
        let bed = Bed(replicas: 1)
        let found = Collected<[String]?>()
        bed.node.spawn("queries") {
            try await bed.node.sleep(for: .seconds(1))
            _ = try await bed.client.commit(bed.insertion(7), from: bed.node)
            bed.simulation.node(named: "replica-0")?.restart()
            for _ in 0..<4 {
                let replica = bed.client.replicas[0]
                found.values.append(
                    try await bed.client.query(Self.all, of: replica, from: bed.node)?.map(\.key)
                )
            }
        }
        bed.run()
        #expect(found.values.contains(["7"]))
        #expect(found.values.allSatisfy { $0 == nil || $0 == ["7"] })
    }

    @Test func `connections are counted, and those beyond the maximum refused`() {
        let bed = Bed(replicas: 0, .init(), .init(connectionsMaximum: 30))
        let answers = Collected<Bool>()
        for number in 0..<50 {
            bed.node.spawn("insert \(number)") {
                try await bed.node.sleep(for: .seconds(1))
                let end = try await bed.client.commit(bed.insertion(number), from: bed.node)
                answers.values.append(end == .committed)
            }
        }
        bed.node.spawn("later") {
            try await bed.node.sleep(for: .seconds(2))
            for number in 0..<40 {
                let end = try await bed.client.commit(bed.insertion(number), from: bed.node)
                answers.values.append(end == .committed)
            }
            _ = try await bed.client.query(Self.all, from: bed.node)
        }
        bed.run()
        #expect(answers.values.prefix(50).count { $0 } == 30)
        #expect(answers.values.suffix(40).allSatisfy { $0 })
        #expect(bed.connections.refusals == 20)
        #expect(bed.connections.counts.first == 0 && bed.connections.counts.last == 0)
        #expect(bed.connections.counts.max() == 30)
    }

    /// Crashes and a disk that loses writes that were not flushed, under random commits.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a mirror ends with what the database has after a restart`(seed: UInt64) {
        let bed = Bed()
        let found = Collected<[DatabaseMatch]>()
        var random = Xoshiro256(seed: seed)
        for number in 0..<60 {
            let key = DatabaseKey("rows", "\(random.next() % 10)")
            let column = "c\(random.next() % 3)"
            let kind = random.next() % 4
            bed.node.spawn("commit \(number)") {
                try await bed.node.sleep(for: .microseconds(700 * number))
                let change: DatabaseTransaction.Change =
                    switch kind {
                    case 0: .delete(key)
                    case 1: .put(key, [column: .integer(number)], inserts: 1)
                    default: .set(key, [column: .integer(number)])
                    }
                _ = try await bed.client.commit(DatabaseTransaction([change]), from: bed.node)
            }
        }
        let crash = Duration.microseconds(random.next() % 40_000)
        bed.node.spawn("operator") {
            try await bed.node.sleep(for: crash)
            bed.simulation.node(named: "database")?.restart()
            try await bed.node.sleep(for: .seconds(5))
            bed.simulation.node(named: "database")?.restart()
            try await bed.node.sleep(for: .seconds(1))
            found.values.append(try await bed.client.query(Self.all, from: bed.node) ?? [])
        }
        bed.run()
        func sorted(_ rows: [DatabaseMatch]) -> [DatabaseMatch] {
            rows.map { match in
                var row = match.row
                row.sort()
                return DatabaseMatch(key: match.key, row: row)
            }.sorted { $0.key < $1.key }
        }
        #expect(found.values.map(sorted) == [sorted(bed.mirror.tables.rows(of: "rows"))])
        #expect(found.values.first?.isEmpty == false)
    }
}
