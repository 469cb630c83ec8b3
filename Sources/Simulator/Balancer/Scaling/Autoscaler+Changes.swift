/// How a server comes into service, and goes.
///
/// An order without an answer is repeated at the next interval: nobody knows whether it was carried
/// out. A server counts once the proxies said that they list it, and is stopped once they said that
/// they do not.
extension Autoscaler {
    /// Launches a server and adds it to the group.
    ///
    /// - Returns: Whether it is in service.
    func bringUp(_ member: Int) async throws(Interruption) -> Bool {
        let name = fleet.names[member]
        try await fleet.provider.launch(name, ordinal: member, from: node)
        guard fleet.provider.isStarted(name) else {
            node.sometimes(ScalingPlace.launchFailed)
            return false
        }
        if try await add(member) { return true }
        node.sometimes(ScalingPlace.additionRefused)
        fleet.provider.stop(name)
        return false
    }

    /// Has a server drain, removes it from the group and stops it.
    ///
    /// - Returns: Whether that was done; the proxies keep the last one of a group.
    func takeDown(_ member: Int) async throws(Interruption) -> Bool {
        let name = fleet.names[member]
        let isIdle = try await drain(member)
        guard try await orderUntilAnswered(member, "remove", settledBy: 404) else {
            node.sometimes(ScalingPlace.removalRefused)
            _ = try await orderUntilAnswered(member, "update", drains: false)
            return false
        }
        node.sometimes(ScalingPlace.forced, !isIdle)
        journal.noteStop(
            name,
            isForced: !isIdle && settings.plantedBug != .impatient,
            wasIdle: isIdle,
            underWay: fleet.underWay(name),
            at: node.now
        )
        fleet.provider.stop(name)
        return true
    }

    /// Has a server finish what it has, and waits for that as long as it may take; where a proxy
    /// forgot meanwhile that it drains, tells it again.
    ///
    /// - Returns: Whether it has finished.
    private func drain(_ member: Int) async throws(Interruption) -> Bool {
        let name = fleet.names[member]
        var deadline: VirtualInstant?
        while deadline.map({ node.now < $0 }) ?? true {
            let isTold = try await orderUntilAnswered(
                member,
                "update",
                drains: true,
                settledBy: 404
            )
            guard isTold, settings.plantedBug != .impatient else { return false }
            let end = deadline ?? node.now.advanced(by: settings.drainTimeout)
            deadline = end
            var isHeld = true
            while isHeld, node.now < end {
                if let rotation = try await proxies.rotation() {
                    isHeld = rotation.drains(name, in: fleet.upstream)
                    node.sometimes(ScalingPlace.drainLifted, !isHeld)
                    if isHeld, rotation.counts(of: name).active == 0 { return true }
                }
                try await node.sleep(for: settings.poll)
            }
        }
        return false
    }

    /// Adds a server to the group, where it is not there already.
    ///
    /// - Returns: Whether it is there.
    func add(_ member: Int) async throws(Interruption) -> Bool {
        try await orderUntilAnswered(member, "add", settledBy: 409)
    }

    /// Gives an order about a server until it is answered.
    ///
    /// - Returns: Whether it was carried out.
    private func orderUntilAnswered(
        _ member: Int,
        _ operation: String,
        drains: Bool? = nil,
        settledBy settled: Int = 200
    ) async throws(Interruption) -> Bool {
        while true {
            switch try await order(member, operation, drains: drains, settledBy: settled) {
            case .done: return true
            case .refused: return settings.plantedBug == .trusting
            case .unanswered where settings.plantedBug == .trusting: return true
            case .unanswered: try await node.sleep(for: settings.interval)
            }
        }
    }

    /// Gives an order about a server once.
    func order(
        _ member: Int,
        _ operation: String,
        drains: Bool? = nil,
        settledBy settled: Int
    ) async throws(Interruption) -> OrderOutcome {
        var change = ProxyMessages.Change()
        change.server_id = fleet.names[member]
        change.upstream = fleet.upstream
        change.drain = drains
        let outcome = try await proxies.order(operation, change, settledBy: settled)
        if outcome == .unanswered { journal.noteSilence() }
        return outcome
    }
}
