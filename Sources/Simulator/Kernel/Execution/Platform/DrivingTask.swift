import CRuntime

/// The task as whose work the run loop runs.
enum DrivingTask {
    /// Performs `body` on this thread as the work of a task: the one that is current, or a new one.
    static func perform<Result>(_ body: () -> Result) -> Result {
        guard swift_task_getCurrent() == nil else { return body() }
        return withoutActuallyEscaping(body) { body in
            // Soundness: both are used before this function returns, on this thread.
            nonisolated(unsafe) let body = body
            nonisolated(unsafe) var result: Result?
            let executor = RecordingExecutor()
            _ = Task(executorPreference: executor) { result = body() }
            executor.performNext()
            guard let result else { preconditionFailure("a task that waits for nothing ends") }
            return result
        }
    }
}
