import Simulator
import Testing

/// What a test collects from inside a run, and reads after it.
final class Collected<Value: Sendable>: @unchecked Sendable {
    var values: [Value] = []
}

extension Service where Request == Int, Response == Int {
    static let number = Service("number")
}

/// A simulation with a network, and nodes that answer.
struct Testbed {
    let simulation: Simulation
    let network: Network

    init(
        seed: UInt64 = 1,
        order: Simulation.Order = .fifo,
        ties: Simulation.Ties = .first,
        link: LinkSettings = LinkSettings()
    ) {
        simulation = Simulation(seed: seed, settings: .init(order: order, ties: ties))
        network = Network(simulation: simulation, settings: link)
    }

    /// A node that answers each number with the next one, and collects what arrived and when.
    @discardableResult
    func addAnswering(
        _ name: String,
        placement: NodePlacement = NodePlacement(),
        arrivals: Collected<(number: Int, instant: VirtualInstant)> = Collected()
    ) -> Node {
        simulation.addNode(name, placement: placement) { [network] node in
            network.serve(.number, on: node) { incoming in
                arrivals.values.append((incoming.request, node.now))
                incoming.reply(incoming.request + 1)
            }
        }
    }

    /// A node that takes requests and never answers.
    @discardableResult
    func addSilent(_ name: String) -> Node {
        simulation.addNode(name) { [network] node in
            network.serve(.number, on: node) { _ in }
        }
    }

    /// Calls from `node`, and collects how each call ended and when.
    @discardableResult
    func call(
        _ address: String,
        from node: Node,
        _ number: Int = 0,
        at start: Duration = .zero,
        timeout: Duration?
    ) -> Collected<Ended> {
        let ends = Collected<Ended>()
        node.spawn("call \(number)") { [network] in
            try await node.sleep(until: .zero.advanced(by: start))
            let result: Result<Int, CallError>
            do throws(CallError) {
                result = .success(
                    try await network.call(
                        .number,
                        of: address,
                        from: node,
                        number,
                        timeout: timeout
                    )
                )
            } catch {
                result = .failure(error)
            }
            ends.values.append(Ended(result: result, instant: node.now))
        }
        return ends
    }

    struct Ended: Equatable {
        let result: Result<Int, CallError>
        let instant: VirtualInstant

        init(result: Result<Int, CallError>, instant: VirtualInstant) {
            self.result = result
            self.instant = instant
        }

        init(_ result: Result<Int, CallError>, at time: Duration) {
            self.init(result: result, instant: .zero.advanced(by: time))
        }
    }
}

extension VirtualInstant {
    static func at(_ time: Duration) -> VirtualInstant { .zero.advanced(by: time) }
}

/// Whether `count` of `total` draws with this probability lies within five standard deviations.
func isPlausible(_ count: Int, of total: Int, _ probability: Double) -> Bool {
    let expected = Double(total) * probability
    let deviation = (expected * (1 - probability)).squareRoot()
    return abs(Double(count) - expected) <= 5 * deviation
}

/// The greatest distance of the samples' distribution from `cumulative`, times the root of their
/// number: above 1.95 with a probability of one in a thousand (Kolmogorov).
func kolmogorovStatistic(_ samples: [Double], _ cumulative: (Double) -> Double) -> Double {
    let sorted = samples.sorted()
    let count = Double(sorted.count)
    var greatest = 0.0
    for (rank, sample) in sorted.enumerated() {
        let expected = cumulative(sample)
        greatest = max(
            greatest,
            Double(rank + 1) / count - expected,
            expected - Double(rank) / count
        )
    }
    return greatest * count.squareRoot()
}
