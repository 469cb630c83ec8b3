import OrderedCollections

/// Inputs of which each record is for one job.
///
/// How far an input has been read stands nowhere but in the jobs that completed: it is written down
/// with the end of a job, in one transaction. A job that fails has read nothing.
extension JobTracker {
    /// Takes a job that reads on where the last one ended; none while another one reads.
    mutating func submitForNews(
        _ identifier: String,
        _ submission: JobSubmission,
        _ ends: [Int],
        _ now: VirtualInstant
    ) {
        let topic = submission.inputTopic
        guard !running.contains(where: { jobs[$0]?.submission.inputTopic == topic }) else { return }
        let read = consumed[topic] ?? []
        let ranges = ends.enumerated().map { partition, end in
            let start = partition < read.count ? read[partition] : 0
            return start..<max(start, end)
        }
        let inputs = JobPlan.mapInputs(ranges: ranges, mappers: submission.mappers)
        submit(identifier, submission, inputs, now)
        if settings.plantedBug == .consumesWhatIsNotDone, let job = jobs[identifier] {
            noteConsumed(by: job)
        }
    }

    /// A job has completed, and what it read is done.
    mutating func noteConsumed(by job: TrackedJob) {
        let topic = job.submission.inputTopic
        for split in job.maps.all.flatMap(\.splits) {
            let missing = split.input + 1 - (consumed[topic]?.count ?? 0)
            if missing > 0 {
                consumed[topic, default: []] += [Int](repeating: 0, count: missing)
            }
            let end = max(consumed[topic]?[split.input] ?? 0, split.range.upperBound)
            consumed[topic]?[split.input] = end
        }
    }
}
