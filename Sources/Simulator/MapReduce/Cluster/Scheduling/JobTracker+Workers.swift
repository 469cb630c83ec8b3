import OrderedCollections

extension JobTracker {
    /// A worker is alive: it may be new, another incarnation of one that died, or busy with
    /// something nobody needs.
    mutating func noteHeartbeat(_ heartbeat: WorkerHeartbeat, _ now: VirtualInstant) {
        if let known = workers[heartbeat.worker], known.incarnation != heartbeat.incarnation {
            guard known.incarnation < heartbeat.incarnation else { return }
            lose(heartbeat.worker, now)
        }
        if let killed = heartbeat.killed {
            noteFailure(of: killed, "out of memory on \(heartbeat.worker)", now)
        }
        var worker =
            workers[heartbeat.worker]
            ?? TrackedWorker(
                name: heartbeat.worker,
                kind: heartbeat.kind,
                incarnation: heartbeat.incarnation,
                zone: heartbeat.zone,
                lastHeartbeat: now,
                running: nil,
                idleSince: now
            )
        worker.lastHeartbeat = now
        if let expected = worker.running, heartbeat.running?.attempt != expected,
            isOverdue(expected, now)
        {
            drop(expected, now)
            worker.running = nil
            worker.idleSince = now
        }
        if let running = heartbeat.running {
            // A coordinator that took over learns here what goes on.
            worker.running = worker.running ?? running.attempt
            note(running, on: heartbeat.worker, now)
        }
        workers[heartbeat.worker] = worker
    }

    /// Whether an order was given so long ago that its worker would speak of it.
    private func isOverdue(_ attempt: AttemptIdentifier, _ now: VirtualInstant) -> Bool {
        guard let job = jobs[attempt.task.job],
            attempt.task.index < job.tasks(attempt.task.kind).count,
            let running = job[attempt.task.kind, attempt.task.index].attempts
                .first(where: { $0.number == attempt.number })
        else { return true }
        return running.startedAt.duration(to: now) > Self.orderGrace
    }

    private mutating func note(
        _ running: WorkerHeartbeat.Running,
        on worker: String,
        _ now: VirtualInstant
    ) {
        let identifier = running.attempt.task
        guard var job = jobs[identifier.job], job.status == .running,
            identifier.index < job.tasks(identifier.kind).count
        else { return }
        var task = job[identifier.kind, identifier.index]
        let place = task.attempts.firstIndex { $0.number == running.attempt.number }
        if let place {
            task.attempts[place].progress = running.progress
        } else {
            guard task.status == .pending else { return }
            task.status = .running
            task.lastAttempt = max(task.lastAttempt, running.attempt.number)
            task.attempts.append(
                TrackedAttempt(
                    number: running.attempt.number,
                    worker: worker,
                    startedAt: now,
                    isSpeculative: false,
                    progress: running.progress
                )
            )
        }
        job[identifier.kind, identifier.index] = task
        jobs[identifier.job] = job
    }

    /// Whether a worker's attempt is of no use to anybody.
    func isObsolete(_ attempt: AttemptIdentifier) -> Bool {
        guard let job = jobs[attempt.task.job], job.status == .running,
            attempt.task.index < job.tasks(attempt.task.kind).count
        else { return true }
        return job[attempt.task.kind, attempt.task.index].status == .completed
    }

    /// Takes workers for dead that have been silent for too long.
    mutating func dropSilentWorkers(_ now: VirtualInstant) {
        for worker in workers.values
        where worker.lastHeartbeat.duration(to: now) > settings.heartbeatTimeout {
            actions.append(
                .note(.workerLost(worker.name, after: worker.lastHeartbeat.duration(to: now)))
            )
            lose(worker.name, now)
        }
    }

    /// A worker is dead: what it was doing is done again, and what it kept is lost.
    private mutating func lose(_ name: String, _ now: VirtualInstant) {
        workers[name] = nil
        for job in jobs.values where job.status == .running {
            for task in job.maps + job.reduces {
                for attempt in task.attempts where attempt.worker == name {
                    drop(AttemptIdentifier(task: task.identifier, number: attempt.number), now)
                }
            }
            guard settings.isShuffleLocal, settings.plantedBug != .keepsOutputOfTheDead else {
                continue
            }
            for output in job.maps.compactMap(\.output) where output.worker == name {
                loseOutput(of: output.attempt, now)
            }
        }
    }

    /// A worker has nothing to do any more.
    mutating func release(
        _ name: String,
        from attempt: AttemptIdentifier,
        _ now: VirtualInstant
    ) {
        guard workers[name]?.running == attempt else { return }
        workers[name]?.running = nil
        workers[name]?.idleSince = now
    }
}
