import Testing

@testable import Simulator

/// Digests of small programs, written down for noticing change: the same in every process, in debug
/// and in release, on every machine. A change of the kernel that alters the order or the numbers of
/// events alters them; then the new ones are written here, with the reason in the commit.
struct GoldenDigestTests {
    static let digests: [(Workload, Simulation.Order, String)] = [
        (.timers, .fifo, "fbc269bc34ddb62e"), (.timers, .random, "ed920dfdc3cd85ed"),
        (.pingPong, .fifo, "ffd7a23f72cffd74"), (.pingPong, .random, "4108193d987c7763"),
        (.queues, .fifo, "5872c83b59b1393c"), (.queues, .random, "8e6a5a8875c98403"),
        (.faults, .fifo, "23dd8c616bd03b59"), (.faults, .random, "ffe64aad5a401071"),
    ]

    @Test(arguments: digests)
    func `a program has the digest it had`(
        _ workload: Workload,
        _ order: Simulation.Order,
        _ digest: String
    ) {
        #expect(workload.run(seed: 42, Variant(order: order)).digest.description == digest)
    }
}
