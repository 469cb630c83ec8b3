import Testing

@testable import Simulator

/// What a pool does, input by input.
struct ServerPoolTests {
    private func pool(
        _ count: Int = 3,
        _ settings: PoolSettings = PoolSettings(),
        placement: any Placement = SlotRing(.spec),
        seed: UInt64 = 1
    ) throws -> ServerPool {
        try ServerPool(
            names: (1...count).map { "Server \($0)" },
            placement: placement,
            settings: settings,
            random: SplitMix64(seed: seed)
        )
    }

    private func names(_ pool: ServerPool) -> [String] { pool.members.map(\.name) }

    private func launches(_ actions: [ServerPool.Action]) -> [String] {
        actions.compactMap { if case .launch(let name, _) = $0 { name } else { nil } }
    }

    private func refusal(_ actions: [ServerPool.Action]) -> PoolError? {
        guard actions.count == 1, case .refuse(let error) = actions[0] else { return nil }
        return error
    }

    // MARK: Additions

    @Test
    func `added servers stand behind the old ones in the order of their names`() throws {
        var pool = try pool()
        let actions = pool.receive(.addition(count: 4, names: ["S5", "S4", "S10", "S11"]))
        #expect(
            names(pool) == ["Server 1", "Server 2", "Server 3", "S5", "S4", "S10", "S11"]
        )
        #expect(
            actions == [
                .launch(name: "S5", ordinal: 3), .launch(name: "S4", ordinal: 4),
                .launch(name: "S10", ordinal: 5), .launch(name: "S11", ordinal: 6),
            ]
        )
        // They own nothing before they answer.
        #expect(pool.placement.members.count == 3)
        #expect(
            pool.receive(.answered(server: "S4"))
                == [.placementChanged(joined: "S4", left: nil)]
        )
        #expect(pool.placement.members.map(\.name).contains("S4"))
        #expect(pool.receive(.answered(server: "S4")) == [])
    }

    @Test
    func `servers without a name get random ones`() throws {
        var pool = try pool()
        let added = launches(pool.receive(.addition(count: 3, names: ["S5"])))
        #expect(added.count == 3 && added[0] == "S5" && Set(added).count == 3)
        var same = try self.pool()
        #expect(launches(same.receive(.addition(count: 3, names: ["S5"]))) == added)
        var other = try self.pool(seed: 2)
        #expect(launches(other.receive(.addition(count: 3, names: ["S5"]))) != added)
    }

    @Test(
        arguments: [
            (0, [], PoolError.notPositive), (-1, [], .notPositive), (Int.min, [], .notPositive),
            (1, ["S6", "S7"], .tooManyNamesAdded), (2, ["", "S7"], .emptyName),
            (98, [], .tooManyServers(maximum: 100)), (Int.max, [], .tooManyServers(maximum: 100)),
            (1_000_000_000_000_000_000, ["S9"], .tooManyServers(maximum: 100)),
        ] as [(Int, [String], PoolError)]
    )
    func `an addition that cannot be made changes nothing`(
        count: Int,
        hosts: [String],
        error: PoolError
    ) throws {
        var pool = try pool(3, PoolSettings(serversMaximum: 100))
        #expect(refusal(pool.receive(.addition(count: count, names: hosts))) == error)
        #expect(names(pool) == ["Server 1", "Server 2", "Server 3"])
    }

    @Test(arguments: PoolSettings.NameConflict.allCases)
    func `a name that exists is treated as the settings say`(
        conflict: PoolSettings.NameConflict
    ) throws {
        for taken in ["Server 2", "balancer", "S5"] {
            var pool = try pool(
                3,
                PoolSettings(existingName: conflict, reservedNames: ["balancer"])
            )
            let hosts = ["S5", taken, "S6"]
            let actions = pool.receive(.addition(count: 3, names: hosts))
            switch conflict {
            case .substitute:
                #expect(pool.members.count == 6)
                #expect(launches(actions)[0] == "S5" && launches(actions)[2] == "S6")
            case .skip: #expect(launches(actions) == ["S5", "S6"])
            case .refuse:
                #expect(refusal(actions) == .nameExists(taken))
                #expect(pool.members.count == 3)
            }
            #expect(Set(names(pool)).count == pool.members.count)
            #expect(!names(pool).contains("balancer"))
        }
    }

    /// 512 slots hold 56 servers of 9 places, whatever has not answered yet included.
    @Test
    func `servers for which the ring has no room are refused at once`() throws {
        var pool = try pool()
        #expect(launches(pool.receive(.addition(count: 50, names: []))).count == 50)
        let error = refusal(pool.receive(.addition(count: 4, names: ["A", "B", "C", "D"])))
        #expect(
            error
                == .noRoom("there is no room for member 'D': the capacity is 512")
        )
        #expect(pool.members.count == 53)
        #expect(launches(pool.receive(.addition(count: 3, names: []))).count == 3)
        for member in pool.members { _ = pool.receive(.answered(server: member.name)) }
        #expect(pool.placement.members.count == 56)
        #expect(throws: PlacementError.self) { _ = try self.pool(57) }
        // A full ring still replaces its dead.
        _ = pool.receive(.missed(server: "Server 1"))
        let launched = launches(pool.receive(.missed(server: "Server 1")))
        #expect(
            pool.receive(.answered(server: launched[0]))
                == [.placementChanged(joined: launched[0], left: nil)]
        )
    }

    // MARK: Removals

    @Test
    func `named servers are removed, and others at random for those without a name`() throws {
        var victims: Set<String> = []
        for seed in 1...60 {
            var pool = try pool(5, seed: UInt64(seed))
            let actions = pool.receive(.removal(count: 2, names: ["Server 4"]))
            #expect(pool.members.count == 3 && !names(pool).contains("Server 4"))
            #expect(actions[0] == .placementChanged(joined: nil, left: "Server 4"))
            #expect(actions[1] == .disconnect(name: "Server 4"))
            #expect(actions[2] == .stop(name: "Server 4"))
            #expect(actions.count == 6)
            victims.formUnion(
                ["Server 1", "Server 2", "Server 3", "Server 5"].filter {
                    !names(pool).contains($0)
                }
            )
        }
        #expect(victims.count == 4)
    }

    @Test(
        arguments: [
            (0, [], PoolError.notPositive), (Int.min, [], .notPositive),
            (1, ["Server 1", "Server 2"], .tooManyNamesRemoved), (4, [], .tooFewServers),
            (Int.max, [], .tooFewServers),
        ] as [(Int, [String], PoolError)]
    )
    func `a removal that cannot be made changes nothing`(
        count: Int,
        hosts: [String],
        error: PoolError
    ) throws {
        var pool = try pool()
        #expect(refusal(pool.receive(.removal(count: count, names: hosts))) == error)
        #expect(pool.members.count == 3 && pool.placement.members.count == 3)
    }

    @Test(arguments: PoolSettings.NameConflict.allCases)
    func `an unknown name is treated as the settings say`(
        conflict: PoolSettings.NameConflict
    ) throws {
        var pool = try pool(5, PoolSettings(unknownName: conflict))
        let actions = pool.receive(.removal(count: 2, names: ["nobody", "Server 2"]))
        switch conflict {
        case .substitute: #expect(pool.members.count == 3)
        case .skip: #expect(names(pool) == ["Server 1", "Server 3", "Server 4", "Server 5"])
        case .refuse:
            #expect(refusal(actions) == .nameUnknown("nobody"))
            #expect(pool.members.count == 5)
        }
    }

    @Test
    func `all servers can be removed, and new ones added`() throws {
        var pool = try pool()
        _ = pool.receive(.removal(count: 3, names: []))
        #expect(pool.members.isEmpty && pool.server(for: 1) == nil)
        var assigned: ServerPool.Assignment?
        assigned = pool.assign(1)
        #expect(assigned == nil)
        _ = pool.receive(.addition(count: 1, names: ["S"]))
        #expect(pool.server(for: 1) == nil)
        _ = pool.receive(.answered(server: "S"))
        #expect(pool.server(for: 1) == "S")
        #expect(pool.members[0].ordinal == 3)
    }

    // MARK: Heartbeats

    @Test
    func `misses count in a row`() throws {
        var pool = try pool(3, PoolSettings(missesAllowed: 3))
        for _ in 0..<5 {
            #expect(pool.receive(.missed(server: "Server 2")) == [])
            #expect(pool.receive(.missed(server: "Server 2")) == [])
            #expect(pool.receive(.answered(server: "Server 2")) == [])
        }
        #expect(pool.receive(.missed(server: "Server 2")) == [])
        #expect(pool.receive(.missed(server: "Server 1")) == [])
        #expect(pool.receive(.missed(server: "Server 2")) == [])
        #expect(!pool.receive(.missed(server: "Server 2")).isEmpty)
        #expect(pool.receive(.missed(server: "Server 2")) == [])
        #expect(pool.receive(.answered(server: "Server 2")) == [])
    }

    @Test
    func `a dead server is replaced where it stood, with the next number`() throws {
        var pool = try pool()
        _ = pool.receive(.missed(server: "Server 2"))
        let actions = pool.receive(.missed(server: "Server 2"))
        let name = names(pool)[1]
        #expect(
            actions == [
                .disconnect(name: "Server 2"), .placementChanged(joined: nil, left: "Server 2"),
                .launch(name: name, ordinal: 3),
            ]
        )
        #expect(names(pool) == ["Server 1", name, "Server 3"])
        #expect(pool.members[1].replaces == "Server 2")
        // One that never answers is replaced in turn.
        _ = pool.receive(.missed(server: name))
        let again = pool.receive(.missed(server: name))
        #expect(
            again == [.disconnect(name: name), .launch(name: names(pool)[1], ordinal: 4)]
        )
        #expect(names(pool).count == 3)
    }

    @Test
    func `a dead server is not replaced where the settings say so`() throws {
        var pool = try pool(2, PoolSettings(missesAllowed: 1, replacesDead: false))
        #expect(launches(pool.receive(.missed(server: "Server 1"))) == [])
        #expect(names(pool) == ["Server 2"])
        #expect(pool.server(for: 7) == "Server 2")
    }

    /// Shares in slots of 512 after a server died, and after the new one, number 4, answered.
    @Test(
        arguments: [
            (
                "Server 1", ["Server 2": 448, "Server 3": 64],
                ["Server 2": 420, "Server 3": 56, "new": 36]
            ),
            (
                "Server 2", ["Server 1": 448, "Server 3": 64],
                ["Server 1": 436, "Server 3": 52, "new": 24]
            ),
            (
                "Server 3", ["Server 1": 488, "Server 2": 24],
                ["Server 1": 460, "Server 2": 24, "new": 28]
            ),
        ])
    func `the ring changes as computed independently`(
        dead: String,
        without: [String: Int],
        replaced: [String: Int]
    ) throws {
        var pool = try pool(3, PoolSettings(missesAllowed: 1))
        func shares() -> [String: Int] {
            var shares: [String: Int] = [:]
            for share in pool.placement.shares() ?? [] {
                let name = share.name.hasPrefix("Server") ? share.name : "new"
                shares[name] = share.count * 512 / share.total
            }
            return shares
        }
        #expect(shares() == ["Server 1": 432, "Server 2": 24, "Server 3": 56])
        let launched = launches(pool.receive(.missed(server: dead)))
        #expect(shares() == without)
        _ = pool.receive(.answered(server: launched[0]))
        #expect(shares() == replaced)
    }

    // MARK: Placements that cannot drop every member

    @Test(arguments: [false, true])
    func `jump keeps a dead server's place vacant until another takes it`(isBounded: Bool) throws {
        let jump = JumpHash(seed: 1)
        var pool = try pool(
            4,
            PoolSettings(missesAllowed: 1),
            placement: isBounded ? BoundedLoad(jump, factorPercent: 200) : jump
        )
        let keys = (0..<2_000).map { PlacementKey($0) }
        let before = keys.map { pool.server(for: $0) }
        let launched = launches(pool.receive(.missed(server: "Server 2")))[0]
        for (key, old) in zip(keys, before) {
            let now = pool.server(for: key)
            #expect(now != "Server 2" && now != nil)
            if old != "Server 2" { #expect(now == old) }
        }
        _ = pool.receive(.answered(server: launched))
        for (key, old) in zip(keys, before) {
            #expect(pool.server(for: key) == (old == "Server 2" ? launched : old))
        }
        #expect(pool.placement.members.count == 4)
    }

    @Test
    func `a name that was removed can come back under jump`() throws {
        var pool = try pool(3, placement: JumpHash(seed: 1))
        _ = pool.receive(.removal(count: 1, names: ["Server 1"]))
        _ = pool.receive(.addition(count: 2, names: ["other", "Server 1"]))
        #expect(
            pool.receive(.answered(server: "Server 1"))
                == [.placementChanged(joined: "Server 1", left: nil)]
        )
        #expect(
            pool.receive(.answered(server: "other"))
                == [.placementChanged(joined: "other", left: nil)]
        )
        #expect(Set(pool.placement.members.map(\.name)) == Set(names(pool)))
        #expect(pool.placement.members.map(\.ordinal).sorted() == [1, 2, 3, 4])
    }

    @Test
    func `loads outlive the replacement of another server`() throws {
        for base in [JumpHash(seed: 1), SlotRing(.spec)] as [any Placement] {
            var pool = try pool(
                3,
                PoolSettings(missesAllowed: 1),
                placement: BoundedLoad(base, factorPercent: 200)
            )
            let assignments = (0..<300).compactMap { pool.assign(PlacementKey($0)) }
            func load(_ name: String) -> Int? {
                guard let bounded = pool.placement as? BoundedLoad else { return nil }
                return zip(bounded.members, bounded.loads).first { $0.0.name == name }?.1
            }
            let living = ["Server 2", "Server 3"].map { load($0) }
            let launched = launches(pool.receive(.missed(server: "Server 1")))[0]
            _ = pool.receive(.answered(server: launched))
            #expect(["Server 2", "Server 3"].map { load($0) } == living)
            #expect(load(launched) == 0)
            for assignment in assignments { pool.release(assignment) }
            #expect((pool.placement as? BoundedLoad)?.loads == [0, 0, 0])
        }
    }

    @Test
    func `a request of a server that left does not count for the next one of its name`() throws {
        var pool = try pool(
            2,
            placement: BoundedLoad(SlotRing(.spec), factorPercent: 400)
        )
        let first = (0..<4).compactMap { _ in pool.assign(1) }
        let server = first[0].server
        _ = pool.receive(.removal(count: 1, names: [server]))
        _ = pool.receive(.addition(count: 1, names: [server]))
        _ = pool.receive(.answered(server: server))
        let second = (0..<4).compactMap { _ in pool.assign(1) }
        for assignment in first { pool.release(assignment) }
        #expect((pool.placement as? BoundedLoad)?.loadTotal == second.count)
    }
}
