import Simulator
import Testing

struct DisturbanceTests {
    private let bed = Testbed()

    private func addBoth() -> (
        a: Node, b: Node, atA: Collected<(number: Int, instant: VirtualInstant)>,
        atB: Collected<(number: Int, instant: VirtualInstant)>
    ) {
        let atA = Collected<(number: Int, instant: VirtualInstant)>()
        let atB = Collected<(number: Int, instant: VirtualInstant)>()
        let a = bed.addAnswering("a", arrivals: atA)
        let b = bed.addAnswering("b", arrivals: atB)
        return (a, b, atA, atB)
    }

    @Test
    func `a directed block stops one direction only`() {
        let (a, b, atA, atB) = addBoth()
        _ = bed.network.begin(.blocked) { $0.name == "a" && $1.name == "b" }
        let there = bed.call("b", from: a, timeout: .seconds(1))
        let back = bed.call("a", from: b, timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(there.values == [.init(.failure(.timedOut), at: .seconds(1))])
        // The request arrives, its answer takes the blocked direction.
        #expect(back.values == [.init(.failure(.timedOut), at: .seconds(1))])
        #expect(atB.values.isEmpty)
        #expect(atA.values.map(\.number) == [0])
        #expect(bed.network.traffic.lost == 2)
    }

    @Test
    func `a disturbance covers links that were used before, and nodes that come later`() {
        let (a, _, _, _) = addBoth()
        let before = bed.call("b", from: a, timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(before.values.map(\.result) == [.success(1)])
        let fault = bed.network.begin(.blocked) { _, destination in destination.zone == "z" }
        let other = bed.network.begin(.latency(.constant(.milliseconds(30)))) { _, destination in
            destination.name == "b"
        }
        bed.addAnswering("c", placement: NodePlacement(zone: "z"))
        let blocked = bed.call("c", from: a, at: .seconds(2), timeout: .seconds(1))
        let slow = bed.call("b", from: a, at: .seconds(2), timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(blocked.values == [.init(.failure(.timedOut), at: .seconds(3))])
        #expect(slow.values == [.init(.success(1), at: .milliseconds(2_032))])
        bed.network.end(fault)
        bed.network.end(other)
        let open = bed.call("c", from: a, at: .seconds(4), timeout: .seconds(1))
        let fast = bed.call("b", from: a, at: .seconds(4), timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(open.values == [.init(.success(1), at: .milliseconds(4_002))])
        #expect(fast.values == [.init(.success(1), at: .milliseconds(4_002))])
    }

    @Test
    func `a disturbance that ends leaves one of the same kind as it is`() {
        let (a, _, _, _) = addBoth()
        let covers: @Sendable (Node, Node) -> Bool = { $1.name == "b" }
        let first = bed.network.begin(.blocked, covering: covers)
        let second = bed.network.begin(.blocked, covering: covers)
        bed.network.end(first)
        let blocked = bed.call("b", from: a, timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(blocked.values.map(\.result) == [.failure(.timedOut)])
        bed.network.end(second)
        let open = bed.call("b", from: a, timeout: .seconds(1))
        _ = bed.simulation.run()
        #expect(open.values.map(\.result) == [.success(1)])
    }

    @Test
    func `independent losses combine`() {
        let (a, _, _, atB) = addBoth()
        for _ in 0..<2 { _ = bed.network.begin(.loss(0.5)) { $1.name == "b" } }
        for number in 0..<4_000 { bed.call("b", from: a, number, timeout: .seconds(1)) }
        _ = bed.simulation.run()
        #expect(isPlausible(atB.values.count, of: 4_000, 0.25))
    }

    @Test
    func `a message that is under way when a partition begins arrives`() {
        let (a, b, _, _) = addBoth()
        let ends = bed.call("b", from: a, timeout: .seconds(1))
        b.spawn("partition") { [network = bed.network] in
            try await b.sleep(for: .microseconds(500))
            _ = network.begin(.blocked) { $0.name == "a" && $1.name == "b" }
        }
        _ = bed.simulation.run()
        #expect(ends.values == [.init(.success(1), at: .milliseconds(2))])
    }
}
