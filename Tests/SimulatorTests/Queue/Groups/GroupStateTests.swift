import Testing

@testable import Simulator

/// The steps of a group as KIP-134 and the documentation of Kafka's consumer have them.
struct GroupStateTests {
    private func instant(_ seconds: Int64) -> VirtualInstant {
        .zero.advanced(by: .seconds(seconds))
    }

    private func request(_ member: String) -> JoinRequest {
        JoinRequest(
            group: "g",
            member: member,
            topics: ["t"],
            owned: [],
            assignment: .range,
            sessionTimeout: .seconds(10),
            rebalanceTimeout: .seconds(30)
        )
    }

    private func heartbeat(_ member: String, _ generation: Int) -> MemberRequest {
        MemberRequest(group: "g", member: member, generation: generation, isLeaving: false)
    }

    /// A group of two in its first generation.
    private func pair() -> GroupState {
        var group = GroupState()
        #expect(group.join(request("a"), now: instant(0)) == nil)
        #expect(group.join(request("b"), now: instant(1)) == nil)
        _ = group.advance(to: instant(3)) { _ in 4 }
        return group
    }

    @Test
    func `a new group waits for more members before it divides`() {
        var group = GroupState()
        _ = group.join(request("a"), now: instant(0))
        #expect(group.advance(to: instant(2)) { _ in 4 }.shares.isEmpty)
        _ = group.join(request("b"), now: instant(2))
        let shares = group.advance(to: instant(3)) { _ in 4 }.shares
        #expect(
            shares.mapValues { $0.partitions.map(\.partition) } == ["a": [0, 1], "b": [2, 3]]
        )
        #expect(shares.values.allSatisfy { share in share.generation == 1 })
    }

    @Test
    func `when one comes all ask again, and nobody goes on before all have`() {
        var group = pair()
        #expect(group.join(request("c"), now: instant(5)) == nil)
        #expect(group.note(heartbeat("a", 1), now: instant(6)) == .failure(.rebalanceInProgress))
        #expect(group.mayCommit("a", generation: 1) == nil)
        _ = group.join(request("a"), now: instant(6))
        #expect(group.advance(to: instant(7)) { _ in 4 }.shares.isEmpty)
        _ = group.join(request("b"), now: instant(7))
        let shares = group.advance(to: instant(7)) { _ in 4 }.shares
        #expect(shares["c"]?.generation == 2)
        #expect(shares.values.flatMap(\.partitions).count == 4)
        #expect(group.mayCommit("a", generation: 1) == .illegalGeneration)
    }

    @Test
    func `who is silent is gone after its session, and what it says later is refused`() {
        var group = pair()
        #expect(group.note(heartbeat("a", 1), now: instant(12)) == .success(true))
        #expect(group.advance(to: instant(14)) { _ in 4 }.gone == ["b"])
        _ = group.join(request("a"), now: instant(15))
        let shares = group.advance(to: instant(15)) { _ in 4 }.shares
        #expect(shares["a"]?.partitions.count == 4)
        #expect(group.note(heartbeat("b", 1), now: instant(16)) == .failure(.unknownMember))
        #expect(group.mayCommit("b", generation: 1) == .unknownMember)
    }

    @Test
    func `who does not ask again in time is left out`() {
        var group = pair()
        _ = group.join(request("c"), now: instant(5))
        _ = group.join(request("a"), now: instant(6))
        _ = group.note(heartbeat("b", 1), now: instant(30))
        let (shares, gone) = group.advance(to: instant(35)) { _ in 4 }
        #expect(gone == ["b"])
        #expect(Set(shares.keys) == ["a", "c"])
    }

    @Test
    func `a topic that grows is divided anew`() {
        var group = pair()
        _ = group.note(heartbeat("a", 1), now: instant(5))
        _ = group.note(heartbeat("b", 1), now: instant(5))
        _ = group.advance(to: instant(5)) { _ in 6 }
        #expect(group.note(heartbeat("a", 1), now: instant(6)) == .failure(.rebalanceInProgress))
    }
}
