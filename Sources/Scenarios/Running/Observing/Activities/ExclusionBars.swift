import Simulator

/// The times in which a proxy left servers alone, for each reason by itself.
struct ExclusionBars {
    /// Why a server was left alone.
    private struct Reason: Hashable {
        let server: String
        let change: ProxyJournal.HealthChange
    }

    private let proxy: String?
    private(set) var all: [Activity] = []
    private var open: [Reason: Int] = [:]
    /// The servers that are left alone, with the number of reasons.
    private(set) var excluded: [String: Int] = [:]

    /// None yet, of the proxy of this name, where there are several.
    init(of proxy: String?) {
        self.proxy = proxy
    }

    /// Goes on with what the proxy noted next.
    mutating func add(_ entry: ProxyJournal.HealthEntry) {
        for ended in entry.change.ended {
            let reason = Reason(server: entry.server, change: ended)
            guard let place = open.removeValue(forKey: reason) else { continue }
            all[place].end = entry.instant.ordinate
            let left = (excluded[entry.server] ?? 1) - 1
            excluded[entry.server] = left > 0 ? left : nil
        }
        guard entry.change.isExclusion else { return }
        let reason = Reason(server: entry.server, change: entry.change)
        // Several groups may have the same server, and a server may fail again while it is out.
        guard open[reason] == nil else { return }
        open[reason] = all.count
        excluded[entry.server, default: 0] += 1
        all.append(
            Activity(
                .excluded,
                of: entry.server,
                entry.change.reason,
                group: proxy,
                begin: entry.instant.ordinate,
                end: nil
            )
        )
    }
}

extension ProxyJournal.HealthChange {
    /// Why a server is left alone, in a few words.
    fileprivate var reason: String {
        rawValue.hasPrefix("out of rotation: ")
            ? String(rawValue.dropFirst("out of rotation: ".count)) : rawValue
    }

    /// The reasons that are none any more.
    fileprivate var ended: [Self] {
        switch self {
        case .recovered: [.failed]
        case .checkedHealthy: [.checkedUnhealthy]
        case .readmitted: [.ejected]
        case .added: [.removed, .leftOut]
        case .enabled: [.drained, .down]
        case .reinstated: [.failed, .checkedUnhealthy, .ejected]
        case .removed, .leftOut: [.failed, .checkedUnhealthy, .ejected, .drained, .down]
        case .failed, .checkedUnhealthy, .ejected, .drained, .down: []
        }
    }
}
