import Testing

@testable import Simulator

/// Servers whose requests share a processor, which becomes slower and faster meanwhile.
struct SharedServerTests {
    @Test
    func `a slowness holds from its begin to its end, not for the work before and after`() {
        let simulation = Simulation(seed: 1)
        let network = Network(simulation: simulation, settings: LinkSettings())
        let random = simulation.random("server")
        let server = simulation.addNode("server") { node in
            WebServer.start(
                on: node,
                network: network,
                identifier: 1,
                settings: WebServerSettings(
                    service: .constant(.seconds(1)),
                    discipline: .processorSharing
                ),
                random: random
            )
        }
        let client = simulation.addNode("client")
        let ends = Box<[UInt64]>([])
        for start in [0, 500] {
            client.spawn("request") {
                try await client.nap(start)
                let request = HTTPRequest(.get, "/home")
                _ = try await network.call(
                    .http,
                    of: "server",
                    from: client,
                    request,
                    timeout: nil
                )
                ends.value.append(client.now.nanoseconds / 1_000_000)
            }
        }
        client.spawn("faults") {
            try await client.nap(701)
            server.slowness = 4
            try await client.nap(400)
            server.slowness = 1
        }
        _ = simulation.run()
        // One millisecond there and one back. The first has half of its work done at 501, 100 more
        // at 701, 50 more at 1101, and the rest of 350 takes 700. The second has 500 by then.
        #expect(ends.value == [1_802, 2_302])
    }
}
