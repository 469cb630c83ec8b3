import Simulator

/// What happened when, and what did not.
extension RunRecorder {
    /// Everything that happened, in order: `others`, faults, and changes of the ring.
    func timeline(with others: [RunRecord.TimelineEntry]) -> [RunRecord.TimelineEntry] {
        var entries = others
        entries += (injected { $0.entries } ?? []).map {
            .init(instant: $0.instant, subject: $0.subject, event: $0.event)
        }
        for change in cluster.journal.placementChanges {
            if let left = change.left {
                entries.append(
                    .init(instant: change.instant, subject: left, event: "left the ring")
                )
            }
            if let joined = change.joined {
                entries.append(
                    .init(instant: change.instant, subject: joined, event: "joined the ring")
                )
            }
        }
        entries += jobEntries
        entries += deploymentEntries
        entries += scalingEntries
        let proxies = cluster.cell.scenario.cluster.proxy?.names ?? []
        for (name, journal) in zip(proxies, cluster.serving?.proxy?.journals ?? []) {
            entries += journal.health.map {
                .init(instant: $0.instant, subject: $0.server, event: $0.change.rawValue)
            }
            entries += journal.breakers.map {
                .init(
                    instant: $0.instant,
                    subject: name,
                    event: "\($0.state.event) of upstream \($0.upstream)"
                )
            }
            entries += journal.reloads.map {
                .init(instant: $0, subject: name, event: "read a new configuration")
            }
        }
        entries += (cluster.serving?.proxy?.addressJournal?.entries ?? []).map {
            .init(instant: $0.instant, subject: $0.node, event: $0.event.rawValue)
        }
        for (instant, error) in cluster.journal.errors {
            entries.append(.init(instant: instant, subject: "balancer", event: error.description))
        }
        return entries.enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
            .map(\.element)
    }

    /// What is worth telling of jobs: who leads, who is lost, what fails and what ends.
    private var jobEntries: [RunRecord.TimelineEntry] {
        guard let journal = cluster.mapReduce?.cluster.journal else { return [] }
        let leaders = journal.leaders.map { leader in
            RunRecord.TimelineEntry(
                instant: leader.instant,
                subject: leader.name,
                event: "leads, in term \(leader.epoch)"
            )
        }
        return leaders
            + journal.entries.compactMap { entry in
                guard let (subject, event) = Self.words(entry.event) else { return nil }
                return .init(instant: entry.instant, subject: subject, event: event)
            }
    }

    private static func words(_ event: JobEvent) -> (subject: String, event: String)? {
        switch event {
        case .failed(let attempt, let reason): ("\(attempt)", "failed: \(reason)")
        case .workerLost(let worker, _): (worker, "taken for dead")
        case .finished(let job, let status, _): (job, status.rawValue)
        case .submitted, .started, .placed, .completed, .duplicate, .lost, .outputLost: nil
        }
    }

    /// Faults that did nothing and configurations that nobody read, by their numbers in the file,
    /// from 0 as in paths.
    func idleNotes() -> [String] {
        let end = TimeText.exact(VirtualInstant.zero.duration(to: outcome.instant))
        var notes = cluster.swarm.map { [$0.banner] } ?? []
        // Those that a swarm drew stand nowhere in the file.
        let faults = (injected { $0.progress } ?? []).prefix(cluster.cell.scenario.faults.count)
        for (index, progress) in faults.enumerated() {
            let fault = "fault \(index) (faults.\(index))"
            if progress.begun == 0 {
                notes.append("\(fault) never began: the run ended at \(end)")
            } else if progress.hits == 0 {
                notes.append("\(fault) hit nothing: whom it selects was not up")
            }
        }
        let reloads = cluster.cell.scenario.cluster.proxy?.reloads ?? []
        for (index, reload) in reloads.enumerated()
        where .zero.advanced(by: reload.at) > outcome.instant {
            let reload = "reload \(index) (cluster.proxy.reloads.\(index))"
            notes.append("\(reload) never came: the run ended at \(end)")
        }
        return notes
    }
}

extension CircuitBreaker.State {
    /// What happened when a breaker came to be so.
    fileprivate var event: String {
        switch self {
        case .closed: "closes the breaker"
        case .open: "opens the breaker"
        case .halfOpen: "tries the breaker"
        }
    }
}
