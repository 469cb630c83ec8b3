/// What a store with a bug does; without one, nothing here is called.
extension ObjectStoreServer {
    /// How long the effects of bugs last.
    private static var bugTime: Duration { .seconds(2) }

    /// Answers a write that takes effect later.
    func presumed(
        _ operation: ObjectStoreOperation,
        _ caller: Principal
    ) -> ObjectStoreReply? {
        guard case .put(let request) = operation, !operation.isConditional else { return nil }
        performLater(operation, caller)
        return .result(
            .written(
                WriteResult(
                    tag: ContentDigests.tag(request.content),
                    lastModified: now,
                    versionID: nil,
                    encryption: .s3,
                    checksum: nil,
                    expiration: nil
                )
            )
        )
    }

    private func performLater(_ operation: ObjectStoreOperation, _ caller: Principal) {
        node.spawn("planted bug") {
            try await self.node.sleep(for: Self.bugTime)
            _ = self.performed(operation, caller)
        }
    }

    /// Judges the conditions of a write when it comes, and not again.
    func judgeEarly(_ work: Work) {
        guard case .put(var request) = work.operation else { return }
        let context = RequestContext(now: now, caller: work.caller)
        let found = try? region.store.head(
            GetObjectRequest(bucket: request.bucket, key: request.key),
            context
        )
        let holds = request.conditions.ifMatch.map { condition in
            found.map { condition.matchesStrongly($0.tag) } ?? false
        }
        guard holds ?? (found == nil) else { return }
        request.conditions = WriteConditions()
        work.operation = .put(request)
    }

    /// Changes what was done or answered.
    func misbehave(
        _ bug: ObjectStorePlantedBug,
        _ work: Work,
        _ reply: inout ObjectStoreReply
    ) {
        let past = now.adding(nanoseconds: -Int64(Self.bugTime.wholeNanoseconds))
        switch (bug, reply) {
        case (.listsLate, .result(.list(var list))):
            list.contents.removeAll { $0.lastModified > past }
            reply = .result(.list(list))
        case (.readsLate, .result(.object(let object)))
        where object.description.lastModified > past:
            reply = .refused(.noSuchKey(nil))
        case (.repeatsWrites, .result(.written)):
            if case .put(var request) = work.operation {
                request.conditions = WriteConditions()
                performLater(.put(request), work.caller)
            }
        default: break
        }
    }
}
