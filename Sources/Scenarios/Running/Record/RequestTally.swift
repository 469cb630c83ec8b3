import OrderedCollections
import Simulator

/// Counts requests by how they ended, and times those that were answered.
///
/// An answer that is no success and no redirection is a failure. Names and labels are made once for
/// all requests that ended alike, so that a million requests cost little more than their latencies.
struct RequestTally {
    /// How requests ended.
    private struct Outcome: Hashable {
        /// Who answered, where it is known.
        var server: String?
        /// The status, or the error in words.
        var status: String
        var isCompleted: Bool
    }

    private struct Figures {
        var count = 0
        var latency: DurationHistogram?
    }

    private var sent = 0
    private var lost = 0
    private var outcomes: OrderedDictionary<Outcome, Figures> = [:]
    /// Where requests with the same response were counted last: most are like one of a few.
    private var recent: [(end: RequestLog.End, place: Int)] = []
    private let servers: [String]
    private let gateway: String

    /// How many kinds of responses are remembered.
    private static let recentMaximum = 8

    /// A tally of nothing; each of `servers` is told of, also where it answered nothing.
    ///
    /// - Parameter gateway: Who answered where no server did.
    init(of servers: [String], gateway: String) {
        self.servers = servers
        self.gateway = gateway
    }

    /// Counts one request.
    ///
    /// - Parameters:
    ///   - isCounted: Whether it began after the warm-up; one that is lost counts all the same.
    ///   - cut: When the run was cut short, if it was.
    mutating func add(_ entry: RequestLog.Entry, isCounted: Bool, cutAt cut: VirtualInstant?) {
        if isCounted { sent += 1 }
        guard let first = entry.first else {
            if cut.map({ entry.isUnderWay(at: $0) }) != true { lost += 1 }
            return
        }
        guard isCounted else { return }
        let place = place(of: first.end)
        outcomes.values[place].count += 1
        outcomes.values[place].latency?.record(entry.intended.duration(to: first.instant))
    }

    private mutating func place(of end: RequestLog.End) -> Int {
        if let known = recent.first(where: { $0.end == end }) { return known.place }
        let outcome: Outcome
        switch end {
        case .response(let status, let server) where (200..<400).contains(status):
            let name = server ?? gateway
            outcome = Outcome(server: name, status: String(status), isCompleted: true)
        case .response(let status, let server):
            outcome = Outcome(server: server, status: String(status), isCompleted: false)
        case .error(let error):
            outcome = Outcome(server: nil, status: error.description, isCompleted: false)
        }
        if outcomes[outcome] == nil {
            let latency = outcome.isCompleted ? DurationHistogram() : nil
            outcomes[outcome] = Figures(latency: latency)
        }
        let place = outcomes.index(forKey: outcome) ?? 0
        if recent.count < Self.recentMaximum { recent.append((end, place)) }
        return place
    }

    /// Adds everything to the metrics of a run.
    func count(in metrics: inout Metrics) {
        for name in servers { metrics.count(.completed(server: name, status: "200"), 0) }
        metrics.count(MetricKey("requests.sent"), sent)
        metrics.count(MetricKey("requests.lost"), lost)
        metrics.count(MetricKey("requests.failed"), 0)
        for (outcome, figures) in outcomes {
            let status = MetricKey.Label("status", outcome.status)
            if outcome.isCompleted, let server = outcome.server, let latency = figures.latency {
                metrics.count(.completed(server: server, status: outcome.status), figures.count)
                metrics.add(latency, to: MetricKey("latency", .init("server", server)))
            } else if let server = outcome.server {
                metrics.count(
                    MetricKey("requests.failed", .init("server", server), status),
                    figures.count
                )
            } else {
                metrics.count(MetricKey("requests.failed", status), figures.count)
            }
        }
    }
}

extension MetricKey {
    fileprivate static func completed(server: String, status: String) -> MetricKey {
        MetricKey("requests.completed", .init("server", server), .init("status", status))
    }
}
