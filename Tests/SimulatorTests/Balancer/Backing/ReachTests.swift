import Testing

@testable import Simulator

/// Who may reach a server, and how often.
struct ReachTests {
    @Test
    func `a private server refuses the connections of everybody but those it is for`() {
        let bed = BackingBed(server: { $0.admittedRoles = ["balancer", "deployer"] })
        let nodes = ["balancer", "deployer", "server", "client"].map { role in
            bed.simulation.addNode("a \(role)", placement: NodePlacement(role: role))
        }
        let connected = Box<[String: Bool]>([:])
        let destination = Destination("Server 1")
        for node in nodes {
            node.spawn("connection") { [network = bed.network] in
                network.connect(to: destination, from: node, timeout: .seconds(1)) { result in
                    connected.value[node.role] = (try? result.get()) == 1
                }
            }
        }
        let boxes = nodes.map { bed.ask(at: 10, .get, "/home", from: $0) }
        #expect(bed.answers(boxes).map { $0?.status } == [200, 200, 0, 0])
        #expect(
            connected.value == [
                "balancer": true, "deployer": true, "server": false, "client": false,
            ]
        )
    }

    @Test
    func `a limit lets pass what its bucket holds, and what the rate adds`() {
        let bed = BackingBed(server: { $0.limit = .init(rate: 10, burst: 3) })
        // Three tokens, then one each 100 ms: 0.5 at 50 ms, 1 at 100 ms, 0.9 at 190 ms.
        let instants = [0, 0, 0, 0, 50, 100, 101, 190, 500, 500, 500, 500]
        let boxes = instants.map { bed.ask(at: $0, .get, "/home") }
        let health = bed.ask(at: 0, .get, "/health")
        #expect(
            bed.answers(boxes + [health]).map { $0?.status } == [
                200, 200, 200, 429, 429, 200, 429, 429, 200, 200, 200, 429, 200,
            ]
        )
    }
}
