import Foundation
import OrderedCollections
import Testing

@testable import Simulator

/// Brokers crash, are cut off from each other, and their disks break their promises, each seed in
/// another way; then everything heals, and everything has to be there.
@Suite(.serialized)
struct QueueSweepTests {
    /// A queue under faults, until all that was sent has been read.
    ///
    /// - Parameter crashes: How many brokers may be down at once.
    static func run(
        seed: UInt64,
        flush: FlushPolicy? = nil,
        acknowledgement: Acknowledgement = .all
    ) -> (bed: QueueBed, outcome: RunOutcome) {
        var settings = QueueBed.Settings()
        settings.order = .random
        // Without writing through, one crash at a time must not lose anything.
        let isThrough = seed.isMultiple(of: 2)
        if seed.isMultiple(of: 3) { settings.placement = .placed(RendezvousHash(seed: seed)) }
        settings.flush = flush ?? (isThrough ? .always : .interval(.seconds(5)))
        let bed = QueueBed(seed: seed, settings)
        for number in 0..<2 {
            bed.produce(load(number)) {
                $0.acknowledgement = acknowledgement
                if number == 1 { $0.name = "stock" }
            }
        }
        bed.consume(.partitions([TopicPartition("orders", 0), TopicPartition("orders", 1)]))
        for number in 0..<3 {
            bed.consume(.topics(["orders"])) {
                $0.group = "group"
                $0.commit = .after
                $0.assignment = GroupAssignment.allCases[Int(seed) % 3]
                if number == 0 { $0.processing = .constant(.milliseconds(1)) }
            }
        }
        let outcome = bed.run { [settings] here in
            let faults = QueueFaults(bed: bed, here: here, isOneByOne: settings.flush != .always)
            if seed.isMultiple(of: 3) {
                here.spawn("members") { try await faults.changeMembers() }
            }
            here.spawn("second producer") {
                try await here.sleep(for: .seconds(15))
                bed.produce(load(1), replacing: 1) {
                    $0.acknowledgement = acknowledgement
                    $0.name = "stock"
                }
            }
            try await faults.happen(until: .seconds(30))
        }
        return (bed, outcome)
    }

    private static func load(_ number: Int) -> MessageLoad {
        MessageLoad(
            pace: LoadPace(arrival: .poisson(perSecond: 40), count: nil, duration: .seconds(30)),
            topic: "orders",
            keys: number == 0 ? .uniform(population: 20) : nil,
            size: 60
        )
    }

    /// 8, or as many as `SWEEP_SEEDS` says.
    private static let seeds: ClosedRange<UInt64> =
        1...(ProcessInfo.processInfo.environment["SWEEP_SEEDS"].flatMap { UInt64($0) } ?? 8)

    @Test(arguments: seeds)
    func `no schedule of faults loses or repeats an acknowledged message`(seed: UInt64) {
        let (bed, outcome) = Self.run(seed: seed)
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
        #expect((bed.findings.delivered["group"] ?? 0) > 1_000)
    }
}

extension QueueSweepTests {
    /// Under these seeds a leader is cut off when the last messages are sent, and goes on telling
    /// consumers that there is nothing more.
    @Test(arguments: [128, 912] as [UInt64])
    func `nothing counts as lost as a leader that was deposed does not know of it`(seed: UInt64) {
        let (bed, outcome) = Self.run(seed: seed)
        #expect(outcome.violations == [])
        #expect(bed.findings.problems == [])
    }
}

/// Faults of brokers, the controller and consumers, drawn from the seed.
struct QueueFaults {
    let bed: QueueBed
    let here: Node
    /// Whether a broker crashes only when all others have all.
    let isOneByOne: Bool

