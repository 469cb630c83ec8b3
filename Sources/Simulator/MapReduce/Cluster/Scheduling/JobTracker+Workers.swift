import OrderedCollections

extension JobTracker {
    /// A worker is alive: it may be new, another incarnation of one that died, or busy with
    /// something nobody needs.
    ///
    /// A sign of life that was overtaken by a later message of the worker says nothing any more.
    mutating func noteHeartbeat(_ heartbeat: WorkerHeartbeat, _ now: VirtualInstant) {
        let name = heartbeat.stamp.worker
        if let known = workers[name] {
            guard known.incarnation <= heartbeat.stamp.incarnation else { return }
            if known.incarnation < heartbeat.stamp.incarnation {
                lose(name, now)
            } else if known.lastMessage >= heartbeat.stamp.number,
                settings.plantedBug != .believesOldHeartbeats
            {
                sometimes(.signOvertaken)
                return
            }
        }
        var worker = workers[name] ?? TrackedWorker(heartbeat, now)
        worker.lastHeartbeat = now
        worker.lastMessage = heartbeat.stamp.number
        worker.isReady = true
        worker.obsolete = nil
        workers[name] = worker
        if settings.plantedBug != .believesOldHeartbeats {
            for attempt in worker.attempts
            where !heartbeat.mentions(attempt) && isOverdue(attempt, now) {
                drop(attempt, on: name, now)
            }
        }
        if let running = heartbeat.running { note(running, on: name, now) }
    }

    /// Whether an order was given so long ago that its worker would speak of it.
    private func isOverdue(_ attempt: AttemptIdentifier, _ now: VirtualInstant) -> Bool {
        guard let task = task(attempt.task),
            let running = task.attempts.first(where: { $0.number == attempt.number })
        else { return true }
        return running.startedAt.duration(to: now) > Self.orderGrace
    }

    /// A worker says that it runs an attempt; a coordinator that took over learns here of it.
    private mutating func note(
        _ running: WorkerHeartbeat.Running,
        on worker: String,
        _ now: VirtualInstant
    ) {
        let attempt = running.attempt
        guard var task = task(attempt.task), !isObsolete(attempt) else {
            workers[worker]?.obsolete = attempt
            return
        }
        let place = task.attempts.firstIndex {
            $0.number == attempt.number && $0.worker == worker
        }
        if let place {
            task.attempts[place].progress = running.progress
            return update(task)
        }
        guard task.status == .pending else {
            workers[worker]?.obsolete = attempt
            return
        }
        sometimes(.attemptAdopted)
        task.status = .running
        task.lastAttempt = max(task.lastAttempt, attempt.number)
        task.attempts.append(
            TrackedAttempt(
                number: attempt.number,
                worker: worker,
                startedAt: now,
                isSpeculative: false,
                progress: running.progress
            )
        )
        workers[worker]?.attempts.append(attempt)
        update(task)
        save(task)
    }

    /// Whether a worker's attempt is of no use to anybody.
    func isObsolete(_ attempt: AttemptIdentifier) -> Bool {
        guard let task = task(attempt.task) else { return true }
        if settings.plantedBug == .believesOldHeartbeats { return task.status == .completed }
        return task.status == .completed || task.failedAttempts.contains(attempt.number)
    }

    /// Whether the job is over, or was never heard of.
    func isOver(_ job: String) -> Bool { jobs[job]?.status != .running }

    /// Takes workers for dead that have been silent for too long.
    mutating func dropSilentWorkers(_ now: VirtualInstant) {
        for worker in workers.all
        where worker.lastHeartbeat.duration(to: now) > settings.heartbeatTimeout {
            actions.append(
                .note(.workerLost(worker.name, after: worker.lastHeartbeat.duration(to: now)))
            )
            lose(worker.name, now)
        }
    }

    /// A worker is dead: what it was doing is done again, and what it kept is lost.
    private mutating func lose(_ name: String, _ now: VirtualInstant) {
        for attempt in workers[name]?.attempts ?? [] { drop(attempt, on: name, now) }
        workers[name] = nil
        guard settings.isShuffleLocal, settings.plantedBug != .keepsOutputOfTheDead else { return }
        for identifier in running {
            for output in jobs[identifier]?.maps.all.compactMap(\.output) ?? []
            where output.worker == name {
                loseOutput(of: output.attempt, now)
            }
        }
    }

    /// A worker did not take an order: it does something else, or is down. Its next sign of life
    /// tells.
    mutating func noteRefusal(
        of attempt: AttemptIdentifier,
        by worker: String,
        _ now: VirtualInstant
    ) {
        workers[worker]?.isReady = false
        drop(attempt, on: worker, now)
    }

    /// A worker has let go of an attempt.
    mutating func noteAbandonment(of attempt: AttemptIdentifier, by worker: String) {
        if workers[worker]?.obsolete == attempt { workers[worker]?.obsolete = nil }
    }

    /// A worker has ended an attempt.
    mutating func noteEnd(
        of attempt: AttemptIdentifier,
        _ stamp: WorkerStamp,
        _ now: VirtualInstant
    ) {
        guard var worker = workers[stamp.worker], worker.incarnation == stamp.incarnation else {
            return
        }
        worker.lastMessage = max(worker.lastMessage, stamp.number)
        if worker.obsolete == attempt { worker.obsolete = nil }
        workers[stamp.worker] = worker
        release(attempt, on: stamp.worker, now)
    }

    /// An attempt is a worker's no more.
    mutating func release(
        _ attempt: AttemptIdentifier,
        on name: String,
        _ now: VirtualInstant
    ) {
        guard let place = workers[name]?.attempts.firstIndex(of: attempt) else { return }
        workers[name]?.attempts.remove(at: place)
        workers[name]?.idleSince = now
    }

    /// Has a worker let go of an attempt that is of no use any more.
    mutating func abandon(
        _ attempt: AttemptIdentifier,
        on worker: String,
        _ now: VirtualInstant
    ) {
        release(attempt, on: worker, now)
        workers[worker]?.obsolete = attempt
        actions.append(.abandon(attempt, worker: worker))
    }
}
