extension UpstreamGroup {
    /// Gives the server of a request back, with what came of the attempt.
    ///
    /// - Parameters:
    ///   - request: The request, which remembers what it has tried.
    ///   - outcome: What came of the attempt.
    ///   - took: From the choice to the answer.
    ///   - isReused: Whether the connection had served requests before: its breaking costs no try.
    ///   - now: When it ended.
    /// - Returns: Whether the request moves on, or what its client gets.
    public mutating func finish(
        _ request: inout UpstreamRequest,
        with outcome: AttemptOutcome,
        took: Duration = .zero,
        isReused: Bool = false,
        now: VirtualInstant
    ) -> UpstreamVerdict {
        guard let slot = request.current else {
            preconditionFailure("a server was chosen for the request")
        }
        request.current = nil
        var decision = settings.retry.decision(
            after: outcome,
            isIdempotent: request.isIdempotent || settings.plantedBug == .postRetried,
            triesLeft: isSingle ? min(1, request.triesLeft) : request.triesLeft,
            startedAt: request.startedAt,
            now: now,
            isReused: isReused
        )
        if settings.plantedBug == .passedStatusCounts, outcome.condition != nil {
            decision.countsAsFailure = true
        }
        if settings.plantedBug != .triesNotCounted { request.triesLeft = decision.triesLeft }
        measure(slot, outcome, decision, took: took, now: now)
        free(slot, failed: decision.countsAsFailure, now: now)
        return decision.verdict
    }

    private mutating func measure(
        _ slot: Int,
        _ outcome: AttemptOutcome,
        _ decision: RetryRule.Decision,
        took: Duration,
        now: VirtualInstant
    ) {
        if outcome == .abandoned { return }
        let isError: Bool
        if case .answered(let status) = outcome { isError = status >= 500 } else { isError = true }
        peers[slot].measures.note(failed: isError || decision.verdict == .retry, took: took)
        if case .peakAverage(let decay) = settings.strategy {
            let time = Double(took.wholeNanoseconds)
            peers[slot].measures.peak.observe(time, at: now, decay: decay)
        }
    }

    /// What nginx does when it frees a server.
    ///
    /// Source: nginx, `ngx_http_upstream_free_round_robin_peer`.
    private mutating func free(_ slot: Int, failed: Bool, now: VirtualInstant) {
        if !(failed && settings.plantedBug == .connectionLeakedOnFailure) {
            peers[slot].connections -= 1
        }
        if !peers[slot].isBackup { served -= 1 }
        if isSingle {
            peers[slot].fails = 0
        } else if failed {
            peers[slot].fails += settings.plantedBug == .failuresCountedTwice ? 2 : 1
            peers[slot].accessed = now.second
            peers[slot].checked = now.second
            let maximum = peers[slot].failuresMaximum
            if maximum > 0 {
                let penalty = peers[slot].weight / maximum * unit
                peers[slot].effectiveWeight = max(0, peers[slot].effectiveWeight - penalty)
            }
        } else if peers[slot].accessed < peers[slot].checked,
            settings.plantedBug != .failuresNeverCleared
        {
            let maximum = peers[slot].failuresMaximum
            if maximum > 0, peers[slot].fails >= maximum { peers[slot].startRamp(at: now) }
            peers[slot].fails = 0
        }
        if peers[slot].blocks.contains(.removed) {
            recycle(slot)
        }
        update(slot, now)
    }

    /// Makes the slot of a removed server free once nothing is under way there.
    mutating func recycle(_ slot: Int) {
        guard peers[slot].connections == 0, settings.plantedBug != .removedStillChosen else {
            return
        }
        freeSlots.append(slot)
    }
}
