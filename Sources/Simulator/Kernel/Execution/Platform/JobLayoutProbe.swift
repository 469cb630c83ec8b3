/// Compares the layout of jobs that `JobHeader` assumes with tasks whose kind is known.
enum JobLayoutProbe {
    /// The number of a task that is newer than any before it.
    static func newestIdentifier() -> UInt32 {
        let recorder = RecordingExecutor()
        _ = Task(executorPreference: recorder) {}
        guard recorder.jobs.count == 1 else { return 0 }
        let identifier = JobHeader(address: recorder.jobs[0].address).identifier
        recorder.performNext()
        return identifier
    }

    /// Runs a root task with one child on an executor of its own and reads both headers.
    static func matches() -> Bool {
        let recorder = RecordingExecutor()
        _ = Task(executorPreference: recorder) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {}
            }
        }
        guard recorder.jobs.count == 1 else { return false }
        let address = recorder.jobs[0].address
        let root = JobHeader(address: address)
        recorder.performNext()
        guard recorder.jobs.count == 1 else { return false }
        let child = JobHeader(address: recorder.jobs[0].address)
        let parent = JobHeader.parent(ofChild: recorder.jobs[0].address)
        for _ in 0..<10 { recorder.performNext() }
        return root.isTask && !root.isChild && child.isTask && child.isChild
            && parent == address && child.isNewer(than: root.identifier)
            && child.identifier &- root.identifier < 1_000_000
    }
}
