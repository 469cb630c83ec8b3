import Testing

@testable import Simulator

/// Calls that no task waits for, and processes that are killed.
struct SendTests {
    /// A client and a server that answers after a second.
    private struct Bed {
        let simulation = Simulation(seed: 1)
        let network: Network
        let client: Node
        let server: Node
        let ends = Box<[(Result<HTTPResponse, CallError>, VirtualInstant)]>([])

        init(_ settings: LinkSettings = LinkSettings()) {
            let network = Network(simulation: simulation, settings: settings)
            self.network = network
            client = simulation.addNode("client")
            let random = simulation.random("server")
            server = simulation.addNode("server") { node in
                WebServer.start(
                    on: node,
                    network: network,
                    identifier: 1,
                    settings: WebServerSettings(service: .constant(.seconds(1))),
                    random: random
                )
            }
        }

        func send(to name: String = "server", timeout: Duration? = nil) {
            network.send(
                HTTPRequest(.get, "/home"),
                to: Destination(name),
                from: client,
                timeout: timeout
            ) { [ends, client] result in ends.value.append((result, client.now)) }
        }

        func at(_ instant: Duration, _ action: @escaping @Sendable () -> Void) {
            let driver = simulation.node(named: "driver") ?? simulation.addNode("driver")
            driver.spawn("action") {
                try await driver.sleep(until: .zero.advanced(by: instant))
                action()
            }
        }

        /// How the only call ended, and after how many milliseconds.
        func end() throws -> (status: Int?, error: CallError?, milliseconds: UInt64) {
            _ = simulation.run(until: .instant(.zero.advanced(by: .seconds(100))))
            try #require(ends.value.count == 1)
            let time = ends.value[0].1.nanoseconds / 1_000_000
            switch ends.value[0].0 {
            case .success(let response): return (response.status, nil, time)
            case .failure(let error): return (nil, error, time)
            }
        }
    }

    @Test
    func `the answer comes after the way there, the service and the way back`() throws {
        let bed = Bed()
        bed.send(timeout: .seconds(5))
        let end = try bed.end()
        #expect(end.status == 200 && end.milliseconds == 1_002)
    }

    @Test
    func `a call that takes too long ends once, whatever comes later`() throws {
        let bed = Bed()
        bed.send(timeout: .milliseconds(500))
        let end = try bed.end()
        #expect(end.error == .timedOut && end.milliseconds == 500)
    }

    @Test
    func `nobody has the name`() throws {
        let bed = Bed()
        bed.send(to: "nobody")
        #expect(try bed.end().error == .unknownNode("nobody"))
    }

    @Test
    func `a process that is killed breaks its calls, and its machine refuses new ones`() throws {
        let broken = Bed()
        broken.at(.milliseconds(300)) { broken.network.kill(broken.server) }
        broken.send()
        let first = try broken.end()
        #expect(first.error == .reset && first.milliseconds == 301)
        let refused = Bed()
        refused.network.kill(refused.server)
        refused.send()
        let second = try refused.end()
        #expect(second.error == .refused && second.milliseconds == 2)
    }

    @Test
    func `a node that was killed serves again after its restart`() throws {
        let bed = Bed()
        bed.network.kill(bed.server)
        bed.server.current.restart()
        bed.send()
        #expect(try bed.end().status == 200)
    }

    @Test
    func `nothing is called once the caller has crashed`() {
        let bed = Bed()
        bed.at(.milliseconds(500)) { bed.client.crash() }
        bed.send(timeout: .seconds(10))
        _ = bed.simulation.run()
        #expect(bed.ends.value.isEmpty)
    }

    @Test
    func `a call whose answer never comes keeps nothing alive after the simulation`() {
        weak var network: Network?
        do {
            let bed = Bed(LinkSettings(loss: 1))
            bed.send()
            bed.send(timeout: .seconds(3_600))
            network = bed.network
            _ = bed.simulation.run(until: .instant(.zero.advanced(by: .seconds(1))))
            bed.simulation.shutDown()
        }
        #expect(network == nil)
    }
}
