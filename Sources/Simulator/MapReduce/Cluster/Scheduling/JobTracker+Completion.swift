import OrderedCollections

extension JobTracker {
    /// What the end of an attempt means.
    mutating func noteReport(_ report: AttemptReport, _ now: VirtualInstant) {
        let identifier = report.attempt.task
        release(report.worker, from: report.attempt, now)
        guard let job = jobs[identifier.job], job.status == .running,
            identifier.index < job.tasks(identifier.kind).count
        else { return }
        switch report.outcome {
        case .mapped(let pairs):
            let output = MapOutputLocation(
                attempt: report.attempt,
                worker: report.worker,
                pairs: pairs
            )
            complete(report.attempt, output, now)
        case .reduced: complete(report.attempt, nil, now)
        case .failed(let reason): noteFailure(of: report.attempt, reason, now)
        case .lostInput(let lost):
            drop(report.attempt, now)
            guard settings.plantedBug != .keepsOutputOfTheDead else { return }
            for attempt in lost { loseOutput(of: attempt, now) }
        }
    }

    private mutating func complete(
        _ attempt: AttemptIdentifier,
        _ output: MapOutputLocation?,
        _ now: VirtualInstant
    ) {
        let identifier = attempt.task
        guard var job = jobs[identifier.job] else { return }
        var task = job[identifier.kind, identifier.index]
        let isDuplicate = task.status == .completed
        if isDuplicate, settings.plantedBug != .acceptsDuplicateCompletions {
            actions.append(.note(.duplicate(attempt)))
            return
        }
        for other in task.attempts where other.number != attempt.number {
            actions.append(
                .abandon(
                    AttemptIdentifier(task: identifier, number: other.number),
                    worker: other.worker
                )
            )
        }
        let running = task.attempts.first { $0.number == attempt.number }
        task.status = .completed
        task.attempts = []
        task.lastAttempt = max(task.lastAttempt, attempt.number)
        task.startedAt = running?.startedAt ?? task.startedAt
        task.completedAt = now
        task.output = output
        task.winner = attempt.number
        job[identifier.kind, identifier.index] = task
        if identifier.kind == .map { job.completedMaps += 1 }
        jobs[identifier.job] = job
        save(task)
        let started = task.startedAt ?? now
        actions.append(.note(.completed(attempt, after: started.duration(to: now))))
        if identifier.kind == .reduce, job.reduces.allSatisfy({ $0.status == .completed }) {
            finish(identifier.job, .completed, nil, now)
        }
    }

    /// An attempt failed: the task is tried again after a while, or the job given up.
    mutating func noteFailure(
        of attempt: AttemptIdentifier,
        _ reason: String,
        _ now: VirtualInstant
    ) {
        let identifier = attempt.task
        guard var job = jobs[identifier.job] else { return }
        var task = job[identifier.kind, identifier.index]
        guard task.attempts.contains(where: { $0.number == attempt.number }) else { return }
        task.attempts.removeAll { $0.number == attempt.number }
        task.failures += 1
        task.error = reason
        task.notBefore = now.advanced(by: settings.backoff.delay(after: task.failures))
        if task.attempts.isEmpty { task.status = .pending }
        let isFinal = task.failures >= settings.attemptsMaximum
        if isFinal { task.status = .failed }
        job[identifier.kind, identifier.index] = task
        jobs[identifier.job] = job
        save(task)
        actions.append(.note(.failed(attempt, reason: reason)))
        if isFinal, settings.plantedBug != .forgetsFailures {
            fail(identifier.job, "\(attempt) failed: \(reason)", now)
        }
    }

    /// An attempt is gone, through no fault of its own.
    mutating func drop(_ attempt: AttemptIdentifier, _ now: VirtualInstant) {
        let identifier = attempt.task
        guard var job = jobs[identifier.job], job.status == .running else { return }
        var task = job[identifier.kind, identifier.index]
        guard task.attempts.contains(where: { $0.number == attempt.number }) else { return }
        task.attempts.removeAll { $0.number == attempt.number }
        if task.attempts.isEmpty { task.status = .pending }
        job[identifier.kind, identifier.index] = task
        jobs[identifier.job] = job
        save(task)
        actions.append(.note(.lost(attempt)))
    }

    /// The output of a completed map task is gone: it has to run again.
    mutating func loseOutput(of attempt: AttemptIdentifier, _ now: VirtualInstant) {
        let identifier = attempt.task
        guard var job = jobs[identifier.job], job.status == .running,
            identifier.kind == .map, identifier.index < job.maps.count,
            job.maps[identifier.index].output?.attempt == attempt
        else { return }
        job.maps[identifier.index].status = .pending
        job.maps[identifier.index].output = nil
        job.maps[identifier.index].completedAt = nil
        job.completedMaps -= 1
        jobs[identifier.job] = job
        save(job.maps[identifier.index])
        actions.append(.note(.outputLost(attempt)))
    }

    /// Gives up a job.
    mutating func fail(_ job: String, _ reason: String, _ now: VirtualInstant) {
        finish(job, .failed, reason, now)
    }

    private mutating func finish(
        _ identifier: String,
        _ status: JobStatus,
        _ error: String?,
        _ now: VirtualInstant
    ) {
        guard var job = jobs[identifier], job.status == .running else { return }
        for task in job.maps + job.reduces {
            for attempt in task.attempts {
                actions.append(
                    .abandon(
                        AttemptIdentifier(task: task.identifier, number: attempt.number),
                        worker: attempt.worker
                    )
                )
            }
        }
        for index in job.maps.indices { job.maps[index].attempts = [] }
        for index in job.reduces.indices { job.reduces[index].attempts = [] }
        job.status = status
        job.error = error
        job.completedAt = now
        jobs[identifier] = job
        save(job)
        actions.append(
            .note(.finished(identifier, status, after: job.createdAt.duration(to: now)))
        )
    }
}
