extension Balancer {
    /// Asks `member` for a heartbeat once a period, until it leaves the pool.
    nonisolated func watch(_ member: ServerPool.Member) {
        node.spawn("heartbeats of \(member.name)", .background) {
            let round = HeartbeatRound(of: member, for: self)
            var next = self.node.now
            while await self.watches(member) {
                next = next.advanced(by: self.settings.heartbeatPeriod)
                next = try await self.node.sleep(until: next, beginning: round)
                try await self.heartbeat(member)
            }
        }
    }

    private static let heartbeat = HTTPRequest(.get, "/heartbeat")

    /// Whether `member` is still there; a later member may have its name.
    private func watches(_ member: ServerPool.Member) -> Bool {
        pool.member(named: member.name)?.ordinal == member.ordinal
    }

    func heartbeat(_ member: ServerPool.Member) async throws(Interruption) {
        guard watches(member) else { return }
        let sent = node.now
        var isAlive = true
        do {
            _ = try await network.call(
                .http,
                of: member.name,
                from: node,
                Self.heartbeat,
                timeout: settings.heartbeatTimeout,
                .background
            )
        } catch .interrupted(let interruption) {
            throw interruption
        } catch {
            isAlive = false
        }
        guard watches(member) else { return node.sometimes(BalancerPlace.heartbeatOfTheGone) }
        guard isAlive else { return noteMiss(of: member) }
        lastAnswers[member.ordinal] = sent
        let present = pool.member(named: member.name)
        let standing = present?.standing
        node.sometimes(BalancerPlace.answeredAfterAMiss, present.map { $0.misses > 0 } ?? false)
        perform(pool.receive(.answered(server: member.name)))
        guard standing == .starting else { return }
        journal.noteStart(
            of: member.name,
            replacing: member.replaces,
            crash: outages.removeValue(forKey: member.ordinal),
            at: node.now
        )
    }

    /// Counts a missed heartbeat; where it was the last one allowed, notes which outage the
    /// replacement is to end: that of the dead member, or the one it was to end itself.
    private func noteMiss(of member: ServerPool.Member) {
        let standing = pool.member(named: member.name)?.standing
        let actions = pool.receive(.missed(server: member.name))
        if !watches(member) {
            let answered = lastAnswers.removeValue(forKey: member.ordinal) ?? .zero
            let own = launcher.lastCrash(of: member.name).flatMap { $0 >= answered ? $0 : nil }
            let crash = outages.removeValue(forKey: member.ordinal) ?? own
            node.sometimes(BalancerPlace.declaredDead)
            node.sometimes(BalancerPlace.livingDeclaredDead, crash == nil)
            node.sometimes(BalancerPlace.diedWhileStarting, standing == .starting)
            node.sometimes(
                BalancerPlace.lastDeclaredDead,
                pool.members.allSatisfy { $0.standing == .starting }
            )
            for case .launch(_, let ordinal) in actions { outages[ordinal] = crash }
        }
        perform(actions)
    }

    /// The next heartbeat of `member`; nothing where it may be missed, or where its answer changes
    /// something.
    fileprivate func harmlessHeartbeat(of member: ServerPool.Member) -> HarmlessCall? {
        guard let present = pool.member(named: member.name), present.ordinal == member.ordinal,
            present.standing == .serving, present.misses == 0,
            let call = network.harmlessCall(Self.heartbeat, to: member.name, from: node),
            call.longest < settings.heartbeatTimeout.wholeNanoseconds
        else { return nil }
        return call
    }

    fileprivate func skipHeartbeats(of member: ServerPool.Member, _ count: UInt64, last: UInt64) {
        harmlessHeartbeat(of: member)?.skip(count)
        lastAnswers[member.ordinal] = VirtualInstant(nanoseconds: last)
    }
}

/// The heartbeats of one member, which change nothing while it answers.
private final class HeartbeatRound: RecurringRound {
    private let member: ServerPool.Member
    private unowned let balancer: Balancer
    let period: UInt64
    let number: UInt64

    init(of member: ServerPool.Member, for balancer: Balancer) {
        self.member = member
        self.balancer = balancer
        period = balancer.settings.heartbeatPeriod.wholeNanoseconds
        number = balancer.node.record.executor.idleTime.takeNumber()
    }

    var longest: UInt64? {
        var longest: UInt64?
        let member = member
        balancer.atEvent { longest = $0.harmlessHeartbeat(of: member)?.longest }
        return longest
    }

    func skip(_ count: UInt64, from first: UInt64) {
        let last = first + (count - 1) * period
        let member = member
        balancer.atEvent { $0.skipHeartbeats(of: member, count, last: last) }
    }
}
