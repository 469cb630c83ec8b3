extension Node {
    /// Crashes the node: its tasks unwind, its volatile state is gone, unsynchronised writes are
    /// lost.
    ///
    /// Nothing happens when this incarnation is down already.
    public func crash() {
        guard isAlive, record.executor.isUsable || record.executor.admitsCaller else { return }
        record.crash()
    }

    /// Boots the next incarnation, after a crash of this one where it is still up.
    ///
    /// Nothing happens when a later incarnation is up already: what is left of this one must not
    /// reach it. Use `current` to restart whichever incarnation is up.
    ///
    /// - Returns: The handle of the incarnation that is up.
    @discardableResult
    public func restart() -> Node {
        crash()
        guard record.executor.isUsable, record.state.pointee.running == 0,
            record.executor.phase != .ended
        else {
            return current
        }
        return record.start()
    }

    /// Holds back everything that happens here, timers and deliveries, until `resume`.
    ///
    /// - Parameter isEndless: Whether nobody means to resume it. Then no run waits for what is to
    ///   happen here: it is quiescent when nothing else is left, as if the node had crashed.
    public func pause(isEndless: Bool = false) {
        record.executor.requireOwnership()
        guard isAlive else { return }
        if !record.state.pointee.isPaused {
            record.state.pointee.pausedSince = record.kernel.pointee.now
        }
        record.state.pointee.isPaused = true
        if isEndless { record.holdForGood() }
    }

    /// Ends a pause: what was held back happens now, in its order, before what is due now anyway.
    public func resume() {
        record.executor.requireOwnership()
        guard isAlive else { return }
        record.resume()
    }

    /// When the node crashed last, in any incarnation.
    public var lastCrash: VirtualInstant? { record.lastCrash }

    /// Whether the node is paused.
    public var isPaused: Bool { record.state.pointee.isPaused }

    /// How many times longer work takes here than it should; 1 when healthy.
    public var slowness: Double {
        get { record.state.pointee.slowness }
        nonmutating set {
            record.executor.requireOwnership()
            precondition(newValue > 0, "slowness must be positive")
            record.setSlowness(newValue)
        }
    }

    /// Whether this incarnation says that it leads its peers, so that a fault can be aimed at the
    /// leader. It decides nothing in the kernel; a crash ends it.
    public var claimsLeadership: Bool {
        get { isAlive && record.state.pointee.claimsLeadership }
        nonmutating set {
            record.executor.requireOwnership()
            if isAlive { record.state.pointee.claimsLeadership = newValue }
        }
    }

    /// The incarnation that is up now, or the last one.
    public var current: Node { Node(record: record, incarnation: record.incarnations) }

    /// Sets how the local clock deviates from virtual time.
    public func skewClock(offset: Duration, drift: Double) {
        record.executor.requireOwnership()
        record.localClock.skew(offset: offset, drift: drift, at: now)
    }
}
