import Simulator
import Testing

/// Money for the account; it keeps its number when it is sent again.
struct Deposit {
    let number: Int
    let amount: Int
}

/// What the bank serves: a deposit in, the balance out.
let deposits = Service<Deposit, Int>("deposits")

/// The system under test: an account, on a node of its own.
actor Account: SimulatedActor {
    nonisolated let node: Node
    private let inbox: Mailbox<IncomingRequest<Deposit, Int>>
    private let remembers: Bool
    private var seen: Set<Int> = []
    private var balance = 0

    init(on node: Node, network: Network, remembers: Bool) {
        self.node = node
        self.remembers = remembers
        inbox = Mailbox("deposits", on: node)
        network.serve(deposits, on: node) { [inbox] in inbox.put($0) }
        node.spawn("account", .background) { try await self.run() }
    }

    private func run() async throws {
        while true {
            let incoming = try await inbox.receive()
            try await node.work(for: .milliseconds(1))
            let isNew = seen.insert(incoming.request.number).inserted
            if isNew || !remembers { balance += incoming.request.amount }
            incoming.reply(balance)
        }
    }
}

/// Sends `deposit` until it is acknowledged.
func send(_ deposit: Deposit, from node: Node, over network: Network) async throws -> Int {
    let limit = Duration.milliseconds(100)
    while true {
        do {
            return try await network.call(deposits, of: "bank", from: node, deposit, timeout: limit)
        } catch {
            guard error == .timedOut else { throw error }
        }
    }
}

/// Ten deposits at once, over a network that loses and repeats messages.
func run(seed: UInt64, remembers: Bool) -> RunOutcome {
    let simulation = Simulation(seed: seed, settings: .init(order: .random))
    let latency = DurationDistribution.uniform(.milliseconds(1), .milliseconds(20))
    let links = LinkSettings(latency: latency, loss: 0.1, duplication: 0.1)
    let network = Network(simulation: simulation, settings: links)
    simulation.addNode("bank") { node in
        _ = Account(on: node, network: network, remembers: remembers)
    }
    let client = simulation.addNode("client")
    client.spawn("deposits") {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...10 {
                group.addTask {
                    let deposit = Deposit(number: number, amount: 10)
                    return try await send(deposit, from: client, over: network)
                }
            }
            try await group.waitForAll()
        }
        let nothing = Deposit(number: 0, amount: 0)
        let balance = try await send(nothing, from: client, over: network)
        if balance != 100 {
            simulation.report(.init("each-deposit-once"), "the balance is \(balance)")
        }
    }
    return simulation.run()
}

@Test(arguments: 1...100)
func `each deposit counts once, whatever the network does`(seed: UInt64) {
    let outcome = run(seed: seed, remembers: true)
    #expect(outcome.ending == .quiescent)
    #expect(outcome.violations == [])
}

@Test
func `an account that does not remember is found out, every time at the same event`() {
    let seed = (1...100).first { !run(seed: $0, remembers: false).violations.isEmpty } ?? 0
    let outcome = run(seed: seed, remembers: false)
    #expect(outcome.violations.map(\.property.name) == ["each-deposit-once"])
    #expect(outcome == run(seed: seed, remembers: false))
}
