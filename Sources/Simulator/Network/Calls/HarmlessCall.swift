/// A call of HTTP that is answered at once when it arrives, as things stand, and that leaves
/// everything as it was but for the count of messages: a heartbeat while all is well.
struct HarmlessCall {
    fileprivate let network: Network
    fileprivate let links: [Link]
    /// How long it takes at most, nanoseconds.
    let longest: UInt64

    /// Makes `count` calls one after the other, without events.
    func skip(_ count: UInt64) {
        for link in links { link.skip(count) }
        network.countSkipped(messages: UInt64(links.count) * count)
    }
}

extension Network {
    /// The call of `request` to the node called `name`; nothing where it may be lost, refused or
    /// delayed, or where the answer is not known to be the same every time.
    func harmlessCall(
        _ request: HTTPRequest,
        to name: String,
        from node: Node
    ) -> HarmlessCall? {
        guard node.isAlive, !node.record.state.pointee.isPaused,
            let record = try? record(named: name), record.state.pointee.running != 0,
            !record.state.pointee.isPaused,
            let serving = serving(.http, on: record), serving.isHarmless(request, node)
        else { return nil }
        let server = Node(record: record, incarnation: record.incarnations)
        let there = link(from: node, to: record)
        let back = link(from: server, to: node.record)
        guard let first = there.longestArrival, let second = back.longestArrival else { return nil }
        let (longest, overflow) = first.addingReportingOverflow(second)
        return overflow ? nil : HarmlessCall(network: self, links: [there, back], longest: longest)
    }
}
