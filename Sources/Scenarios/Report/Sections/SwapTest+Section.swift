import Simulator

extension SwapTest {
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
        return ReportSection(
            title: "Swap test: CV after replacing \(original) by \(replacement)",
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
