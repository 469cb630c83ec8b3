#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Threads of the operating system, for work in real time.
package enum NativeThreads {
    /// Runs `body` on up to `count` threads at once, one of them the caller's, until all return.
    ///
    /// Where the system gives fewer threads there are fewer: `body` takes its work from something
    /// that all share.
    package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let threads = (1..<max(1, count)).compactMap { _ in start(body) }
        body()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Has the calling thread wait.
    package static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1_000)
    }

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            },
            work.toOpaque()
        )
        guard code == 0 else {
            work.release()
            return nil
        }
        return thread
    }
}
