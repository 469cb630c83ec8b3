import OrderedCollections
import Simulator

/// Who led, and who held an address.
extension RunRecorder {
    /// The coordinators, the masters of the shuffle, the leaders of shards and the holders of the
    /// proxies' address, each as long as it was there and nobody took over.
    func leaderships(_ outages: [NodeOutage]) -> [Activity] {
        var bars = LeadershipBars(outages)
        if let journal = cluster.mapReduce?.cluster.journal {
            for leader in journal.leaders {
                bars.begin("coordinator", leader.name, "term \(leader.epoch)", leader.instant)
            }
            for change in journal.masters {
                let subject = "shuffle shard \(change.shard)"
                if change.isMaster {
                    bars.begin(subject, change.name, "master of the shard", change.instant)
                } else {
                    bars.end(subject, of: change.name, at: change.instant)
                }
            }
        }
        for entry in cluster.serving?.proxy?.addressJournal?.entries ?? [] {
            let subject = "address \(ClusterSpecification.proxyName)"
            switch entry.event {
            case .tookOver: bars.begin(subject, entry.node, "holds the address", entry.instant)
            case .gaveUp: bars.end(subject, of: entry.node, at: entry.instant)
            }
        }
        for change in cluster.queue?.cluster.journal.leaderships ?? [] {
            let subject = "shard \(change.partition)"
            if let leader = change.leader {
                bars.begin(subject, leader, "term \(change.epoch)", change.instant)
            } else {
                bars.end(subject, at: change.instant)
            }
        }
        return bars.changedFirst
    }
}

/// The times in which nodes led, one at a time for each office.
private struct LeadershipBars {
    private let outages: [String: [NodeOutage]]
    private var bars: [Activity] = []
    /// The bar of each office that lasts.
    private var open: [String: Int] = [:]
    /// How many nodes or terms each office has seen.
    private var counts: [String: Int] = [:]

    init(_ outages: [NodeOutage]) {
        self.outages = Dictionary(grouping: outages, by: \.node)
    }

    /// A node has an office, for another term or instead of another.
    mutating func begin(
        _ office: String,
        _ node: String,
        _ name: String,
        _ instant: VirtualInstant
    ) {
        end(office, at: instant)
        counts[office, default: 0] += 1
        open[office] = bars.count
        // A node that is down leads nothing, whatever others think of it.
        let crash = (outages[node] ?? []).first { $0.began >= instant && $0.ended != $0.began }
        bars.append(
            Activity(
                .leadership,
                of: node,
                name,
                group: office,
                begin: instant.ordinate,
                end: crash?.began.ordinate
            )
        )
    }

    /// Nobody has an office any more, or one node has it no more.
    mutating func end(_ office: String, of node: String? = nil, at instant: VirtualInstant) {
        guard let place = open[office], node == nil || bars[place].subject == node else { return }
        open[office] = nil
        bars[place].end = min(bars[place].end ?? .max, instant.ordinate)
    }

    /// All of them, those of offices first that changed hands: of a thousand shards they matter.
    var changedFirst: [Activity] {
        func isChanged(_ bar: Activity) -> Bool { counts[bar.group ?? "", default: 0] > 1 }
        return bars.filter(isChanged) + bars.filter { !isChanged($0) }
    }
}
