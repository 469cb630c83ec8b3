import OrderedCollections
import Testing

@testable import Simulator

/// What the controller of a queue makes of heartbeats that come in another order than they were
/// sent.
struct ClusterControlTests {
    private static let timeout = Duration.seconds(9)

    private func control() -> ClusterControl {
        let simulation = Simulation(seed: 1)
        return ClusterControl(
            .init(placement: .roundRobin, sessionTimeout: Self.timeout),
            random: simulation.random("control")
        )
    }

    private func heartbeat(_ incarnation: UInt32) -> BrokerHeartbeat {
        BrokerHeartbeat(broker: "broker-1", incarnation: incarnation, version: 0)
    }

    private func instant(_ seconds: Int) -> VirtualInstant {
        .zero.advanced(by: .seconds(seconds))
    }

    @Test
    func `a registration does not go back to a process that has ended`() {
        var control = control()
        for (second, incarnation) in [1, 2, 1, 2, 1].enumerated() {
            control.note(heartbeat(UInt32(incarnation)), now: instant(second))
        }
        let known = control.metadata.brokers["broker-1"]
        #expect(known?.incarnation == 2 && known?.isAlive == true)
        let incarnations = control.changes.compactMap { change in
            if case .broker(_, let registration) = change { registration.incarnation } else { nil }
        }
        #expect(incarnations == [1, 2])
    }

    @Test
    func `a word of a process that has ended keeps nobody alive`() {
        var control = control()
        control.note(heartbeat(2), now: instant(0))
        control.note(heartbeat(1), now: instant(8))
        control.expire(now: instant(10))
        #expect(control.metadata.brokers["broker-1"]?.isAlive == false)
    }
}
