/// The passes of lifecycles: one some time after each midnight.
///
/// Source: the S3 User Guide, *Managing your storage lifecycle*: "Amazon S3 runs lifecycle rules
/// once a day"; there may be a lag before their actions are complete. S3 bills as if there were
/// none; here what waits for a late pass is billed until it comes.
extension ObjectStoreServer {
    nonisolated func startLifecycles(_ random: RandomStream) {
        node.spawn("lifecycle", .background) {
            try await self.keepLifecycles(random)
        }
    }

    private func keepLifecycles(_ random: RandomStream) async throws(Interruption) {
        var random = random
        while true {
            let rest = now.nextMidnight.nanoseconds - now.nanoseconds
            try await node.sleep(for: .nanoseconds(rest))
            let lag = settings.lifecycleLag.sample(using: &random)
            if lag > .zero { try await node.sleep(for: min(lag, Self.lagMaximum)) }
            region.journal.note(region.store.runLifecycles(now: now))
            takeEvents()
        }
    }

    /// A pass ends before the next midnight.
    private static var lagMaximum: Duration { .seconds(86_399) }
}

extension ObjectStore {
    /// Does what is due by the lifecycles of all buckets, one after the other by their names.
    func runLifecycles(now: Timestamp) -> [LifecycleAction] {
        let names = buckets.values.filter { $0.lifecycle != nil }.map(\.name).sorted()
        return names.flatMap { (try? runLifecycle(of: $0, now: now)) ?? [] }
    }
}
