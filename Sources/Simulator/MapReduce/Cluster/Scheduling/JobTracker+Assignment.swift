import OrderedCollections

extension JobTracker {
    /// Gives tasks that are due to free workers: in every job first those whose input is at hand
    /// where a worker is free, then the others.
    ///
    /// - Complexity: for each task that is given away, O(log *n*) in the number of tasks, and
    ///   O(*w*) in that of free workers at most.
    mutating func schedule(_ now: VirtualInstant) {
        for identifier in running {
            guard let kind = kindToSchedule(identifier) else { continue }
            jobs[identifier]?.wake(kind, now)
            guard due(identifier, kind) != nil else { continue }
            if kind == .map { assignLocally(identifier, now) }
            let isAnywhere = !hasDueInPlaces(identifier, kind) || mayGoElsewhere(identifier, now)
            while mayStart(kind, of: identifier),
                let task = due(identifier, kind, anywhere: !isAnywhere),
                let worker = freeWorker(for: task, not: nil)
            {
                start(task, on: worker, isSpeculative: false, now)
            }
        }
    }

    /// Of which kind a job needs tasks done; none where it has to wait.
    private func kindToSchedule(_ identifier: String) -> TaskKind? {
        guard let job = jobs[identifier], job.isWhole else { return nil }
        return job.phase == .map && isThrottled(job) ? nil : job.phase
    }

    /// The first task of a job that is due.
    private func due(
        _ identifier: String,
        _ kind: TaskKind,
        anywhere: Bool = false
    ) -> TaskIdentifier? {
        guard let index = jobs[identifier]?.tasks(kind).firstDue(anywhere: anywhere) else {
            return nil
        }
        return TaskIdentifier(job: identifier, kind: kind, index: index)
    }

    private func hasDueInPlaces(_ identifier: String, _ kind: TaskKind) -> Bool {
        jobs[identifier]?.tasks(kind).hasDueInPlaces ?? false
    }

    /// Whether a job runs, and not as many tasks at a time as it may.
    private func mayStart(_ kind: TaskKind, of identifier: String) -> Bool {
        guard let job = jobs[identifier], job.status == .running else { return false }
        return kind == .reduce || job.maps.attemptCount < settings.concurrentMaps
    }

    /// Gives map tasks to workers whose input is at hand where one is free.
    private mutating func assignLocally(_ identifier: String, _ now: VirtualInstant) {
        while mayStart(.map, of: identifier), hasDueInPlaces(identifier, .map),
            let task = firstLocal(of: identifier)
        {
            let places = self.task(task)?.places ?? []
            let worker = freeWorker(for: task, not: nil) { worker in
                places.contains { $0.isOf(zone: worker.zone, machine: worker.machine) }
            }
            guard let worker else { return }
            start(task, on: worker, isSpeculative: false, now)
            jobs[identifier]?.waitsSince = nil
        }
    }

    /// The first map task that is due whose input is at hand where a worker is free.
    private func firstLocal(of identifier: String) -> TaskIdentifier? {
        guard let maps = jobs[identifier]?.maps else { return nil }
        var first: Int?
        for worker in workers.free(.map) {
            for place in worker.places {
                guard let index = maps.firstDue(in: place) else { continue }
                first = min(first ?? index, index)
            }
        }
        return first.map { TaskIdentifier(job: identifier, kind: .map, index: $0) }
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

    /// Whether a job has to wait with its map tasks until another one has emptied the shuffle.
    private func isThrottled(_ job: TrackedJob) -> Bool {
        guard job.maps.begunCount == 0 else { return false }
        var isReducing = false
        var pairs = 0
        for other in running where other != job.identifier {
            guard let other = jobs[other] else { continue }
            if other.areMapsDone { isReducing = true }
            pairs += other.pairsInShuffle
        }
        return isReducing && pairs > settings.queueDepthMaximum
    }

    /// A worker of the right kind that has nothing to do.
    func freeWorker(
        for task: TaskIdentifier,
        not excluded: String?,
        where isWanted: (TrackedWorker) -> Bool = { _ in true }
    ) -> String? {
        var candidates: [String] = []
        for worker in workers.free(task.kind) where worker.name != excluded && isWanted(worker) {
            if settings.assignment == .leastRecentlyUsed { return worker.name }
            candidates.append(worker.name)
        }
        return RendezvousWeight.first(of: candidates, for: "\(task)")
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
