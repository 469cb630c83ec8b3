import OrderedCollections

/// What is left to do about the map output of a job that is over.
struct Clearance: Hashable, Sendable {
    /// How often it was tried before it is left to the times to live.
    static let triesMaximum = 5
    /// From one try to the next.
    static let pause = Duration.seconds(10)

    /// When it is tried next.
    var dueAt: VirtualInstant
    /// How often it was tried.
    var tries = 0
}

extension JobTracker {
    /// Has the map output of jobs deleted that are over, of all attempts.
    ///
    /// Deleting it twice does no harm. A coordinator that takes over deletes what is not known to
    /// be deleted; what cannot be deleted goes when its time to live is over.
    mutating func clear(_ now: VirtualInstant) {
        guard settings.plantedBug != .keepsOutputOfEndedJobs else { return }
        for (identifier, clearance) in clearances where clearance.dueAt <= now {
            guard let job = jobs[identifier] else { continue }
            clearances[identifier]?.tries += 1
            clearances[identifier]?.dueAt = now.advanced(by: Clearance.pause)
            let attempts = job.maps.all.flatMap { task in
                (0..<task.lastAttempt).map {
                    AttemptIdentifier(task: task.identifier, number: $0 + 1)
                }
            }
            actions.append(.clear(identifier, attempts, partitions: job.submission.reducers))
        }
    }

    /// The map output of a job is deleted, or not all of it.
    mutating func noteClearance(of identifier: String, isDone: Bool) {
        guard let clearance = clearances[identifier],
            isDone || clearance.tries >= Clearance.triesMaximum
        else { return }
        clearances[identifier] = nil
        guard var job = jobs[identifier] else { return }
        job.isCleared = true
        jobs[identifier] = job
        save(job)
        over.append(identifier)
    }

    /// Leaves jobs to the database that were over first and need nothing more.
    mutating func forgetOldest() {
        let excess = over.count - settings.finishedJobsMaximum
        guard excess > 0 else { return }
        for identifier in over.prefix(excess) {
            jobs[identifier] = nil
            actions.append(.forget(identifier))
        }
        over.removeFirst(excess)
        forgottenCount += excess
    }
}
