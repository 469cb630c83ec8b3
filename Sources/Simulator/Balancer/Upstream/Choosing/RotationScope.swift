/// What a rotation must know of the moment and the group.
struct RotationScope: Sendable {
    var now: VirtualInstant
    /// Whether the group disregards health.
    var isPanicking = false
    var plantedBug: UpstreamPlantedBug?

    /// Whether a server may be chosen now, by a request that has not tried it.
    func isEligible(_ peer: UpstreamPeer) -> Bool {
        !isBlocked(peer) && !isFailed(peer)
            && (!peer.isFull || plantedBug == .connectionLimitIgnored)
    }

    /// Whether nothing but the time keeps a server from being chosen.
    func isEligibleLater(_ peer: UpstreamPeer) -> Bool {
        plantedBug != .failedForEver && !isBlocked(peer) && !peer.isFull && isFailed(peer)
    }

    private func isFailed(_ peer: UpstreamPeer) -> Bool {
        switch plantedBug {
        case .failedStillChosen: false
        case .failedForEver:
            peer.failuresMaximum > 0 && peer.fails >= peer.failuresMaximum
        default: peer.isFailed(second: now.second)
        }
    }

    private func isBlocked(_ peer: UpstreamPeer) -> Bool {
        var blocks = peer.blocks
        if isPanicking { blocks.subtract(.healthRelated) }
        switch plantedBug {
        case .drainingStillChosen: blocks.subtract(.draining)
        case .downStillChosen: blocks.subtract(.down)
        case .removedStillChosen: blocks.subtract(.removed)
        default: break
        }
        return !blocks.isEmpty
    }

    /// Lets one server take part in a round.
    ///
    /// - Returns: What its account gained.
    func gain(_ peer: inout UpstreamPeer) -> Int {
        let gain = peer.gain(at: now)
        peer.currentWeight += gain
        recover(&peer)
        return gain
    }

    /// Gives a server a unit of the weight back that failures took.
    func recover(_ peer: inout UpstreamPeer) {
        if peer.effectiveWeight < peer.fullWeight, plantedBug != .effectiveWeightNeverRecovers {
            peer.effectiveWeight = min(peer.fullWeight, peer.effectiveWeight + peer.unit)
        }
    }
}
