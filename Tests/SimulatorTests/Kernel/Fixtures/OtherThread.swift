import Foundation

/// Performs `body` on a thread of its own, which no simulation knows.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
}

/// The same, and waits until it is done.
func waitingForAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        done.signal()
    }
    done.wait()
}
