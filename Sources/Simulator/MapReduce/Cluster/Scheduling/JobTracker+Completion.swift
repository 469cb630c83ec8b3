import OrderedCollections

extension JobTracker {
    /// What the end of an attempt means.
    mutating func noteReport(_ report: AttemptReport, _ now: VirtualInstant) {
        noteEnd(of: report.attempt, report.stamp, now)
        guard task(report.attempt.task) != nil else { return }
        switch report.outcome {
        case .mapped(let pairs):
            guard !isOfTheDead(report) else {
                sometimes(.reportOfTheDead)
                return drop(report.attempt, on: report.stamp.worker, now)
            }
            let output = MapOutputLocation(
                attempt: report.attempt,
                worker: report.stamp.worker,
                pairs: pairs
            )
            complete(report, output: output, now)
        case .reduced(let batches): complete(report, batches: batches, now)
        case .failed(let reason):
            noteFailure(of: report.attempt, on: report.stamp.worker, reason, now)
        case .lostInput(let lost):
            drop(report.attempt, on: report.stamp.worker, now)
            guard settings.plantedBug != .keepsOutputOfTheDead else { return }
            for attempt in lost { loseOutput(of: attempt, now) }
        }
    }

    /// Whether the report is of an earlier incarnation, whose map output died with it.
    private func isOfTheDead(_ report: AttemptReport) -> Bool {
        guard settings.isShuffleLocal, settings.plantedBug != .keepsOutputOfTheDead,
            let worker = workers[report.stamp.worker]
        else { return false }
        return worker.incarnation > report.stamp.incarnation
    }

    private mutating func complete(
        _ report: AttemptReport,
        output: MapOutputLocation? = nil,
        batches: Int = 0,
        _ now: VirtualInstant
    ) {
        let attempt = report.attempt
        guard var task = task(attempt.task) else { return }
        let isDuplicate = task.status == .completed
        if isDuplicate, settings.plantedBug != .acceptsDuplicateCompletions {
            sometimes(.completedTwice)
            actions.append(.note(.duplicate(attempt)))
            return
        }
        let own = task.attempts.first {
            $0.number == attempt.number && $0.worker == report.stamp.worker
        }
        sometimes(.lostAttemptCompleted, own == nil)
        sometimes(.speculationWon, own?.isSpeculative ?? false)
        for other in task.attempts where other != own {
            let number = AttemptIdentifier(task: attempt.task, number: other.number)
            abandon(number, on: other.worker, now)
        }
        task.status = .completed
        task.attempts = []
        task.lastAttempt = max(task.lastAttempt, attempt.number)
        task.startedAt = own?.startedAt ?? task.startedAt
        task.completedAt = now
        task.output = output
        task.winner = attempt.number
        task.resultBatches = batches
        update(task)
        if attempt.task.kind == .map { jobs[attempt.task.job]?.completedMaps += 1 }
        save(task)
        let started = task.startedAt ?? now
        actions.append(.note(.completed(attempt, after: started.duration(to: now))))
        if attempt.task.kind == .reduce, let reduces = jobs[attempt.task.job]?.reduces,
            reduces.completedCount == reduces.count
        {
            finish(attempt.task.job, .completed, nil, now)
        }
    }

    /// An attempt failed: the task is tried again after a while, or the job given up.
    ///
    /// It counts once, whatever became of the attempt in the meantime: its worker may have been
    /// taken for dead, and another coordinator may have taken over.
    mutating func noteFailure(
        of attempt: AttemptIdentifier,
        on worker: String,
        _ reason: String,
        _ now: VirtualInstant
    ) {
        guard var task = task(attempt.task) else { return }
        let isKnown = task.remove(attempt, on: worker)
        update(task)
        if settings.plantedBug == .forgetsFailuresOfTheDead, !isKnown { return }
        guard task.status != .completed, !task.failedAttempts.contains(attempt.number) else {
            return
        }
        task.lastAttempt = max(task.lastAttempt, attempt.number)
        task.failedAttempts.append(attempt.number)
        task.error = reason
        let wait = settings.backoff.delay(after: task.failedAttempts.count)
        task.notBefore = max(task.notBefore, now.advanced(by: shortened(wait)))
        let isFinal = task.failedAttempts.count >= settings.attemptsMaximum
        if isFinal { task.status = .failed }
        update(task)
        save(task)
        actions.append(.note(.failed(attempt, reason: reason)))
        if isFinal, settings.plantedBug != .forgetsFailures {
            finish(attempt.task.job, .failed, "\(attempt) failed: \(reason)", now)
        }
    }

    /// An attempt is gone, through no fault of its own.
    mutating func drop(
        _ attempt: AttemptIdentifier,
        on worker: String,
        _ now: VirtualInstant
    ) {
        release(attempt, on: worker, now)
        guard var task = task(attempt.task), task.remove(attempt, on: worker) else { return }
        update(task)
        save(task)
        actions.append(.note(.lost(attempt)))
    }

    /// The output of a completed map task is gone: it has to run again.
    mutating func loseOutput(of attempt: AttemptIdentifier, _ now: VirtualInstant) {
        guard var task = task(attempt.task), task.output?.attempt == attempt else { return }
        sometimes(
            .outputLostWhileReducing,
            jobs[attempt.task.job].map { $0.reduces.begunCount > 0 } ?? false
        )
        task.status = .pending
        task.output = nil
        task.completedAt = nil
        update(task)
        jobs[attempt.task.job]?.completedMaps -= 1
        save(task)
        actions.append(.note(.outputLost(attempt)))
    }

    // MARK: The end of a job

    /// Gives up jobs that have been running for too long, and those that the database lost a part
    /// of.
    mutating func failHopelessJobs(_ now: VirtualInstant) {
        guard settings.plantedBug != .forgetsFailures else { return }
        for identifier in running {
            guard let job = jobs[identifier] else { continue }
            if !job.isWhole {
                finish(identifier, .failed, "the database has lost some of its tasks", now)
            } else if job.createdAt.duration(to: now) >= settings.jobTimeout {
                let limit = ReadableText.exact(settings.jobTimeout)
                finish(identifier, .failed, "it ran for longer than \(limit)", now)
            }
        }
    }

    mutating func finish(
        _ identifier: String,
        _ status: JobStatus,
        _ error: String?,
        _ now: VirtualInstant
    ) {
        guard var job = jobs[identifier], job.status == .running else { return }
        for kind in TaskKind.allCases {
            for index in job.tasks(kind).running {
                for attempt in job[kind, index].attempts {
                    let task = job[kind, index].identifier
                    let number = AttemptIdentifier(task: task, number: attempt.number)
                    abandon(number, on: attempt.worker, now)
                }
                job[kind, index].attempts = []
            }
        }
        job.status = status
        job.error = error
        job.completedAt = now
        jobs[identifier] = job
        if status == .completed { noteConsumed(by: job) }
        running.remove(identifier)
        save(job)
        if settings.isShuffleLocal {
            over.append(identifier)
        } else {
            clearances[identifier] = Clearance(dueAt: now)
        }
        actions.append(
            .note(.finished(identifier, status, after: job.createdAt.duration(to: now)))
        )
    }
}
