/// The faults that are on at nodes, so that the end of one leaves the others as they are.
///
/// Faults of a kind on one node combine: factors multiply, offsets and drifts add up, independent
/// probabilities combine, and a node stands still until its last pause ends. A pause and a slowness
/// end with the incarnation they hit; a disk and a clock keep theirs over a restart.
struct ActiveNodeFaults {
    private struct Entry {
        let number: Int
        let fault: Fault
        let node: Node
        let since: VirtualInstant
        let isEndless: Bool
    }

    /// The greatest factor by which faults together slow something down.
    private static let slownessMaximum = 1e9
    /// The greatest drift that faults together can give a clock, below the rate of the clock
    /// itself.
    private static let driftMaximum = 0.999

    private var entries: [Entry] = []
    private var begun = 0

    /// Begins `fault` on `node`.
    ///
    /// - Parameter isEndless: Whether nothing but a restart ends it.
    /// - Returns: Its number, for `end(_:)`.
    mutating func begin(_ fault: Fault, on node: Node, isEndless: Bool) -> Int {
        begun += 1
        entries.append(
            Entry(
                number: begun,
                fault: fault,
                node: node,
                since: node.now,
                isEndless: isEndless
            )
        )
        apply(fault, to: node.current)
        return begun
    }

    /// Ends the fault with this number.
    mutating func end(_ number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
        let ended = entries.remove(at: index)
        let node = ended.node.current
        if ended.fault.endsWithIncarnation, node.incarnation != ended.node.incarnation { return }
        apply(ended.fault, to: node)
    }

    /// Sets what `fault` changes at `node` to what all faults there together make of it.
    private func apply(_ fault: Fault, to node: Node) {
        let here = entries.filter { $0.node.identifier == node.identifier }
        let now = here.filter { $0.node.incarnation == node.incarnation }
        switch fault {
        case .pause:
            let pauses = now.filter { $0.fault == .pause }
            if pauses.isEmpty { return node.resume() }
            node.pause(isEndless: pauses.contains { $0.isEndless })
        case .slow:
            let factors = now.map { if case .slow(let factor) = $0.fault { factor } else { 1.0 } }
            if node.isAlive { node.slowness = Self.product(factors) }
        case .clockSkew: skewClock(of: node, by: here)
        case .diskFull, .diskSlow, .diskLostWrites: setDisk(of: node, to: here.map(\.fault))
        case .crash, .kill, .restart, .partition, .link: break
        }
    }

    /// A clock that other faults still skew keeps what it has drifted since they began.
    private func skewClock(of node: Node, by entries: [Entry]) {
        var offset = Duration.zero
        var rate = 0.0
        for entry in entries {
            guard case .clockSkew(let ahead, let drift) = entry.fault else { continue }
            let elapsed = Double(entry.since.duration(to: node.now).wholeNanoseconds)
            offset += ahead + .nanoseconds(Int64((elapsed * drift).rounded()))
            rate += drift
        }
        node.skewClock(offset: offset, drift: max(-Self.driftMaximum, min(rate, Self.driftMaximum)))
    }

    private func setDisk(of node: Node, to faults: [Fault]) {
        let factors = faults.map { if case .diskSlow(let factor) = $0 { factor } else { 1.0 } }
        let kept = faults.reduce(1.0) { kept, fault in
            if case .diskLostWrites(let part) = fault { kept * (1 - part) } else { kept }
        }
        node.setDiskFaults(
            slowness: Self.product(factors),
            isFull: faults.contains(.diskFull),
            lost: 1 - kept
        )
    }

    private static func product(_ factors: [Double]) -> Double {
        min(factors.reduce(1, *), slownessMaximum)
    }
}

extension Fault {
    /// Whether a restart undoes it.
    fileprivate var endsWithIncarnation: Bool {
        switch self {
        case .pause, .slow: true
        default: false
        }
    }
}
