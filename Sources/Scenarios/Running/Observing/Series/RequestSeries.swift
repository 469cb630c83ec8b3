import OrderedCollections
import Simulator

/// What requests did over time: how many came and ended, how long they took, and who answered.
///
/// It holds all requests, also those of a warm-up, which figures leave out.
struct RequestSeries {
    /// What one server did.
    private struct Server {
        var completed: WindowCounts
        var failed: WindowCounts
        var latencies: WindowDurations
    }

    /// How many servers are told apart: the first ones of the scenario, then those that come.
    static let serversMaximum = 12

    private let windows: TimeWindows
    private let gateway: String
    private var sent: WindowCounts
    private var completed: WindowCounts
    private var failed: WindowCounts
    private var underWay: WindowCounts
    private var latencies: WindowDurations
    private var servers: [Server] = []
    private var places: OrderedDictionary<String, Int> = [:]

    /// No requests yet; of `servers` as many are told apart as can be.
    ///
    /// - Parameter gateway: Who answered where no server did.
    init(_ windows: TimeWindows, of servers: [String], gateway: String) {
        self.windows = windows
        self.gateway = gateway
        sent = WindowCounts(windows)
        (completed, failed, underWay) = (sent, sent, sent)
        latencies = WindowDurations(windows)
        for name in servers { _ = place(of: name) }
    }

    /// Adds a request.
    mutating func add(_ entry: RequestLog.Entry) {
        sent.add(at: entry.intended)
        underWay.add(at: entry.intended)
        guard let first = entry.first else { return }
        underWay.add(-1, at: first.instant)
        guard case .response(let status, let name) = first.end else {
            failed.add(at: first.instant)
            return
        }
        let isCompleted = (200..<400).contains(status)
        var place: Int?
        if let name { place = self.place(of: name) }
        guard isCompleted else {
            failed.add(at: first.instant)
            if let place { servers[place].failed.add(at: first.instant) }
            return
        }
        let latency = entry.intended.duration(to: first.instant)
        completed.add(at: first.instant)
        latencies.add(latency, at: first.instant)
        guard let place else { return }
        servers[place].completed.add(at: first.instant)
        servers[place].latencies.add(latency, at: first.instant)
    }

    /// The place of a server among those that are told apart; nothing where it is none of them.
    private mutating func place(of server: String) -> Int? {
        if let known = places[server] { return known }
        guard servers.count < Self.serversMaximum, server != gateway else { return nil }
        places[server] = servers.count
        servers.append(
            Server(
                completed: WindowCounts(windows),
                failed: WindowCounts(windows),
                latencies: WindowDurations(windows)
            )
        )
        return servers.count - 1
    }

    /// All series.
    var all: [TimeSeries] {
        var ended = completed
        ended.add(failed)
        var all = [
            sent.rate(of: "requests.sent"), completed.rate(of: "requests.completed"),
            failed.rate(of: "requests.failed"), completed.part(of: ended, as: "availability"),
            underWay.level(of: "requests.under-way"),
        ]
        all += latencies.series(of: "latency")
        guard places.count > 1 else { return all }
        for (name, place) in places {
            let labels = [MetricReference.Label(name: "server", value: name)]
            let server = servers[place]
            all.append(server.completed.rate(of: "requests.completed", labels))
            if !server.failed.isEmpty {
                all.append(server.failed.rate(of: "requests.failed", labels))
            }
            all += server.latencies.series(of: "latency", labels, WindowDurations.tail)
        }
        return all
    }
}

/// What the requests of a workload that has a name did.
struct NamedRequestSeries {
    private let name: String
    private var completed: WindowCounts
    private var latencies: WindowDurations

    /// The requests of `log`, whose workload is called `name`.
    init(_ windows: TimeWindows, of log: RequestLog, _ name: String) {
        self.name = name
        completed = WindowCounts(windows)
        latencies = WindowDurations(windows)
        for entry in log.entries {
            guard let end = entry.first, case .response(let status, _) = end.end,
                (200..<400).contains(status)
            else { continue }
            completed.add(at: end.instant)
            latencies.add(entry.intended.duration(to: end.instant), at: end.instant)
        }
    }

    /// All series.
    var all: [TimeSeries] {
        let labels = [MetricReference.Label(name: "name", value: name)]
        return [completed.rate(of: "workload.completed", labels)]
            + latencies.series(of: "workload-latency", labels, WindowDurations.middleAndTail)
    }
}
