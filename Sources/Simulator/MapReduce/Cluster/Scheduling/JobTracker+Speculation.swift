import OrderedCollections

extension JobTracker {
    /// Gives slow tasks a second attempt.
    mutating func speculate(_ now: VirtualInstant) {
        guard settings.speculation != .off else { return }
        for identifier in running {
            guard let job = jobs[identifier], job.isWhole,
                job.speculationNotBefore <= now
            else { continue }
            for index in settings.speculation.selection(Speculation.Situation(of: job, now)) {
                let task = TaskIdentifier(job: identifier, kind: job.phase, index: index)
                let running = job[job.phase, index].attempts[0].worker
                guard let worker = freeWorker(for: task, not: running) else { break }
                start(task, on: worker, isSpeculative: true, now)
                jobs[identifier]?.speculationNotBefore =
                    now.advanced(by: settings.speculation.pause)
            }
        }
    }
}

extension Speculation.Situation {
    /// How the tasks are that `job` is at.
    ///
    /// - Complexity: O(*r*) in the number of tasks that run.
    init(of job: TrackedJob, _ now: VirtualInstant) {
        let tasks = job.tasks(job.phase)
        self.init(
            durations: tasks.durations,
            running: tasks.running.compactMap { index in
                guard tasks[index].attempts.count == 1 else { return nil }
                let attempt = tasks[index].attempts[0]
                return Speculation.Candidate(
                    index: index,
                    elapsed: attempt.startedAt.duration(to: now),
                    progress: attempt.progress
                )
            },
            total: tasks.count,
            runningAttempts: tasks.attemptCount,
            speculativeAttempts: tasks.speculativeCount,
            isWaiting: tasks.pendingCount > 0
        )
    }
}
