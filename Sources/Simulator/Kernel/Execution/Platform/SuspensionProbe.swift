import CRuntime

/// Compares what `suspendTask` assumes of tasks and of async functions with the running toolchain.
enum SuspensionProbe {
    private actor Station {
        private nonisolated let executor: RecordingExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }
        private var visits = 0

        init(_ executor: RecordingExecutor) {
            self.executor = executor
        }

        @inline(never)
        func visit() { visits += 1 }
    }

    /// What the probe has seen.
    ///
    /// Soundness of `@unchecked Sendable`: used by one call of `matches` on one thread.
    private final class Sightings: @unchecked Sendable {
        var findings = cruntime_findings()
        var resumptions = 0
    }

    /// First reads: the arguments and the context of a call, the context that the runtime saves at
    /// a hop, and the accesses of a task that begins during another access. Then suspends.
    static func matches() -> Bool {
        guard cruntime_can_suspend() else { return false }
        let recorder = RecordingExecutor()
        let station = Station(recorder)
        let seen = Sightings()
        _ = Task(executorPreference: recorder) {
            guard let task = swift_task_getCurrent() else { return }
            let address = UInt(bitPattern: task)
            await findings(address, &seen.findings)
            await station.visit()
            guard seen.resumptions == 1 else { return }
            await suspendTask(address)
            seen.resumptions += 1
        }
        guard let job = recorder.jobs.first else { return false }
        // The runtime keeps the address of an access until its end.
        let access = UnsafeMutablePointer<cruntime_access>.allocate(capacity: 1)
        defer { access.deallocate() }
        let accessIdentity = cruntime_begin_access(access, access)
        recorder.performNext()
        cruntime_end_access(access)
        let saved = cruntime_saved_context(UnsafeMutableRawPointer(bitPattern: job.address))
        let reads =
            seen.findings.has_task && seen.findings.caller == saved && saved != nil
            && seen.findings.accesses == accessIdentity && recorder.jobs.count == 1
        if reads { seen.resumptions = 1 }
        DrivingTask.perform {
            // The visit, and the way back from there, up to the suspension.
            for _ in 0..<3 { recorder.performNext() }
            if reads, seen.resumptions == 1, recorder.jobs.isEmpty {
                job.runSynchronously(on: recorder.asUnownedTaskExecutor())
            }
        }
        return reads && seen.resumptions == 2
    }
}

/// An async function that returns at once and says what it was called with.
@_silgen_name("cruntime_probe")
private nonisolated(nonsending) func findings(
    _ task: UInt,
    _ findings: UnsafeMutablePointer<cruntime_findings>
) async
