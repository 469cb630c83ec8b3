/// Thrown when a scope with a timeout was not done in time.
public struct TimedOut: Error, Equatable, Sendable, CustomStringConvertible {
    /// How long the scope had.
    public let after: Duration

    /// `timed out after 500 ms`, in the notation of `Duration`.
    public var description: String { "timed out after \(after)" }
}

extension Node {
    /// Performs `body`, which is cancelled when it is not done within `timeout`.
    ///
    /// `body` runs in a child task, and this waits until it has unwound.
    ///
    /// - Throws: `TimedOut`, or what `body` throws.
    public func withTimeout<Result: Sendable>(
        _ timeout: Duration,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let deadline = VirtualInstant(nanoseconds: later(by: timeout))
        return try await race { () async throws -> Result? in
            try await body()
        } against: {
            try await sleep(until: deadline)
            return nil
        }.orThrow(TimedOut(after: timeout))
    }

    /// Performs both and returns what the first to finish returns; the other is cancelled and
    /// awaited.
    ///
    /// - Throws: What the first to finish throws.
    public func race<Result: Sendable>(
        _ first: @escaping @Sendable () async throws -> Result,
        against second: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await first() }
            group.addTask { try await second() }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension Optional {
    /// The value, or `error` where there is none.
    fileprivate func orThrow(_ error: some Error) throws -> Wrapped {
        guard let value = self else { throw error }
        return value
    }
}
