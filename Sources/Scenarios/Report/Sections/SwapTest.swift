import Simulator

/// Which of the two hashes of a ring makes the load uneven: each is replaced alone, then both.
///
/// Found in a matrix that has the four combinations of two request hashes with two server hashes,
/// everything else alike.
struct SwapTest {
    /// The four coefficients of variation for one number of servers.
    private struct Row {
        var servers: Int
        var neither: Double
        var requests: Double
        var both: Double
        var placement: Double
    }

    private let original: (request: HashName, server: HashName)
    private let replacement: HashName
    private var rows: [Row] = []

    /// The test in the cells of a result; nothing where they do not contain one.
    init?(in result: ScenarioResult) {
        let rings = result.cells.compactMap { cell -> (CellResult, RingSpecification)? in
            guard case .ring(let ring)? = cell.scenario.cluster.balancer?.placement else {
                return nil
            }
            return (cell, ring)
        }
        guard let first = rings.first?.1 else { return nil }
        original = (first.requestHash, first.serverHash)
        let candidates = rings.map(\.1.requestHash)
        for candidate in candidates where candidate != first.requestHash {
            let found = Self.rows(rings, first, candidate)
            guard !found.isEmpty else { continue }
            replacement = candidate
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
            return Row(
                servers: size,
                neither: neither,
                requests: requests,
                both: both,
                placement: placement
            )
        }
    }

    /// The section of the report.
    var section: ReportSection {
        let fixed = { (value: Double) in DecimalText.fixed(value, decimals: 3) }
        let table = ReportTable(
            columns: [
                .init(header: "servers"), .init(header: "neither"),
                .init(header: "request hash"), .init(header: "server hash"), .init(header: "both"),
            ],
            rows: rows.map {
                [
                    String($0.servers), fixed($0.neither), fixed($0.requests), fixed($0.placement),
                    fixed($0.both),
                ]
            },
            keyCount: 5
        )
        let name =
            original.request == original.server
            ? original.request.rawValue
            : "\(original.request.rawValue)/\(original.server.rawValue)"
        return ReportSection(
            title: "Swap test: CV after replacing \(name) by \(replacement.rawValue)",
            table: table,
            notes: [conclusion]
        )
    }

    private var conclusion: String {
        let count = Double(rows.count)
        let byRequests = rows.reduce(0.0) { $0 + ($1.requests - $1.neither) } / count
        let byServers = rows.reduce(0.0) { $0 + ($1.placement - $1.neither) } / count
        let signed = { (value: Double) in
            (value < 0 ? "" : "+") + DecimalText.fixed(value, decimals: 3)
        }
        let effects =
            "On average the CV changes by \(signed(byRequests)) with another request hash "
            + "and by \(signed(byServers)) with another server hash"
        guard min(byRequests, byServers) < 0 else { return "\(effects): neither makes the skew." }
        let culprit = byServers < byRequests ? "server" : "request"
        return "\(effects): the \(culprit) hash makes the skew."
    }
}
