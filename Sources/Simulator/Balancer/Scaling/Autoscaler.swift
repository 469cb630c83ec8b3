/// Starts and stops servers, and tells which it has started, as the interface of a cloud does.
public protocol ServerProvider: ServerLauncher {
    /// Whether the server called `name` was started and not stopped since; one that crashed is not
    /// stopped.
    func isStarted(_ name: String) -> Bool
}

/// Adds servers behind proxies when those that are there are used too much, and removes some when
/// they are used too little.
///
/// How many there should be is decided by `ScalingRule`. The autoscaler asks every server for its
/// page `/metrics`, launches servers and has the proxies send them requests, or has servers drain
/// before it removes and stops them: the last ones first.
///
/// What it has in mind and what there is may differ: an answer is lost, a proxy starts anew with
/// the servers of its configuration, the autoscaler itself does. So at each interval it compares
/// what the proxies list and what the provider has started with what there should be, and mends
/// what differs (`Autoscaler+Mending.swift`), as the controllers of Kubernetes do.
public actor Autoscaler: SimulatedActor {
    /// The servers that there may be.
    public struct Fleet: Sendable {
        /// Who starts and stops servers.
        public var provider: any ServerProvider
        /// The name of each server that there may be, in their order.
        public var names: [String]
        /// The group that they belong to.
        public var upstream: String
        /// How many requests the proxies have at a server, for the journal: no decision hangs on
        /// it.
        public var underWay: @Sendable (String) -> Int

        /// A fleet of servers with these names.
        public init(
            _ provider: any ServerProvider,
            names: [String],
            upstream: String,
            underWay: @escaping @Sendable (String) -> Int
        ) {
            self.provider = provider
            self.names = names
            self.upstream = upstream
            self.underWay = underWay
        }
    }

    /// The node it runs on.
    public nonisolated let node: Node
    let fleet: Fleet
    let proxies: ProxyOperator
    let journal: ScalingJournal
    private var rule: ScalingRule
    /// The numbers of the servers that should be in service, ascending.
    private(set) var members: [Int] = []
    /// What each server said last.
    private var samples: [Int: (busy: Duration, capacity: Duration)] = [:]
    /// Servers that are being launched or removed.
    private(set) var changing: Set<Int> = []

    var settings: ScalingSettings { rule.settings }

    /// Starts an autoscaler on `node`; no run waits for it.
    @discardableResult
    public static func start(
        _ settings: ScalingSettings,
        of fleet: Fleet,
        behind proxies: [String],
        on node: Node,
        network: Network,
        journal: ScalingJournal
    ) -> Autoscaler {
        let autoscaler = Autoscaler(
            settings,
            fleet,
            ProxyOperator(
                node: node,
                network: network,
                proxies: proxies,
                timeout: settings.timeout
            ),
            journal
        )
        node.spawn("autoscaler", .background) { try await autoscaler.work() }
        return autoscaler
    }

    private init(
        _ settings: ScalingSettings,
        _ fleet: Fleet,
        _ proxies: ProxyOperator,
        _ journal: ScalingJournal
    ) {
        node = proxies.node
        self.fleet = fleet
        self.proxies = proxies
        self.journal = journal
        rule = ScalingRule(settings: settings)
    }

    private func work() async throws(Interruption) {
        var isFirst = true
        while true {
            let isKnown = try await compare()
            if isKnown, isFirst {
                isFirst = false
                journal.noteServers(members.count, at: node.now)
                node.sometimes(ScalingPlace.beganAnew, node.incarnation > 1)
                // What an earlier incarnation had under way is over, unless it is taken up.
                if node.incarnation > 1, changing.isEmpty { noteChange() }
            }
            let use = try await measuredUse()
            // Where the proxies do not answer, servers may have nothing to do for that reason.
            if isKnown, changing.isEmpty { change(use) }
            try await node.sleep(for: settings.interval)
        }
    }

    /// The part of their time in which the servers were busy since they were asked last, on average
    /// over those that answered both times.
    private func measuredUse() async throws(Interruption) -> Double? {
        var parts: [Double] = []
        for member in members {
            let request = HTTPRequest(.get, "/metrics")
            guard let answer = try await proxies.ask(fleet.names[member], request),
                let times = ServerMetrics.times(from: answer.body)
            else {
                samples[member] = nil
                continue
            }
            let former = samples.updateValue(times, forKey: member)
            guard let former, times.capacity > former.capacity else { continue }
            parts.append((times.busy - former.busy) / (times.capacity - former.capacity))
        }
        return parts.isEmpty ? nil : parts.reduce(0, +) / Double(parts.count)
    }

    private func change(_ use: Double?) {
        let wanted = rule.change(servers: members.count, use: use, now: node.now)
        let free = fleet.names.indices.filter { !members.contains($0) }
        let added = free.prefix(max(0, wanted))
        let removed = members.suffix(max(0, -wanted))
        guard !added.isEmpty || !removed.isEmpty else { return }
        journal.noteAction(
            servers: members.count,
            change: added.count - removed.count,
            use: use,
            at: node.now
        )
        for member in added { launch(member) }
        for member in removed { remove(member) }
    }

    // MARK: Changes

    /// Launches a server and has the proxies send it requests.
    private func launch(_ member: Int) {
        changing.insert(member)
        node.spawn("launch of \(fleet.names[member])", .background) {
            if try await self.bringUp(member) {
                self.enlist(member)
                self.journal.noteLaunch(at: self.node.now)
            }
            self.finish(member)
        }
    }

    /// Has a server finish what it has, and stops it.
    func remove(_ member: Int) {
        changing.insert(member)
        members.removeAll { $0 == member }
        node.spawn("removal of \(fleet.names[member])", .background) {
            if try await !self.takeDown(member) { self.enlist(member) }
            self.finish(member)
        }
    }

    /// Counts a server among those that should be in service.
    func enlist(_ member: Int) {
        guard !members.contains(member) else { return }
        members.append(member)
        members.sort()
        samples[member] = nil
    }

    /// Counts a server no longer among those that should be in service.
    func forget(_ member: Int) {
        members.removeAll { $0 == member }
    }

    /// Notes that a server is in service, or no longer.
    private func finish(_ member: Int) {
        changing.remove(member)
        journal.noteServers(members.count, at: node.now)
        if changing.isEmpty { noteChange() }
    }

    private func noteChange() {
        rule.noteChange(at: node.now)
        journal.noteEnd(at: node.now)
    }
}
