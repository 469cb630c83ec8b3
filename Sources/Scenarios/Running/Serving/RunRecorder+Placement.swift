import OrderedCollections
import Simulator

/// What the ring is like, and what its changes did.
extension RunRecorder {
    /// Keys looked up to say what one more server would do.
    private static let resizeKeysMaximum = 10_000

    /// The keys of all requests.
    var keys: [PlacementKey] { cluster.logs.flatMap { $0.entries.map(\.key) } }

    /// Counts, over the keys of the requests, those whose server each change of the ring changed.
    func recordMovement(_ record: inout RunRecord) {
        guard let first = cluster.placement else { return }
        let movement = BalancerChecker.movement(of: keys, cluster.journal, from: first)
        record.metrics.count(MetricKey("keys.moved"), movement.moved)
        record.metrics.count(MetricKey("keys.moved-from-others"), movement.movedFromOthers)
        record.metrics.count(MetricKey("keys.compared"), movement.compared)
        record.metrics.count(MetricKey("ring.changes"), cluster.journal.placementChanges.count)
        record.invariants["keys-move-only-from-the-dead"] = .some(movement.problem)
        guard let ring = first as? SlotRing else { return }
        record.metrics.count(MetricKey("ring.slots"), ring.settings.slots)
        record.metrics.count(MetricKey("ring.slots-occupied"), ring.occupiedSlots)
        record.metrics.count(MetricKey("ring.slots-requested"), ring.distinctRequestSlots)
        record.metrics.count(MetricKey("ring.arc-maximum"), ring.arcMaximum)
        record.metrics.count(MetricKey("ring.failed-probes"), ring.failedProbes)
    }

    /// The placement as it would be with one more server, and the first keys of the requests;
    /// nothing where there is no room for it, or no key.
    var resize: (before: any Placement, after: any Placement, keys: [PlacementKey])? {
        guard let first = cluster.placement else { return nil }
        let keys = Array(keys.prefix(Self.resizeKeysMaximum))
        let before = (first as? BoundedLoad)?.base ?? first
        var after = before
        let member = PlacementMember(name: "one more server", ordinal: before.members.count)
        guard !keys.isEmpty, (try? after.add(member)) != nil else { return nil }
        return (before, after, keys)
    }

    /// Counts what one more server would do to the first keys of the requests, where there is room
    /// for it: how many move, and how many each server then has.
    func recordResize(_ metrics: inout Metrics) {
        guard let (before, after, keys) = resize else { return }
        let movement = KeyMovement(of: keys, from: before, to: after)
        metrics.count(MetricKey("resize.keys"), movement.keys)
        metrics.count(MetricKey("resize.moved"), movement.moved)
        var counts = [Int](repeating: 0, count: after.members.count)
        for key in keys {
            if let owner = after.ownerIndex(of: key) { counts[owner] += 1 }
        }
        for (member, count) in zip(after.members, counts) {
            metrics.count(MetricKey("resize.load", .init("server", member.name)), count)
        }
    }

    /// The ring in words, for the report.
    func placementFigures() -> OrderedDictionary<String, String> {
        var figures: OrderedDictionary<String, String> = [:]
        guard let placement = cluster.placement else { return figures }
        figures["algorithm"] = placement.name
        guard let ring = placement as? SlotRing else { return figures }
        figures["slots"] = String(ring.settings.slots)
        figures["slots occupied"] = String(ring.occupiedSlots)
        figures["failed probes"] = String(ring.failedProbes)
        figures["largest arc"] = String(ring.arcMaximum)
        figures["slots that requests reach"] = String(ring.distinctRequestSlots)
        return figures
    }

    /// Whether the requests answered by each server are a sample of the placement's exact shares.
    ///
    /// The shares are those of ids that are drawn evenly. Keys of another law, requests that no
    /// server answered, and servers that came or went give other counts from a placement that is
    /// right.
    func isSampleOfShares(_ metrics: Metrics) -> Bool {
        let isEven = cluster.cell.scenario.workload.allSatisfy { workload in
            guard case .requests(let requests) = workload else { return true }
            return requests.key == .sixDigitIDs
        }
        return isEven && cluster.journal.placementChanges.isEmpty
            && metrics.total("requests.completed") == metrics.total("requests.sent")
    }
}
