/// What a proxy finds out about its servers besides the requests of clients.
extension Proxy {
    /// Starts the checks of all servers of the configuration, and the intervals of outlier
    /// detection.
    func startChecks() {
        for upstream in configuration.upstreams {
            for ordinal in upstreams[upstream].checks.indices {
                startChecks(of: ordinal, in: upstream)
            }
            if let detector = upstreams[upstream].detector {
                schedule(after: detector.settings.interval) { $0.endInterval(of: upstream) }
            }
        }
    }

    /// Starts the checks of one server: spread over the first interval as HAProxy does it, or at
    /// once as AWS.
    func startChecks(of ordinal: Int, in upstream: Int) {
        guard let check = upstreams[upstream].checks[ordinal] else { return }
        if !check.isUp, let name = upstreams[upstream].name(of: ordinal) {
            upstreams[upstream].set(.unhealthy, true, for: name, now: node.now)
        }
        let count = UInt64(max(1, upstreams[upstream].checks.count))
        let nanoseconds = check.interval.wholeNanoseconds / count * UInt64(ordinal)
        let delay = check.isSpread ? Duration(wholeNanoseconds: nanoseconds) : .zero
        schedule(after: delay) { $0.check(ordinal, in: upstream) }
    }

    /// Asks one server whether it is well, and sees to it that it is asked again.
    private func check(_ ordinal: Int, in upstream: Int) {
        guard !upstreams[upstream].isRetired, let check = upstreams[upstream].checks[ordinal],
            let rules = upstreams[upstream].settings.check,
            let name = upstreams[upstream].name(of: ordinal)
        else { return }
        let began = node.now
        network.send(
            HTTPRequest(.get, rules.path),
            to: upstreams[upstream].server(ordinal).destination,
            from: node,
            timeout: check.timeout,
            .background
        ) { result in
            self.atEvent { proxy in
                let isPassed = (try? result.get()).map { check.passes($0.status) } ?? false
                proxy.note(isPassed, ordinal, in: upstream, name, began)
            }
        }
    }

    private func note(
        _ isPassed: Bool,
        _ ordinal: Int,
        in upstream: Int,
        _ name: String,
        _ began: VirtualInstant
    ) {
        if upstreams[upstream].isRetired { return }
        let isNew = upstreams[upstream].checks[ordinal]?.isNew ?? false
        guard let change = upstreams[upstream].checks[ordinal]?.note(passed: isPassed),
            upstreams[upstream].name(of: ordinal) == name
        else { return checkAgain(ordinal, in: upstream, began) }
        upstreams[upstream].set(.unhealthy, !change, for: name, now: node.now)
        // A new server that passes its first check has not been out of rotation before.
        if !isNew {
            journal.noteHealth(
                change ? .checkedHealthy : .checkedUnhealthy,
                of: name,
                at: node.now
            )
        }
        checkAgain(ordinal, in: upstream, began)
    }

    private func checkAgain(_ ordinal: Int, in upstream: Int, _ began: VirtualInstant) {
        guard let check = upstreams[upstream].checks[ordinal] else { return }
        let next = max(began.advanced(by: check.interval), node.now)
        schedule(after: node.now.duration(to: next)) { $0.check(ordinal, in: upstream) }
    }

    // MARK: Outliers

    /// Has outlier detection see how an attempt ended.
    func noteForOutliers(_ line: ProxyLine, _ outcome: AttemptOutcome) {
        let upstream = line.exchange.upstream
        let status: Int?
        switch outcome {
        case .answered(let answered): status = answered
        case .abandoned: return
        default: status = nil
        }
        let change = upstreams[upstream].detector?.note(
            line.choice.ordinal,
            status: status,
            now: node.now,
            using: &random
        )
        if let change = change ?? nil { apply(change, in: upstream) }
    }

    private func endInterval(of upstream: Int) {
        guard let interval = upstreams[upstream].detector?.settings.interval else { return }
        let changes = upstreams[upstream].detector?.tick(now: node.now, using: &random) ?? []
        for change in changes { apply(change, in: upstream) }
        schedule(after: interval) { $0.endInterval(of: upstream) }
    }

    private func apply(_ change: OutlierDetector.Change, in upstream: Int) {
        let (ordinal, isEjected) =
            switch change {
            case .eject(let ordinal, _): (ordinal, true)
            case .restore(let ordinal): (ordinal, false)
            }
        guard let name = upstreams[upstream].name(of: ordinal) else { return }
        upstreams[upstream].set(.ejected, isEjected, for: name, now: node.now)
        node.sometimes(ProxyPlace.readmitted, !isEjected)
        let isLast = upstreams[upstream].detector.map { $0.ejectedCount == $0.count } ?? false
        node.sometimes(ProxyPlace.lastEjected, isEjected && isLast)
        journal.noteHealth(isEjected ? .ejected : .readmitted, of: name, at: node.now)
    }
}
