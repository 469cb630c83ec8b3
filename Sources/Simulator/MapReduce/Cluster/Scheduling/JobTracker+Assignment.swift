import OrderedCollections

extension JobTracker {
    /// Gives tasks that are due to free workers: in every job first those whose input is at hand
    /// where a worker is free, then the others.
    mutating func schedule(_ now: VirtualInstant) {
        for identifier in running {
            guard let job = jobs[identifier], job.isWhole else { continue }
            let kind: TaskKind = job.areMapsDone ? .reduce : .map
            if kind == .map, isThrottled(job) { continue }
            let due = job.tasks(kind).filter { $0.status == .pending && $0.notBefore <= now }
            if due.isEmpty { continue }
            let elsewhere = kind == .map ? assignLocally(due, now) : due
            let allowed = elsewhere.filter { $0.places.isEmpty || mayGoElsewhere(identifier, now) }
            for task in allowed {
                guard let worker = freeWorker(for: task.identifier, not: nil),
                    assign(task, to: worker, now)
                else { break }
            }
        }
    }

    /// Gives those of `tasks` to workers whose input is at hand where one is free.
    ///
    /// - Returns: The others.
    private mutating func assignLocally(
        _ tasks: [TrackedTask],
        _ now: VirtualInstant
    ) -> [TrackedTask] {
        var others: [TrackedTask] = []
        for task in tasks {
            let places = task.places
            let worker =
                places.isEmpty
                ? nil
                : freeWorker(for: task.identifier, not: nil) { worker in
                    places.contains { $0.isOf(zone: worker.zone, machine: worker.machine) }
                }
            if let worker, assign(task, to: worker, now) {
                jobs[task.identifier.job]?.waitsSince = nil
            } else {
                others.append(task)
            }
        }
        return others
    }

    /// Whether a job has waited for long enough for a worker where its input is.
    ///
    /// Source: Zaharia et al., "Delay Scheduling: A Simple Technique for Achieving Locality and
    /// Fairness in Cluster Scheduling", EuroSys 2010, algorithm 2.
    private mutating func mayGoElsewhere(_ job: String, _ now: VirtualInstant) -> Bool {
        guard let since = jobs[job]?.waitsSince else {
            jobs[job]?.waitsSince = now
            return settings.localityWait == .zero
        }
        return since.duration(to: now) >= settings.localityWait
    }

    /// Starts a task on a worker; false where its job runs as many as it may.
    private mutating func assign(
        _ task: TrackedTask,
        to worker: String,
        _ now: VirtualInstant
    ) -> Bool {
        let identifier = task.identifier
        if identifier.kind == .map, runningMaps(of: identifier.job) >= settings.concurrentMaps {
            return false
        }
        start(identifier, on: worker, isSpeculative: false, now)
        return true
    }

    private func runningMaps(of job: String) -> Int {
        jobs[job]?.maps.reduce(0) { $0 + $1.attempts.count } ?? 0
    }

    /// Whether a job has to wait with its map tasks until another one has emptied the shuffle.
    private func isThrottled(_ job: TrackedJob) -> Bool {
        guard job.maps.allSatisfy({ $0.lastAttempt == 0 }) else { return false }
        let others = running.compactMap { $0 == job.identifier ? nil : jobs[$0] }
        guard others.contains(where: \.areMapsDone) else { return false }
        return others.reduce(0) { $0 + $1.pairsInShuffle } > settings.queueDepthMaximum
    }

    /// A worker of the right kind that has nothing to do.
    func freeWorker(
        for task: TaskIdentifier,
        not excluded: String?,
        where isWanted: (TrackedWorker) -> Bool = { _ in true }
    ) -> String? {
        let free = workers.values.filter {
            $0.kind == task.kind && $0.isFree && $0.name != excluded && isWanted($0)
        }
        switch settings.assignment {
        case .leastRecentlyUsed:
            return free.min { ($0.idleSince, $0.name) < ($1.idleSince, $1.name) }?.name
        case .consistentHash:
            return RendezvousWeight.first(of: free.map(\.name), for: "\(task)")
        }
    }
}

/// Rendezvous hashing of names: each key goes to the node with the greatest hash of both, so that
/// few keys move when nodes come and go.
///
/// Source: Thaler and Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", 1998.
enum RendezvousWeight {
    /// The node of `key`; nothing where there is none.
    static func first(of nodes: [String], for key: String) -> String? {
        nodes.max { (weight(key, $0), $0) < (weight(key, $1), $1) }
    }

    private static func weight(_ key: String, _ node: String) -> UInt64 {
        var bytes = Array("\(key)@\(node)".utf8)
        return bytes.withUnsafeMutableBytes {
            XXHash64(seed: 0).hash(UnsafeRawBufferPointer($0))
        }
    }
}
