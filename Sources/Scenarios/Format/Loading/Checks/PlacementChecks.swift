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
            reading.report(
                "\(count) \(name) with \(ring.virtualNodes) places each do not fit",
                in: tree,
                at: path + ["ring", "slots"],
                expected: "at least \(NumberText.written(ring.virtualNodes * count)) slots"
            )
        case .anchor(let capacity, _) where capacity < count:
            reading.report(
                "\(count) \(name) do not fit",
                in: tree,
                at: path + ["anchor", "capacity"],
                expected: "a capacity of at least \(count)"
            )
        case .maglev(let table, _) where table < count:
            reading.report(
                "\(count) \(name) do not fit",
                in: tree,
                at: path + ["maglev", "table"],
                expected: "a table of at least as many entries"
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
                reading.report(
                    "jump hashing cannot do without \(Shortened.text(name))",
                    in: tree,
                    at: ["cluster", "queue", "changes", String(index)],
                    expected: "the broker that came last, or another placement"
                )
            }
            present.removeAll { $0 == name }
        }
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
