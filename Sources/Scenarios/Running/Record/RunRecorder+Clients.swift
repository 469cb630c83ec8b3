import OrderedCollections
import Simulator

/// How the clients of proxies fared.
extension RunRecorder {
    func recordClients(_ record: inout RunRecord) {
        let scenario = cluster.cell.scenario
        guard scenario.watchesClients, let serving = cluster.serving,
            let journals = serving.proxy?.journals
        else { return }
        for figures in journals.map(\.clients) {
            record.metrics.count(MetricKey("clients.most"), figures.mostOpen)
            record.metrics.count(MetricKey("clients.refused"), figures.refused)
            record.metrics.count(MetricKey("clients.unconnected"), figures.withoutConnection)
            record.metrics.count(MetricKey("clients.header-timeouts"), figures.headerTimeouts)
            if scenario.cluster.proxy?.tls != nil {
                record.metrics.count(MetricKey("tls.handshakes"), figures.handshakes)
                record.metrics.count(MetricKey("tls.resumptions"), figures.resumptions)
            }
            if scenario.cluster.proxy?.gzip != nil {
                record.metrics.count(MetricKey("gzip.responses"), figures.gzipped)
                record.metrics.count(MetricKey("gzip.bytes-before"), figures.bytesBefore)
                record.metrics.count(MetricKey("gzip.bytes-after"), figures.bytesAfter)
            }
        }
        if serving.scaling == nil { recordUse(of: serving.meters, &record) }
        let problems = journals.flatMap(\.clients.problems)
        record.invariants["client-connections-in-bounds"] = .some(
            problems.isEmpty ? nil : problems.joined(separator: "; ")
        )
    }
}
