import OrderedCollections
import Testing

@testable import Simulator

/// A database with clients, whose node crashes.
struct DatabaseServerTests {
    /// Soundness of `@unchecked Sendable`: reached only from the thread of the simulation.
    private final class Log: @unchecked Sendable {
        var committed: [Int] = []
        var ends: [VirtualInstant] = []
        var found: [DatabaseMatch] = []
        var answers: [DatabaseCommit?] = []
    }

    private func insertion(_ number: Int, rows: Int = 1) -> DatabaseTransaction {
        DatabaseTransaction([
            .put(DatabaseKey("rows", "\(number)"), ["n": .integer(number)], inserts: rows)
        ])
    }

    private func database(
        _ simulation: Simulation,
        _ network: Network,
        _ settings: DatabaseSettings = DatabaseSettings(),
        disk: DiskSettings? = nil
    ) -> DatabaseClient {
        simulation.addNode("database", disk: disk) { node in
            DatabaseServer.start(on: node, network: network, settings: settings)
        }
        return DatabaseClient("database", network: network)
    }

    /// The numbers that were answered as committed, and those that are there after a crash.
    private func crashRun(seed: UInt64, bug: DatabasePlantedBug?) -> (
        told: Set<Int>, kept: Set<Int>
    ) {
        let simulation = Simulation(seed: seed, settings: .init(order: .random))
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        var settings = DatabaseSettings()
        settings.plantedBug = bug
        let client = database(simulation, network, settings)
        let log = Log()
        let node = simulation.addNode("client")
        for number in 0..<40 {
            node.spawn("insert \(number)") {
                try await node.sleep(for: .microseconds(500 * number))
                if try await client.commit(insertion(number), from: node) == .committed {
                    log.committed.append(number)
                }
            }
        }
        var random = simulation.random("crash")
        let crash = Duration.microseconds(5_000 + Int(random.below(15_000)))
        let administrator = simulation.addNode("operator")
        administrator.spawn("crash") {
            try await administrator.sleep(for: crash)
            simulation.node(named: "database")?.restart()
            try await administrator.sleep(for: .seconds(5))
            let all = DatabaseQuery.rows(table: "rows", matching: [:])
            log.found = try await client.query(all, from: administrator) ?? []
        }
        _ = simulation.run()
        return (Set(log.committed), Set(log.found.compactMap { $0.row["n"]?.integer }))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what was answered as committed outlives a crash`(seed: UInt64) {
        let (told, kept) = crashRun(seed: seed, bug: nil)
        #expect(told.isSubset(of: kept))
        #expect(told.count < 40, "the crash hit nothing")
    }

    @Test func `an answer before the flush is caught`() {
        let seed = (0..<50 as Range<UInt64>).first {
            let (told, kept) = crashRun(seed: $0, bug: .answersBeforeTheFlush)
            return !told.isSubset(of: kept)
        }
        #expect(seed != nil)
    }

    /// 100 commits that come at once: the first is flushed alone, the rest shares flushes.
    @Test func `commits share flushes, and rows take their time`() {
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let client = database(simulation, network)
        let log = Log()
        let node = simulation.addNode("client")
        for number in 0..<100 {
            node.spawn("insert \(number)") {
                try await node.sleep(for: .seconds(1))
                _ = try await client.commit(insertion(number), from: node)
                log.ends.append(node.now)
            }
        }
        _ = simulation.run()
        let last = VirtualInstant.zero.advanced(by: .seconds(1))
            .duration(to: log.ends.max() ?? .zero)
        // 100 rows at 10,000 a second, at least two flushes of 1.02 ms, and 2 ms of network.
        #expect(last >= .microseconds(10_000 + 2 * 1_020 + 2_000))
        #expect(last <= .microseconds(10_000 + 4 * 1_020 + 2_000))
    }

    @Test func `a transaction whose condition fails changes nothing`() {
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let client = database(simulation, network)
        let log = Log()
        let node = simulation.addNode("client")
        let key = DatabaseKey("rows", "0")
        let epoch = DatabaseTransaction.Condition.equals(key, column: "n", .integer(0))
        node.spawn("commits") {
            try await node.sleep(for: .seconds(1))
            var transactions = [insertion(0)]
            transactions.append(.init([.set(key, ["n": .integer(1)])], if: [epoch]))
            transactions.append(.init([.set(key, ["n": .integer(2)])], if: [epoch]))
            transactions.append(.init([.delete(key)], if: [.absent(key)]))
            for transaction in transactions {
                log.answers.append(try await client.commit(transaction, from: node))
            }
            log.found = try await client.query(.row(key), from: node) ?? []
        }
        _ = simulation.run()
        #expect(log.answers == [.committed, .committed, .conflict(0), .conflict(0)])
        #expect(log.found.map { $0.row["n"] } == [.integer(1)])
    }

    @Test func `a full disk takes nothing, and the next commit works`() {
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let client = database(simulation, network)
        let log = Log()
        let node = simulation.addNode("client")
        node.spawn("commits") {
            try await node.sleep(for: .seconds(1))
            simulation.node(named: "database")?.setDiskFaults(isFull: true)
            log.answers.append(try await client.commit(insertion(1), from: node))
            simulation.node(named: "database")?.setDiskFaults()
            log.answers.append(try await client.commit(insertion(2), from: node))
            let all = DatabaseQuery.rows(table: "rows", matching: [:])
            log.found = try await client.query(all, from: node) ?? []
        }
        _ = simulation.run()
        #expect(log.answers == [.failed, .committed])
        #expect(log.found.map(\.key) == ["2"])
    }

    @Test func `a replica follows the log`() {
        let simulation = Simulation(seed: 1)
        defer { simulation.shutDown() }
        let network = Network(simulation: simulation)
        let client = database(simulation, network)
        simulation.addNode("replica") { node in
            DatabaseReplica.start(
                on: node,
                network: network,
                primary: "database",
                settings: .init(period: .milliseconds(50))
            )
        }
        let replica = DatabaseClient("replica", network: network)
        let log = Log()
        let node = simulation.addNode("client")
        node.spawn("commits") {
            try await node.sleep(for: .seconds(1))
            for number in 0..<10 { _ = try await client.commit(insertion(number), from: node) }
            try await node.sleep(for: .milliseconds(60))
            let all = DatabaseQuery.rows(table: "rows", matching: [:])
            log.found = try await replica.query(all, from: node) ?? []
        }
        _ = simulation.run()
        #expect(log.found.map(\.key) == (0..<10).map(String.init))
    }
}
