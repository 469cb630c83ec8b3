import Testing

@testable import Simulator

/// Mailboxes whose messages are handled as they come.
struct HandledMailboxTests {
    private actor Kitchen: SimulatedActor {
        nonisolated let node: Node
        private let journal: Journal

        init(node: Node, journal: Journal) {
            self.node = node
            self.journal = journal
        }

        nonisolated func open() -> Mailbox<String> {
            Mailbox("orders", of: self) { kitchen, order in
                kitchen.assertIsolated()
                kitchen.journal.note(order, at: kitchen.node)
            }
        }
    }

    private let simulation = Simulation(seed: 1, Variant())
    private let journal = Journal()
    private let node: Node
    private let guest: Node

    init() {
        node = simulation.addNode("kitchen")
        guest = simulation.addNode("guest")
    }

    @Test func `messages are handled when they are put in, and when they arrive`() {
        let orders = Kitchen(node: node, journal: journal).open()
        guest.spawn("orders") { [guest, journal] in
            orders.send("soup", after: .milliseconds(2))
            try await guest.nap(1)
            #expect(orders.put("bread"))
            journal.note("ordered", at: guest)
            try await guest.nap(1)
            orders.put("cake")
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["bread@1", "ordered@1", "soup@2", "cake@2"])
        #expect(orders.count == 0)
    }

    @Test func `a pause holds messages back, a crash ends them`() {
        let orders = Kitchen(node: node, journal: journal).open()
        guest.spawn("orders") { [guest, node] in
            node.pause()
            orders.put("soup")
            try await guest.nap(1)
            node.resume()
            orders.send("bread", after: .milliseconds(2))
            try await guest.nap(1)
            node.crash()
            #expect(!orders.put("cake"))
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["soup@1"])
    }

    @Test func `an actor that handles messages lives as long as its incarnation`() {
        weak var kitchen: Kitchen?
        let orders: Mailbox<String>
        do {
            let new = Kitchen(node: node, journal: journal)
            kitchen = new
            orders = new.open()
        }
        #expect(kitchen != nil)
        orders.put("soup")
        #expect(journal.entries == [])
        #expect(simulation.run().ending == .quiescent)
        #expect(journal.entries == ["soup@0"])
        node.crash()
        #expect(kitchen == nil)
    }
}
