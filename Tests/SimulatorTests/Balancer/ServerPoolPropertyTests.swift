import Testing

@testable import Simulator

/// What holds of a pool after any inputs.
struct ServerPoolPropertyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> any Placement

        static let all: [Case] = [
            Case(testDescription: "ring") { SlotRing(.spec) },
            Case(testDescription: "jump") { JumpHash(seed: 3) },
            Case(testDescription: "ketama") { KetamaRing() },
            Case(testDescription: "modulo") { ModuloHash() },
            Case(testDescription: "maglev") { MaglevTable(size: 251, seed: 1) },
            Case(testDescription: "rendezvous") { RendezvousHash(seed: 1) },
            Case(testDescription: "multi-probe") { MultiProbeHash() },
            Case(testDescription: "anchor") { AnchorHash(capacity: 40, seed: 1) },
            Case(testDescription: "bounded ring") {
                BoundedLoad(SlotRing(.spec), factorPercent: 125)
            },
            Case(testDescription: "bounded jump") {
                BoundedLoad(JumpHash(seed: 3), factorPercent: 125)
            },
        ]
    }

    /// The pool, and what an independent account says of it.
    private struct Model {
        var pool: ServerPool
        var generator: SplitMix64
        var size: Int
        var ordinals: Set<Int>
        var outstanding: [ServerPool.Assignment] = []

        mutating func draw(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

        mutating func someName() -> String {
            if draw(4) == 0 || pool.members.isEmpty { return "host \(draw(30))" }
            return pool.members[draw(pool.members.count)].name
        }

        mutating func randomInput() -> ServerPool.Input {
            switch draw(10) {
            case 0..<4: return .answered(server: someName())
            case 4..<7: return .missed(server: someName())
            case 7, 8:
                let count = draw(5) - 1
                return .addition(
                    count: count,
                    names: (0..<draw(max(1, count + 2))).map { _ in someName() }
                )
            default:
                let count = draw(4) - 1
                return .removal(
                    count: count,
                    names: (0..<draw(max(1, count + 2))).map { _ in someName() }
                )
            }
        }

        mutating func account(_ input: ServerPool.Input, _ actions: [ServerPool.Action]) {
            let launched = actions.compactMap { action -> Int? in
                if case .launch(_, let ordinal) = action { ordinal } else { nil }
            }
            let stopped = actions.count { if case .stop = $0 { true } else { false } }
            for ordinal in launched { #expect(ordinals.insert(ordinal).inserted) }
            switch input {
            case .addition: size += launched.count
            case .removal: size -= stopped
            case .answered, .missed: #expect(stopped == 0)
            }
        }
    }

    @Test(arguments: Case.all)
    func `names and numbers are unique, those who serve have places, and only requests resize`(
        testCase: Case
    ) throws {
        for seed in 1...15 {
            let settings = PoolSettings(
                existingName: PoolSettings.NameConflict.allCases[seed % 3],
                unknownName: PoolSettings.NameConflict.allCases[seed / 3 % 3],
                serversMaximum: 25
            )
            var model = Model(
                pool: try ServerPool(
                    names: ["a", "b", "c"],
                    placement: testCase.make(),
                    settings: settings,
                    random: SplitMix64(seed: UInt64(seed) + 1_000)
                ),
                generator: SplitMix64(seed: UInt64(seed)),
                size: 3,
                ordinals: [0, 1, 2]
            )
            for _ in 0..<300 {
                let input = model.randomInput()
                let actions = model.pool.receive(input)
                model.account(input, actions)
                changeLoads(&model)
                check(model)
            }
        }
    }

    private func changeLoads(_ model: inout Model) {
        for _ in 0..<3 {
            if let assignment = model.pool.assign(PlacementKey(model.draw(1_000))) {
                model.outstanding.append(assignment)
            }
        }
        for _ in 0..<2 where !model.outstanding.isEmpty {
            let index = model.draw(model.outstanding.count)
            model.pool.release(model.outstanding.remove(at: index))
        }
    }

    private func check(_ model: Model) {
        let pool = model.pool
        let members = pool.members
        #expect(Set(members.map(\.name)).count == members.count)
        #expect(Set(members.map(\.ordinal)).count == members.count)
        #expect(members.count == model.size && members.count <= 25)
        #expect(members.allSatisfy { $0.misses < 2 })
        let serving = Set(members.filter { $0.standing == .serving }.map(\.placementMember))
        let placed = Set(pool.placement.members)
        #expect(placed.isSuperset(of: serving))
        #expect(Set(pool.placement.members.map(\.name)).count == placed.count)
        if pool.placement.capabilities.contains(.removesAnyMember) { #expect(placed == serving) }
        for key in [1, 132_574, 999_999] as [PlacementKey] {
            let server = pool.server(for: key)
            #expect(server == nil ? serving.isEmpty : serving.contains { $0.name == server })
        }
        guard let bounded = pool.placement as? BoundedLoad else { return }
        for (member, load) in zip(bounded.members, bounded.loads) {
            let outstanding = model.outstanding.count {
                $0.server == member.name && $0.ordinal == member.ordinal
            }
            if serving.contains(member) { #expect(load == outstanding) }
        }
    }

    /// Theorem of Mirrokni, Thorup and Zadimoghaddam: `ceil(c * load / n)` with the new request
    /// counted.
    @Test
    func `no assignment brings a server above its bound`() throws {
        var pool = try ServerPool(
            names: (1...5).map { "s\($0)" },
            placement: BoundedLoad(SlotRing(.spec), factorPercent: 125),
            settings: PoolSettings(),
            random: SplitMix64(seed: 1)
        )
        var generator = SplitMix64(seed: 5)
        var outstanding: [ServerPool.Assignment] = []
        for _ in 0..<5_000 {
            let releases = generator.next() % 5 < 2 && !outstanding.isEmpty
            if releases {
                let index = Int(generator.next() % UInt64(outstanding.count))
                pool.release(outstanding.remove(at: index))
                continue
            }
            guard let assignment = pool.assign(PlacementKey(generator.next() % 1_000_000)) else {
                Issue.record("nobody got the request")
                return
            }
            outstanding.append(assignment)
            let mine = outstanding.count { $0.server == assignment.server }
            #expect(mine <= (125 * outstanding.count + 499) / 500)
        }
        #expect(outstanding.count > 500)
    }
}
