import Simulator

/// Checks that placements have room for what they place, and can do without what goes.
struct PlacementChecks {
    let cluster: ClusterSpecification
    /// The tree from which it was read.
    let tree: YAMLNode

    /// Notes what does not fit.
    func run(_ reading: inout Reading) {
        if let balancer = cluster.balancer {
            checkRoom(
                of: balancer.placement,
                for: (cluster.serverNames.count, "servers"),
                at: ["cluster", "balancer", "placement"],
                &reading
            )
        }
        guard let queue = cluster.queue, case .hashed(let placement) = queue.shards else { return }
        let path = ["cluster", "queue", "shards", "hashed"]
        let count = queue.brokers + queue.changes.count { $0.added != nil }
        checkRoom(of: placement, for: (count, "brokers"), at: path, &reading)
        checkRemovals(queue, placement, &reading)
    }

    private func checkRoom(
        of placement: PlacementSpecification,
        for members: (count: Int, name: String),
        at path: [String],
        _ reading: inout Reading
    ) {
        let (count, name) = members
        switch placement {
        case .boundedLoad(_, let inner):
            checkRoom(of: inner, for: members, at: path + ["bounded-load", "of"], &reading)
        case .ring(let ring) where ring.virtualNodes * count > ring.slots:
            report(
                "\(count) \(name) with \(ring.virtualNodes) places each do not fit",
                at: path + ["ring", "slots"],
                "at least \(NumberText.written(ring.virtualNodes * count)) slots",
                &reading
            )
        case .anchor(let capacity, _) where capacity < count:
            report(
                "\(count) \(name) do not fit",
                at: path + ["anchor", "capacity"],
                "a capacity of at least \(count)",
                &reading
            )
        case .maglev(let table, _) where table < count:
            report(
                "\(count) \(name) do not fit",
                at: path + ["maglev", "table"],
                "a table of at least as many entries",
                &reading
            )
        default: break
        }
    }

    /// Jump hashing can only do without whoever came last.
    private func checkRemovals(
        _ queue: QueueSpecification,
        _ placement: PlacementSpecification,
        _ reading: inout Reading
    ) {
        guard placement.isJump else { return }
        var present = queue.brokerNames
        for (index, change) in queue.changes.enumerated().sorted(by: {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }) {
            if let name = change.added { present.append(name) }
            guard let name = change.removed else { continue }
            if name != present.last {
                report(
                    "jump hashing cannot do without \(Shortened.text(name))",
                    at: ["cluster", "queue", "changes", String(index)],
                    "the broker that came last, or another placement",
                    &reading
                )
            }
            present.removeAll { $0 == name }
        }
    }

    private func report(
        _ problem: String,
        at path: [String],
        _ expected: String,
        _ reading: inout Reading
    ) {
        reading.report(problem, in: tree, at: path, expected: expected)
    }
}

extension PlacementSpecification {
    /// Whether it is jump hashing, also with bounded loads.
    fileprivate var isJump: Bool {
        switch self {
        case .jump: true
        case .boundedLoad(_, let inner): inner.isJump
        default: false
        }
    }
}