    func happen(until end: Duration) async throws {
        var random = bed.simulation.random("faults")
        let end = VirtualInstant.zero.advanced(by: end)
        try await here.sleep(for: .seconds(4))
        while here.now < end {
            let broker = bed.brokers[Int(random.below(UInt64(bed.brokers.count)))]
            let time = Duration.milliseconds(Int64(200 + random.below(6_000)))
            switch random.below(isOneByOne ? 10 : 15) {
            case 0...3: try await crash(broker, for: time)
            case 4: try await crash(bed.controller, for: time)
            case 5: try await cut(broker, for: time)
            case 6: try await crash(bed.consumerNodes[Int(random.below(4))], for: time)
            case 7: try await pause(broker, for: time)
            case 8: try await trouble(broker, for: time) { $0.setDiskFaults(isFull: true) }
            case 9: try await trouble(broker, for: time) { $0.setDiskFaults(slowness: 300) }
            case 13: try await lie(broker, for: time)
            case 14: try await twoFall()
            case 10: try await crashAll(for: time, isSlow: random.below(2) == 0)
            default:
                let other = bed.brokers[Int(random.below(UInt64(bed.brokers.count)))]
                here.spawn("second crash") { try await crash(other, for: time) }
                try await crash(broker, for: time)
            }
            // A broker that lost its cache has to get it back from the others.
            let rest = isOneByOne ? 12_000 : random.below(4_000)
            try await here.sleep(for: .milliseconds(Int64(rest)))
        }
    }

    private func crash(_ node: Node, for time: Duration) async throws {
        guard node.current.isAlive else { return }
        node.current.crash()
        try await here.sleep(for: time)
        if !node.current.isAlive { node.current.restart() }
    }

    /// A disk makes nothing durable though it says so, until its broker crashes; nobody else may
    /// before that one has everything again.
    private func lie(_ node: Node, for time: Duration) async throws {
        try await trouble(node, for: time) {
            $0.setDiskFaults(lost: 1)
        }
        try await crash(node, for: .seconds(1))
        try await here.sleep(for: .seconds(4))
    }

    /// All lose their power at once, perhaps while their disks are slow.
    private func crashAll(for time: Duration, isSlow: Bool) async throws {
        let brokers = bed.brokers
        if isSlow {
            for broker in brokers { broker.setDiskFaults(slowness: 300) }
            try await here.sleep(for: .milliseconds(700))
        }
        for broker in brokers where broker.current.isAlive { broker.current.crash() }
        try await here.sleep(for: time)
        for broker in brokers {
            broker.setDiskFaults()
            if !broker.current.isAlive { broker.current.restart() }
        }
    }

    /// A leader is cut off, and takes in what nobody copies until others have another leader; then
    /// it is back, and all others fall.
    private func twoFall() async throws {
        let partition = TopicPartition("orders", 0)
        guard let leader = bed.journal.metadata.partitions[partition]?.leader,
            let first = bed.brokers.first(where: { $0.name == leader })
        else { return }
        try await cut(first, for: .seconds(5))
        try await here.sleep(for: .seconds(3))
        let others = bed.brokers.filter { $0.name != leader && $0.current.isAlive }
        for broker in others { broker.current.crash() }
        try await here.sleep(for: .seconds(5))
        for broker in others where !broker.current.isAlive { broker.current.restart() }
    }

    private func trouble(
        _ node: Node,
        for time: Duration,
        _ begin: (Node) -> Void
    ) async throws {
        begin(node)
        try await here.sleep(for: time)
        node.setDiskFaults()
    }

    /// A broker comes, and later another one goes.
    func changeMembers() async throws {
        try await here.sleep(for: .seconds(8))
        bed.cluster.addBroker("broker3")
        try await here.sleep(for: .seconds(10))
        try await bed.cluster.removeBroker("broker1", from: here)
    }

    private func pause(_ node: Node, for time: Duration) async throws {
        guard node.current.isAlive else { return }
        node.current.pause()
        try await here.sleep(for: time)
        if node.current.isAlive { node.current.resume() }
    }

    private func cut(_ node: Node, for time: Duration) async throws {
        let others = (bed.brokers + [bed.controller]).map(\.name).filter { $0 != node.name }
        let name = node.name
        let fault = bed.network.begin(.blocked) { source, destination in
            (source.name == name && others.contains(destination.name))
                || (destination.name == name && others.contains(source.name))
        }
        try await here.sleep(for: time)
        bed.network.end(fault)
    }
}
