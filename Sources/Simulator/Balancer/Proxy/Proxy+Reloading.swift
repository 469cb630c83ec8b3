/// What sends a path to a group: the present configuration of a proxy.
struct ProxyConfiguration: Sendable {
    /// The groups that it has, of all of the proxy.
    let upstreams: Range<Int>
    /// Which paths go to which of them; the longest one is the first.
    private let routes: [Route]

    /// Paths that go to a group.
    struct Route: Sendable {
        /// What they begin with.
        let path: String
        /// The place of the group among those of the proxy.
        let upstream: Int
        /// Whether the proxy reads responses for its clients.
        let buffersResponses: Bool
    }

    /// Nothing goes anywhere.
    init() {
        upstreams = 0..<0
        routes = []
    }

    /// - Parameters:
    ///   - names: The names of the groups.
    ///   - count: How many groups others have that come before them.
    init(_ routes: [ProxySettings.Route], of names: [String], after count: Int) {
        upstreams = count..<count + names.count
        let known = routes.compactMap { route in
            names.firstIndex(of: route.upstream).map { place in
                Route(
                    path: route.path,
                    upstream: count + place,
                    buffersResponses: route.buffersResponses
                )
            }
        }
        // Of equal lengths the first one counts.
        self.routes = known.enumerated().sorted { left, right in
            (right.element.path.utf8.count, left.offset)
                < (left.element.path.utf8.count, right.offset)
        }.map(\.element)
    }

    /// The longest route that the path begins with.
    func route(for path: String) -> Route? {
        for route in routes where path.hasPrefix(route.path) { return route }
        return nil
    }
}

extension ProxySettings {
    /// The groups of all configurations.
    public var allUpstreams: [ProxyUpstreamSettings] {
        upstreams + reloads.flatMap(\.upstreams)
    }

    /// The configuration that a proxy reads that starts at `now`.
    func reload(inForceAt now: VirtualInstant) -> Reload {
        reloads.last { .zero.advanced(by: $0.time) <= now }
            ?? Reload(at: .zero, upstreams: upstreams, routes: routes)
    }
}

/// New configurations while the proxy runs.
///
/// What came before is done by the old groups, as nginx's old workers do it: its attempts, its
/// retries, and their failures. Nothing is checked for them any more, and they keep no connection.
/// New groups know nothing of the old ones, since nginx makes their shared zones anew. Limits go on
/// counting; new workers have nothing to do yet.
///
/// Source: nginx, "Controlling nginx", and `ngx_http_upstream_zone_module.c` (`noreuse`).
extension Proxy {
    /// The groups of a configuration.
    ///
    /// - Parameter count: How many groups the proxy has had before.
    static func groups(
        _ upstreams: [ProxyUpstreamSettings],
        after count: Int,
        settings: ProxySettings,
        journal: ProxyJournal,
        node: Node
    ) throws(UpstreamError) -> [ProxyUpstream] {
        var groups: [ProxyUpstream] = []
        for (place, upstream) in upstreams.enumerated() {
            groups.append(
                try ProxyUpstream(
                    upstream,
                    place: count + place,
                    workers: settings.workers,
                    sharesState: settings.sharesState,
                    isChecked: settings.isChecked,
                    zone: node.record.placement.zone,
                    journal: journal,
                    now: node.now
                )
            )
        }
        return groups
    }

    /// Has the configurations come that are still to come.
    func scheduleReloads() {
        for reload in settings.reloads {
            let instant = VirtualInstant.zero.advanced(by: reload.time)
            guard instant > node.now else { continue }
            schedule(after: node.now.duration(to: instant)) { $0.read(reload) }
        }
    }

    /// Puts a configuration in the place of the present one; one that is wrong changes nothing, as
    /// with nginx.
    private func read(_ reload: ProxySettings.Reload) {
        let groups = try? Self.groups(
            reload.upstreams,
            after: upstreams.count,
            settings: settings,
            journal: journal,
            node: node
        )
        guard let groups else { return }
        let underWay = configuration.upstreams.contains { upstreams[$0].requests > 0 }
        node.sometimes(ProxyPlace.reloadedUnderWay, underWay)
        noteChanges(to: reload)
        for index in configuration.upstreams { upstreams[index].retire() }
        configuration = ProxyConfiguration(
            reload.routes,
            of: reload.upstreams.map(\.name),
            after: upstreams.count
        )
        upstreams += groups
        startWorkers()
        journal.noteReload(at: node.now)
        startChecks()
    }

    /// Notes which servers a configuration takes in and leaves out, and which it puts back that
    /// were out of service: by failures, by checks, or by an order of an operator.
    private func noteChanges(to reload: ProxySettings.Reload) {
        let members = reload.upstreams.flatMap(\.servers).filter { !$0.isDown }.map(\.name)
        let included = Set(members)
        var known: Set<String> = []
        for index in configuration.upstreams {
            for name in upstreams[index].groups[0].members.map(\.name)
            where known.insert(name).inserted {
                if !included.contains(name) {
                    journal.noteHealth(.leftOut, of: name, at: node.now)
                } else if upstreams[index].isOut(name, second: node.now.second) {
                    journal.noteHealth(.reinstated, of: name, at: node.now)
                }
            }
        }
        for name in members where known.insert(name).inserted {
            journal.noteHealth(.added, of: name, at: node.now)
        }
    }
}
