/// How traffic is divided over levels of priority as their servers become unhealthy, and which
/// levels disregard health: Envoy's priorities and panic threshold.
///
/// A level counts for more than the part of its servers that is healthy, by the overprovisioning
/// factor: it loses no traffic before nearly a third of it is gone. Only where all levels together
/// count for less than everything does the panic threshold matter.
/// Source: Envoy, `docs/root/intro/arch_overview/upstream/load_balancing/priority.rst`,
/// `panic_threshold.rst`.
public struct PriorityLoads: Hashable, Sendable {
    /// One level.
    public struct Level: Hashable, Sendable {
        /// Servers that can be used.
        public var healthy: Int
        /// All servers.
        public var total: Int

        /// A level with so many servers.
        public init(healthy: Int, total: Int) {
            self.healthy = healthy
            self.total = total
        }
    }

    /// The percentage of the traffic for each level; they add up to 100, or to 0 where no level can
    /// be used.
    public let percentages: [Int]
    /// Whether each level sends to all its servers, whatever their health.
    public let isPanicking: [Bool]
    /// What all levels count for together, at most 100.
    public let normalizedTotal: Int

    /// The division over levels, the first one first.
    public init(_ levels: [Level], panicPercent: Int = 50, overprovisioningPercent: Int = 140) {
        let health = levels.map { level in
            level.total == 0
                ? 0 : min(100, overprovisioningPercent * level.healthy / level.total)
        }
        let normalized = min(100, health.reduce(0, +))
        normalizedTotal = normalized
        isPanicking = levels.map { level in
            normalized < 100 && level.total > 0
                && level.healthy * 100 < panicPercent * level.total
        }
        guard normalized > 0 else {
            // All unhealthy: everything to the first level that panics.
            let first = isPanicking.firstIndex(of: true)
            percentages = levels.indices.map { $0 == first ? 100 : 0 }
            return
        }
        var rest = 100
        var percentages = health.map { health in
            let part = min(rest, health * 100 / normalized)
            rest -= part
            return part
        }
        // What rounding left over goes to the first level that has any.
        if let first = health.firstIndex(where: { $0 > 0 }) { percentages[first] += rest }
        self.percentages = percentages
    }

    /// The level for a draw below 100; none where no level can be used.
    public func level(for draw: Int) -> Int? {
        var rest = draw
        for (level, percentage) in percentages.enumerated() {
            if rest < percentage { return level }
            rest -= percentage
        }
        return nil
    }
}
