import OrderedCollections
import Simulator

/// What lasted: faults, nodes that were down, servers that were out of rotation, deployments.
///
/// Who led stands in `RunRecorder+Leaderships.swift`, jobs and tasks in
/// `RunRecorder+TaskActivities.swift`.
extension RunRecorder {
    /// Everything that lasted, as far as it is kept.
    func activities(_ record: RunRecord, _ limits: ActivityCollector.Limits) -> ActivityCollector {
        var collector = ActivityCollector(limits)
        let outages = cluster.simulation.outages
        let faults = injected { $0.entries } ?? []
        collector.add(.fault, faultActivities(faults, outages))
        collector.add(.down, downActivities(faults, outages))
        collector.add(.excluded, exclusions)
        collector.add(.leadership, leaderships(outages))
        collector.add(.deployment, deploymentActivities)
        collector.add(.job, jobActivities(record.jobs))
        collector.add(.task, taskActivities) { $0.outcome != TaskBars.completed }
        return collector
    }

    // MARK: Faults

    /// The faults, each from its beginning to its end; of faults that are alike and hit the same
    /// the first to begin is the first to end.
    private func faultActivities(
        _ entries: [FaultInjector.Entry],
        _ outages: [NodeOutage]
    ) -> [Activity] {
        var activities: [Activity] = []
        var open: [FaultKey: [Int]] = [:]
        for entry in entries {
            let ended =
                entry.event.hasPrefix(Self.endPrefix)
                ? String(entry.event.dropFirst(Self.endPrefix.count)) : nil
            if let ended {
                let key = FaultKey(subject: entry.subject, name: ended)
                guard let first = open[key]?.first else { continue }
                open[key]?.removeFirst()
                activities[first].end = entry.instant.ordinate
                continue
            }
            let begin = entry.instant.ordinate
            let isInstant = entry.event == Fault.restart.name
            let key = FaultKey(subject: entry.subject, name: entry.event)
            if !isInstant { open[key, default: []].append(activities.count) }
            activities.append(
                Activity(
                    .fault,
                    of: entry.subject,
                    entry.event,
                    begin: begin,
                    end: isInstant ? begin : nil
                )
            )
        }
        // Something else may have booted a node before its crash was to end, or instead of that.
        let crashes = [Fault.crash.name, Fault.kill.name]
        for place in activities.indices where crashes.contains(activities[place].name) {
            let outage = outages.first {
                $0.node == activities[place].subject
                    && $0.began.ordinate == activities[place].begin
            }
            guard let end = outage?.ended?.ordinate else { continue }
            activities[place].end = min(end, activities[place].end ?? end)
        }
        return activities
    }

    private struct FaultKey: Hashable {
        let subject: String
        let name: String
    }

    /// What the injector writes before the name of a fault that ends.
    private static let endPrefix = "end of "

    // MARK: Nodes

    /// The times in which nodes were down, by the name of what did it: a fault, or `stopped` where
    /// the system itself did, or ran out of memory.
    private func downActivities(
        _ faults: [FaultInjector.Entry],
        _ outages: [NodeOutage]
    ) -> [Activity] {
        let names = Dictionary(
            faults.filter(\.endsNode).map {
                (Crash(node: $0.subject, instant: $0.instant), $0.event)
            },
            uniquingKeysWith: { first, _ in first }
        )
        return outages.compactMap { outage -> Activity? in
            guard outage.ended != outage.began else { return nil }
            return Activity(
                .down,
                of: outage.node,
                names[Crash(node: outage.node, instant: outage.began)] ?? "stopped",
                begin: outage.began.ordinate,
                end: outage.ended?.ordinate
            )
        }
    }

    private struct Crash: Hashable {
        let node: String
        let instant: VirtualInstant
    }

    // MARK: Servers

    /// The times in which proxies left servers alone, for each reason by itself.
    private var exclusions: [Activity] {
        let names = cluster.cell.scenario.cluster.proxy?.names ?? []
        let journals = cluster.serving?.proxy?.journals ?? []
        return zip(names, journals).flatMap { name, journal in
            var bars = ExclusionBars(of: names.count > 1 ? name : nil)
            for entry in journal.health { bars.add(entry) }
            return bars.all
        }
    }

    // MARK: Deployments

    /// Each deployment, and the turn of each of its servers.
    private var deploymentActivities: [Activity] {
        cluster.deployments.enumerated().flatMap { number, deployment -> [Activity] in
            let deployer = Scenario.deployerName(number)
            let journal = deployment.journal
            let name = journal.deployment ?? deployer
            guard let first = journal.entries.first else { return [] }
            var bars = [
                Activity(
                    .deployment,
                    of: deployer,
                    name,
                    begin: first.instant.ordinate,
                    end: journal.end?.instant.ordinate,
                    outcome: journal.end?.result.rawValue
                )
            ]
            var open: [String: Int] = [:]
            for entry in journal.entries {
                if let outcome = entry.event.outcome, let place = open[entry.server] {
                    bars[place].end = entry.instant.ordinate
                    bars[place].outcome = outcome
                }
                guard entry.event == .began else { continue }
                open[entry.server] = bars.count
                bars.append(
                    Activity(
                        .deployment,
                        of: entry.server,
                        name,
                        group: deployer,
                        begin: entry.instant.ordinate,
                        end: journal.end?.instant.ordinate
                    )
                )
            }
            return bars
        }
    }
}

extension DeploymentJournal.Event {
    /// What becomes of the turn of a server with it; nothing where the turn goes on.
    fileprivate var outcome: String? {
        switch self {
        case .accepted: "accepted"
        case .rejected: "rejected"
        case .kept: "kept"
        case .unreachable: "unreachable"
        case .began, .drained, .idle, .confirmed, .drainTimedOut, .transferred, .transferFailed,
            .restarted, .healthy, .unhealthy, .putBack:
            nil
        }
    }
}

extension VirtualInstant {
    /// Nanoseconds since the start, as charts have them.
    var ordinate: Int { Int(clamping: nanoseconds) }
}
