import Testing

@testable import Simulator

/// What the kernel assumes of the running toolchain, beyond the promises of the language.
struct PlatformTests {
    @Test func `the runtime lays out jobs as the kernel reads them`() {
        #expect(JobLayout.isKnown)
        #expect(JobLayoutProbe.matches())
    }

    @Test func `the runtime suspends tasks and calls async functions as the kernel does`() {
        #expect(Suspension.isKnown)
        #expect(SuspensionProbe.matches())
    }

    /// Where the layout of jobs is not known, or the hook is missing, tasks hop instead.
    @Test(arguments: Variant.captures)
    func `tasks are suspended directly where the kernel knows how`(variant: Variant) {
        let simulation = Simulation(seed: 1, variant)
        let direct = variant.usesHook && variant.trustsLayout
        #expect(simulation.executor.state.pointee.suspendsDirectly == direct)
    }

    @Test func `the runtime has the enqueue hook`() {
        #expect(SimulationExecutor.hookIsInstalled)
        #expect(Simulation(seed: 1, Variant()).executor.capture == .hook)
        #expect(Simulation(seed: 1, Variant(usesHook: false)).executor.capture == .preference)
    }

    /// A task that waits in an actor costs one job of the run loop, its start: waking it is no job.
    @Test func `a parked task of an actor comes home without a job`() {
        let simulation = Simulation(seed: 1, Variant())
        let node = simulation.addNode("node")
        let host = Host(node: node)
        node.spawn("sleeper") {
            try await host.perform { node in
                for _ in 0..<1_000 { try await node.nap(1) }
            }
        }
        _ = simulation.run()
        #expect(simulation.executor.state.pointee.jobs < 10)
    }
}
