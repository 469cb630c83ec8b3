/// Performs the same for many items, some at a time.
enum Concurrently {
    /// Performs `body` for every item; after one that failed no other is begun.
    ///
    /// - Returns: The first failure.
    static func perform<Item: Sendable, Failure: Error>(
        _ items: [Item],
        limit: Int,
        _ body: @escaping @Sendable (Item) async throws(Failure) -> Void
    ) async -> Failure? {
        var failure: Failure?
        await withTaskGroup(of: Failure?.self) { group in
            var rest = items[...]
            func begin() {
                guard failure == nil, let item = rest.popFirst() else { return }
                group.addTask {
                    do throws(Failure) {
                        try await body(item)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            for _ in 0..<limit { begin() }
            while let ended = await group.next() {
                failure = failure ?? ended
                begin()
            }
        }
        return failure
    }
}
