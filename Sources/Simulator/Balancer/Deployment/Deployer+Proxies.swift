/// What a deployer has the proxies do, and what it asks them.
extension Deployer {
    private func upstreams(of server: String) -> [String] {
        targets.servers.first { $0.name == server }?.upstreams ?? []
    }

    // MARK: Draining

    /// Has the server finish what it has, and waits for that as long as it may take.
    func drain(_ server: String) async throws(Interruption) -> Bool {
        guard try await setDraining(server, true) else { return false }
        if settings.plantedBug == .impatient { return true }
        try await awaitIdle(server)
        return true
    }

    /// Waits until the server has nothing left, or its time is over; where a proxy forgot meanwhile
    /// that the server drains, tells it again.
    private func awaitIdle(_ server: String) async throws(Interruption) {
        overdue = nil
        let deadline = node.now.advanced(by: settings.drainTimeout)
        while node.now < deadline {
            if let rotation = try await proxies.rotation() {
                if !isDraining(server, in: rotation) {
                    try await drainAgain(server)
                } else if rotation.counts(of: server).active == 0 {
                    return note(.idle, of: server)
                }
            }
            try await node.sleep(for: settings.poll)
        }
        overdue = server
        node.sometimes(DeploymentPlace.drainTimedOut)
        note(.drainTimedOut, of: server)
    }

    /// Makes sure, before the process of a server is replaced, that it still gets nothing new and
    /// has nothing left: where a proxy started anew, it drains again.
    ///
    /// - Returns: Whether the proxies said so before `deadline`.
    func confirmDrain(
        of server: String,
        until deadline: VirtualInstant
    ) async throws(Interruption) -> Bool {
        guard settings.drains else { return true }
        if settings.plantedBug == .impatient || settings.plantedBug == .trusting { return true }
        repeat {
            if let rotation = try await proxies.rotation() {
                let isIdle = rotation.counts(of: server).active == 0 || overdue == server
                if isDraining(server, in: rotation), isIdle {
                    note(.confirmed, of: server)
                    return true
                }
                try await awaitIdle(server)
            } else {
                try await node.sleep(for: settings.poll)
            }
        } while node.now < deadline
        note(.unreachable, of: server)
        return false
    }

    /// Tells proxies again that the server gets nothing new, where they have forgotten it.
    func keepDraining(_ server: String) async throws(Interruption) {
        guard settings.drains, settings.plantedBug != .trusting,
            let rotation = try await proxies.rotation(), !isDraining(server, in: rotation)
        else { return }
        try await drainAgain(server)
    }

    private func drainAgain(_ server: String) async throws(Interruption) {
        node.sometimes(DeploymentPlace.drainedAgain)
        if try await tell(server, drains: true).allSatisfy({ $0 == .done }) {
            note(.drained, of: server)
        }
    }

    private func isDraining(_ server: String, in rotation: ProxyRotation) -> Bool {
        upstreams(of: server).allSatisfy { rotation.drains(server, in: $0) }
    }

    /// Tells the proxies whether the server is to get something new, until they have answered.
    func setDraining(_ server: String, _ drains: Bool) async throws(Interruption) -> Bool {
        let deadline = patienceEnd
        while true {
            let outcomes = try await tell(server, drains: drains)
            if outcomes.allSatisfy({ $0 == .done }) {
                note(drains ? .drained : .putBack, of: server)
                return true
            }
            guard outcomes.allSatisfy({ $0 == .done || $0 == .unanswered }), node.now < deadline
            else {
                node.sometimes(DeploymentPlace.proxiesUnreachable)
                note(.unreachable, of: server)
                return false
            }
            try await node.sleep(for: settings.poll)
        }
    }

    /// Tells the proxies once; what they say to it for each group of the server.
    private func tell(
        _ server: String,
        drains: Bool
    ) async throws(Interruption) -> [OrderOutcome] {
        var outcomes: [OrderOutcome] = []
        for upstream in upstreams(of: server) {
            var change = ProxyMessages.Change()
            change.server_id = server
            change.upstream = upstream
            change.drain = drains
            outcomes.append(try await proxies.order("update", change))
        }
        return outcomes
    }

    // MARK: Watching

    /// Counts the errors of the server for a while; as soon as they are too many, it has failed. It
    /// has not passed before the proxies have said what there was.
    func watch(_ server: String) async throws(Interruption) -> Bool {
        let watch = settings.watch
        var deadline = node.now.advanced(by: watch.duration)
        let end = deadline.advanced(by: settings.health.deadline)
        var first: ServerCounts?
        var isKnown = watch.duration == .zero
        while node.now < deadline || !isKnown {
            guard node.now < end else {
                note(.unreachable, of: server)
                return false
            }
            let counts = try await proxies.rotation()?.counts(of: server)
            isKnown = counts != nil
            if first == nil, counts == nil { deadline = node.now.advanced(by: watch.duration) }
            let begin = first ?? counts ?? ServerCounts()
            first = first ?? counts
            let requests = (counts?.requests ?? 0) - begin.requests
            let errors = (counts?.errors ?? 0) - begin.errors
            let isOver = node.now.advanced(by: settings.poll) >= deadline
            if requests > 0, requests >= watch.requestsMinimum || isOver,
                Double(errors) > watch.errorsMaximum * Double(requests)
            {
                node.sometimes(DeploymentPlace.rejected)
                note(.rejected(errors: errors, requests: requests), of: server)
                return false
            }
            try await node.sleep(for: settings.poll)
        }
        note(.accepted, of: server)
        return true
    }
}
