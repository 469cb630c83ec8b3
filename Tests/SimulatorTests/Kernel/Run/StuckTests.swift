import Testing

@testable import Simulator

/// Foreground work that nothing can move is found and described.
struct StuckTests {
    @Test(arguments: Variant.captures)
    func `the report names every node, task and what it waits for`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let client = simulation.addNode("client")
        let server = simulation.addNode("server")
        let replies = Mailbox<Int>("replies", on: client)
        let requests = Mailbox<Int>("requests", on: server)
        client.spawn("call") {
            try await client.sleep(for: .seconds(2))
            _ = try await replies.receive()
        }
        server.spawn("serve") { _ = try await requests.receive() }
        server.spawn("background", .background) { _ = try await requests.receive() }
        server.spawn("batch") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await requests.receive() }
                try await group.waitForAll()
            }
        }
        let outcome = simulation.run()
        #expect(
            outcome.violations.map(\.message) == [
                """
                the system is stuck: foreground work is left and nothing is scheduled that could move it
                  node 'client': task 'call' waits for a message in mailbox 'replies' since 2.000000000s
                  node 'server': task 'serve' waits for a message in mailbox 'requests' since 0.000000000s
                  node 'server': task 'batch' waits for its child tasks
                  node 'server': a child task waits for a message in mailbox 'requests' since 0.000000000s
                """
            ]
        )
        #expect(outcome.violations[0].property == .stuck)
        #expect(simulation.shutDown() == 0)
    }

    @Test func `a long report says how much it leaves out`() {
        let simulation = Simulation(seed: 1)
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        for _ in 0..<25 { node.spawn("reader") { _ = try await mailbox.receive() } }
        let lines = simulation.run().violations[0].message.split(separator: "\n")
        #expect(lines.count == 22)
        #expect(lines.last == "  and 5 more")
    }

    @Test(arguments: Variant.all)
    func `background work that goes on for ever does not hide it`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, patience: .seconds(60))
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        node.spawn("heartbeat", .background) { while true { try await node.nap(1_000) } }
        node.spawn("reader") { _ = try await mailbox.receive() }
        let outcome = simulation.run()
        #expect(outcome.violations.first?.property == .stuck)
        #expect(
            outcome.violations.first?.message.contains("nothing has moved it for a long time")
                == true
        )
        #expect(outcome.instant.nanoseconds == 60_000_000_000)
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all)
    func `nor does it hide a task outside of virtual time`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, patience: .seconds(60))
        let node = simulation.addNode("node")
        node.spawn("heartbeat", .background) { while true { try await node.nap(1_000) } }
        node.spawn("lost") {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            for await _ in stream {}
            continuation.finish()
        }
        let outcome = simulation.run()
        #expect(outcome.violations.first?.property == .outsideVirtualTime)
        #expect(outcome.instant.nanoseconds <= 120_000_000_000)
        #expect(simulation.shutDown() == 0)
    }

    @Test(arguments: Variant.all)
    func `a stream that is fed now and then is not stuck`(_ variant: Variant) {
        let simulation = Simulation(seed: 1, variant, patience: .seconds(60))
        let node = simulation.addNode("node")
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        node.spawn("producer", .background) {
            for number in 0..<100 {
                try await node.nap(50_000)
                continuation.yield(number)
            }
            continuation.finish()
            while true { try await node.nap(1_000) }
        }
        node.spawn("consumer") { for await _ in stream {} }
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent, "\(outcome.violations)")
        #expect(outcome.instant.nanoseconds == 5_000_000_000_000)
    }

    @Test func `long sleeps and timeouts are not stuck, however long`() {
        let simulation = Simulation(seed: 1, Variant(), patience: .seconds(60))
        let node = simulation.addNode("node")
        let mailbox = Mailbox<Int>("inbox", on: node)
        node.spawn("heartbeat", .background) { while true { try await node.nap(30_000) } }
        node.spawn("sleeper") { try await node.sleep(for: .seconds(86_400)) }
        node.spawn("reader") { _ = try await mailbox.receive(timeout: .seconds(7_200)) }
        node.spawn("batch") {
            async let child: Void = node.sleep(for: .seconds(3_600))
            try await child
        }
        let outcome = simulation.run()
        #expect(outcome.ending == .quiescent, "\(outcome.violations)")
        #expect(outcome.instant.nanoseconds == 86_400_000_000_000)
    }
}
