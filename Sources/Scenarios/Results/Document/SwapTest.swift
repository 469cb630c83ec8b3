import Simulator

/// Which of the two hashes of a ring makes the load uneven: each is replaced alone, then both.
///
/// Found in a matrix that has the four combinations of two request hashes with two server hashes,
/// everything else alike.
public struct SwapTest: Equatable, Sendable {
    /// The hashes that are replaced: the name of both, or `request/server`.
    public var original = ""
    /// The hash that replaces them.
    public var replacement = ""
    /// A row for each number of servers.
    public var rows: [Row] = []

    /// The four coefficients of variation of the load for one number of servers.
    public struct Row: Equatable, Sendable {
        /// How many servers.
        public var servers = 0
        /// With the hashes as they were.
        public var neither = 0.0
        /// With another hash of requests.
        public var requests = 0.0
        /// With another hash of servers.
        public var placement = 0.0
        /// With both replaced.
        public var both = 0.0

        /// A row of nothing.
        public init() {}
    }

    /// A test of nothing.
    public init() {}

    /// The test in the cells of a result; nothing where they do not contain one.
    init?(in result: ScenarioResult) {
        let rings = result.cells.compactMap { cell -> (CellResult, RingSpecification)? in
            guard case .ring(let ring)? = cell.scenario.cluster.balancer?.placement else {
                return nil
            }
            return (cell, ring)
        }
        guard let first = rings.first?.1 else { return nil }
        let (request, server) = (first.requestHash.rawValue, first.serverHash.rawValue)
        original = request == server ? request : "\(request)/\(server)"
        let candidates = rings.map(\.1.requestHash)
        for candidate in candidates where candidate != first.requestHash {
            let found = Self.rows(rings, first, candidate)
            guard !found.isEmpty else { continue }
            replacement = candidate.rawValue
            rows = found
            return
        }
        return nil
    }

    private static func rows(
        _ rings: [(CellResult, RingSpecification)],
        _ first: RingSpecification,
        _ replacement: HashName
    ) -> [Row] {
        var sizes: [Int] = []
        for (cell, _) in rings where !sizes.contains(cell.scenario.cluster.serverNames.count) {
            sizes.append(cell.scenario.cluster.serverNames.count)
        }
        return sizes.compactMap { size -> Row? in
            let variation = { (request: HashName, server: HashName) -> Double? in
                var wanted = first
                wanted.requestHash = request
                wanted.serverHash = server
                let cell = rings.first {
                    $0.1 == wanted && $0.0.scenario.cluster.serverNames.count == size
                }
                return cell?.0.figures.load?.coefficientOfVariation
            }
            guard let neither = variation(first.requestHash, first.serverHash),
                let requests = variation(replacement, first.serverHash),
                let placement = variation(first.requestHash, replacement),
                let both = variation(replacement, replacement)
            else {
                return nil
            }
            var row = Row()
            row.servers = size
            row.neither = neither
            row.requests = requests
            row.placement = placement
            row.both = both
            return row
        }
    }
}

extension SwapTest {
    /// The test with as many digits as a file has.
    var asSaved: SwapTest {
        var saved = self
        for index in saved.rows.indices {
            for path in [\Row.neither, \.requests, \.placement, \.both] {
                saved.rows[index][keyPath: path] =
                    saved.rows[index][keyPath: path].asSaved ?? 0
            }
        }
        return saved
    }
}
