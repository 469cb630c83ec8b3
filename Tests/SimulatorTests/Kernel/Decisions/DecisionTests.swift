import Testing

@testable import Simulator

/// What whoever sees the decisions of a run is told, and what it can change.
struct DecisionTests {
    /// Notes everything, and changes what it is asked to.
    private final class Notes: DecisionMaker {
        var entries: [String] = []
        var values: [UInt64] = []
        var labels: [UInt64: String] = [:]
        /// What every draw becomes, if anything.
        var value: UInt64?
        /// The place that is picked, if any.
        var place: UInt64?
        var view: RunView?

        func begin(_ view: RunView) { self.view = view }

        func open(stream label: String, identity: UInt64) -> UInt64 {
            labels[identity] = label
            return identity
        }

        func draw(_ value: UInt64, from identity: UInt64) -> UInt64 {
            let who = view?.task.map { " by \($0)" } ?? ""
            entries.append("\(labels[identity] ?? "unknown")\(who)")
            values.append(value)
            return self.value ?? value
        }

        func pick(_ place: UInt64, of count: UInt64, among choice: DecisionChoice) -> UInt64 {
            entries.append("\(choice) of \(count)")
            return self.place ?? place
        }
    }

    @Test func `every draw is seen with its stream and the task that draws`() {
        let notes = Notes()
        let simulation = Simulation(seed: 1, decisions: notes)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let stream = simulation.random("a")
        let handler = Handler("tick", of: host) { _ in
            var random = stream.split("c")
            _ = random.next()
        }
        handler.schedule(after: .seconds(3))
        node.spawn("worker") {
            var random = stream
            _ = random.next()
            try await node.nap(1)
            var other = random.split("b")
            _ = other.next()
            await withTaskGroup { group in
                group.addTask {
                    var child = stream.split("d")
                    _ = child.next()
                }
            }
        }
        var outside = simulation.random("outside")
        _ = outside.next()
        _ = simulation.run()
        #expect(
            notes.entries == [
                "outside", "a by task 'worker' of node 'node'",
                "a / b by task 'worker' of node 'node'",
                "a / d by a child of task 'worker' of node 'node'", "a / c",
            ]
        )
    }

    @Test(arguments: Workload.allCases, Variant.orders)
    func `a run that is seen is the same run`(_ workload: Workload, _ variant: Variant) {
        let notes = Notes()
        let plain = workload.run(seed: 7, variant)
        let seen = workload.run(seed: 7, variant, decisions: notes)
        #expect(seen == plain)
        if workload == .timers { #expect(notes.values.count == 400) }
    }

    @Test func `a draw can be another one, and its digest with it`() {
        let notes = Notes()
        notes.value = 42
        let simulation = Simulation(seed: 1, decisions: notes)
        var random = simulation.random("a")
        #expect(random.next() == 42 && random.next() == 42)
        #expect(notes.values.count == 2 && notes.values[0] != notes.values[1])
        let plain = Simulation(seed: 1)
        var other = plain.random("a")
        #expect([other.next(), other.next()] == notes.values)
        #expect(plain.digest != simulation.digest)
    }

    @Test(arguments: [0, 1, 2] as [UInt64])
    func `a pick can be another one`(_ place: UInt64) {
        for variant in [Variant(order: .random), Variant(ties: .random())] {
            let notes = Notes()
            notes.place = place
            let simulation = Simulation(seed: 1, variant, decisions: notes)
            let journal = Journal()
            let node = simulation.addNode("node")
            for name in ["a", "b", "c"] {
                node.spawn(name) {
                    try await node.nap(variant.order == .random ? 0 : 5)
                    journal.note(name)
                }
            }
            #expect(simulation.run().ending == .quiescent)
            #expect(journal.entries.count == 3)
            let choice = variant.order == .random ? "tasks" : "events"
            #expect(notes.entries.contains("\(choice) of 3"))
            if variant.order == .fifo {
                #expect(journal.entries[0] == ["a", "b", "c"][Int(place)])
            }
        }
    }

    @Test func `a pick beyond all places is the last one`() {
        let notes = Notes()
        notes.place = 99
        let simulation = Simulation(seed: 1, Variant(order: .random), decisions: notes)
        let node = simulation.addNode("node")
        for name in ["a", "b", "c"] { node.spawn(name) { try await node.nap(1) } }
        #expect(simulation.run().ending == .quiescent)
    }

    /// Sees what every event is.
    private final class Events: EventObserver {
        let notes = Notes()
        var entries: [String] = []

        var decisions: (any DecisionMaker)? { notes }

        func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
            guard let view = notes.view else { return }
            entries.append("\(view.name(ofNode: node)): \(view.happening)")
        }
    }

    @Test func `every event is named while it is about to happen`() {
        let events = Events()
        let simulation = Simulation(seed: 1, decisions: events.notes)
        simulation.observe(events)
        let node = simulation.addNode("node")
        let host = Host(node: node)
        let box = Mailbox<Int>("inbox", on: node)
        let handler = Handler("tick", of: host) { _ in }
        handler.schedule(after: .milliseconds(1))
        box.send(1, after: .milliseconds(2))
        node.spawn("sleeper") { try await node.nap(3) }
        node.spawn("worker") {
            try await node.work(for: .milliseconds(4))
            _ = try await box.receive()
            _ = try await box.receive(timeout: .milliseconds(1))
            try await node.disk.write([1], to: "file")
        }
        node.spawn("parent") {
            async let child: Void = node.nap(6)
            try await child
        }
        #expect(simulation.run().ending == .quiescent)
        #expect(
            events.entries.prefix(6) == [
                "node: handler 'tick'", "node: message to mailbox 'inbox'",
                "node: task 'sleeper' wakes up", "node: task 'worker' has done its work",
                "node: task 'worker' waits no longer for a message",
                "node: a child of task 'parent' wakes up",
            ]
                || events.entries.prefix(4) == [
                    "node: handler 'tick'", "node: message to mailbox 'inbox'",
                    "node: task 'sleeper' wakes up", "node: task 'worker' has done its work",
                ]
        )
        #expect(events.entries.contains("node: a child of task 'parent' wakes up"))
        #expect(events.entries.contains("node: task 'worker' waits no longer for a message"))
    }

    @Test func `a task that does several things is called after each`() {
        let events = Events()
        let simulation = Simulation(seed: 1, decisions: events.notes)
        simulation.observe(events)
        let node = simulation.addNode("node")
        node.spawn("first") {
            try await node.nap(1)
            node.spawn("second") {
                try await node.nap(1)
                node.spawn("third") { try await node.nap(1) }
            }
        }
        _ = simulation.run()
        #expect(
            events.entries == ["first", "second", "third"].map { "node: task '\($0)' wakes up" }
        )
    }
}
