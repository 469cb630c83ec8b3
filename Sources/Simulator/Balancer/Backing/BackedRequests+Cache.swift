/// Questions to the cache.
extension BackedRequests {
    /// Looks for the answer to a request.
    func lookUp(_ slot: Int) {
        guard let request = asked[slot] else { return }
        ask(.get(request.key)) { requests, result in
            switch result {
            case .success(.entry):
                requests.journal.counts.hits += 1
                requests.end(slot, nil)
            case .success(.missing(let lease)): requests.miss(slot, lease: lease)
            case .success(.done), .failure:
                requests.node.sometimes(BackingPlace.cacheSilent)
                requests.journal.counts.unreachable += 1
                requests.miss(slot, lease: nil)
            }
        }
    }

    /// Makes the queries of a request whose answer is not in the cache, or waits for those of
    /// another one.
    private func miss(_ slot: Int, lease: UInt64?) {
        journal.counts.misses += 1
        asked[slot]?.lease = lease
        guard let request = asked[slot] else { return }
        if request.isShared {
            let shown = settings.plantedBug == .joinsAnyFlight ? nil : lease
            if flights.join(slot, request.key, lease: shown) { return }
        }
        want(slot)
    }

    /// Stores the answer to a request that missed it, and ends the request.
    func store(_ slot: Int) {
        guard let request = asked[slot], let lease = request.lease else { return end(slot, nil) }
        let order = SharedCacheOrder.store(
            request.key,
            version: request.version ?? 0,
            lease: lease
        )
        ask(order) { requests, result in
            if case .failure = result { requests.journal.counts.unreachable += 1 }
            requests.end(slot, nil)
        }
    }

    /// Deletes the entry of a row that a request changed, and ends the request.
    func delete(_ slot: Int) {
        guard let request = asked[slot] else { return }
        ask(.delete(request.key)) { requests, result in
            if case .success = result {
                requests.journal.counts.deletions += 1
            } else {
                requests.journal.counts.unreachable += 1
                requests.node.sometimes(BackingPlace.deletionLost)
                requests.journal.counts.lostDeletions += 1
            }
            requests.end(slot, nil)
        }
    }

    private func ask(
        _ order: SharedCacheOrder,
        _ completion:
            @escaping @Sendable (isolated BackedRequests, Result<SharedCacheAnswer, CallError>) ->
            Void
    ) {
        guard let cache else { return }
        network.ask(
            .sharedCache,
            order,
            of: cache,
            from: node,
            timeout: settings.cacheTimeout
        ) { result in
            self.atEvent { completion($0, result) }
        }
    }
}
