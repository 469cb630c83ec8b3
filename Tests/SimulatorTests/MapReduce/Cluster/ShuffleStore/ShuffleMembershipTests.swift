import Testing

@testable import Simulator

/// Servers of a replicated store that tell each other what they know, without a simulation.
struct ShuffleMembershipTests {
    /// Some servers, and who of them is up and reaches whom.
    private struct Group {
        var servers: [ShuffleMembership] = []
        let settings: ShuffleSettings
        var random: Xoshiro256
        var loss = 0.0
        var down: Set<String> = []
        /// Pairs of names between which nothing passes.
        var cut: (String, String) -> Bool = { _, _ in false }
        var milliseconds = 0
        /// How much each has; nothing where it is below zero.
        var offsets: [String: Int] = [:]

        init(masters: Int, replicas: Int, seed: UInt64 = 1) {
            settings = ShuffleSettings(
                servers: (1...masters).map { "s\($0)" },
                replicasPerMaster: replicas
            )
            random = Xoshiro256(seed: seed)
            for name in settings.shards.joined() {
                servers.append(
                    ShuffleMembership(name, settings, isFirstStart: true, now: .zero)
                )
            }
        }

        var now: VirtualInstant { .at(.milliseconds(milliseconds)) }

        private mutating func passes(_ from: String, _ to: String) -> Bool {
            !down.contains(from) && !down.contains(to) && !cut(from, to)
                && Double(random.next() >> 11) * 0x1p-53 >= loss
        }

        private func offset(of server: ShuffleMembership) -> Int? {
            let offset = offsets[server.name] ?? 0
            return offset < 0 ? nil : offset
        }

        /// Half a second passes: everybody tells everybody, and looks who is dead.
        mutating func step() {
            milliseconds += 500
            for sender in servers.indices {
                let message = servers[sender].message(
                    offset: offset(of: servers[sender]) ?? -1,
                    now: now
                )
                for receiver in servers.indices where receiver != sender {
                    if passes(message.sender, servers[receiver].name) {
                        servers[receiver].receive(message, now: now)
                    }
                }
            }
            for index in servers.indices where !down.contains(servers[index].name) {
                let delay = Duration.milliseconds(random.next() % 500)
                let offset = offset(of: servers[index])
                let request = servers[index].tick(offset: offset, delay: delay, now: now)
                if let request { elect(index, request) }
            }
        }

        private mutating func elect(_ candidate: Int, _ request: ShuffleVoteRequest) {
            for voter in servers.indices where voter != candidate {
                let name = servers[voter].name
                guard passes(request.candidate, name),
                    servers[voter].votes(for: request, now: now), passes(name, request.candidate)
                else { continue }
                _ = servers[candidate].noteVote(of: name, epoch: request.epoch, now: now)
            }
        }

        mutating func pass(seconds: Int) {
            for _ in 0..<(seconds * 2) { step() }
        }

        subscript(name: String) -> ShuffleMembership {
            servers.first { $0.name == name } ?? servers[0]
        }

        mutating func restart(_ name: String) {
            down.remove(name)
            for index in servers.indices where servers[index].name == name {
                servers[index] = ShuffleMembership(
                    name,
                    settings,
                    isFirstStart: false,
                    now: now
                )
            }
        }

        var serving: [String] {
            servers.filter { !down.contains($0.name) && $0.serves(now: now) }.map(\.name)
        }
    }

    @Test func `while all talk, those serve that own their slots`() {
        var group = Group(masters: 3, replicas: 1)
        group.pass(seconds: 120)
        #expect(group.serving == ["s1", "s2", "s3"])
        #expect(group.servers.allSatisfy { $0.epoch == 0 })
    }

    /// 15 s of silence, and about a second for the votes.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a replica takes over from a dead owner`(seed: UInt64) {
        var group = Group(masters: 3, replicas: 1, seed: seed)
        group.pass(seconds: 10)
        group.down = ["s2"]
        group.pass(seconds: 15)
        #expect(group.serving == ["s1", "s3"])
        group.pass(seconds: 4)
        #expect(group.serving.sorted() == ["s1", "s2-replica-1", "s3"])
        #expect(group["s1"].owners[1] == .init(name: "s2-replica-1", epoch: 1))
    }

    @Test func `an owner that comes back follows`() {
        var group = Group(masters: 3, replicas: 1)
        group.pass(seconds: 5)
        group.down = ["s2"]
        group.pass(seconds: 25)
        group.restart("s2")
        group.pass(seconds: 5)
        #expect(!group["s2"].isOwner)
        #expect(group.serving.sorted() == ["s1", "s2-replica-1", "s3"])
        group.down = ["s2-replica-1"]
        group.pass(seconds: 45)
        #expect(group.serving.sorted() == ["s1", "s2", "s3"])
    }

    /// It is taken for the same one, and serves as soon as it listened for two seconds.
    @Test func `an owner that comes back before it is missed goes on, with nothing`() {
        var group = Group(masters: 3, replicas: 1)
        group.pass(seconds: 5)
        group.restart("s1")
        group.pass(seconds: 1)
        #expect(group.serving == ["s2", "s3"])
        group.pass(seconds: 30)
        #expect(group.serving == ["s1", "s2", "s3"])
    }

    @Test func `an owner that is cut off from most others stops, and another one takes over`() {
        var group = Group(masters: 3, replicas: 1)
        group.pass(seconds: 5)
        group.cut = { ($0 == "s3") != ($1 == "s3") }
        group.pass(seconds: 16)
        #expect(!group.serving.contains("s3"))
        group.pass(seconds: 5)
        #expect(group.serving.sorted() == ["s1", "s2", "s3-replica-1"])
        group.cut = { _, _ in false }
        group.pass(seconds: 2)
        #expect(!group["s3"].isOwner)
    }

    /// The dead one is one of two that would have to vote.
    @Test func `of two owners none can replace the other`() {
        var group = Group(masters: 2, replicas: 1)
        group.pass(seconds: 5)
        group.down = ["s1"]
        group.pass(seconds: 120)
        #expect(group.serving == [])
    }

    @Test func `the replica that has more takes over, and one without a copy never`() {
        var group = Group(masters: 3, replicas: 2)
        group.offsets = ["s1-replica-1": 5, "s1-replica-2": 9]
        group.pass(seconds: 5)
        group.down = ["s1"]
        group.pass(seconds: 25)
        #expect(group.serving.sorted() == ["s1-replica-2", "s2", "s3"])
        var other = Group(masters: 3, replicas: 1)
        other.offsets = ["s1-replica-1": -1]
        other.pass(seconds: 5)
        other.down = ["s1"]
        other.pass(seconds: 120)
        #expect(other.serving == ["s2", "s3"])
    }

    /// Whatever gets lost and whoever is cut off or down.
    @Test(arguments: 0..<150 as Range<UInt64>)
    func `no two servers own a shard in the same epoch, and peace brings all back`(seed: UInt64) {
        var group = Group(masters: 3, replicas: 2, seed: seed)
        var random = Xoshiro256(seed: seed &+ 1_000)
        let names = group.servers.map(\.name)
        var reigns: [String: String] = [:]
        func check() {
            for server in group.servers where server.isOwner {
                let reign = "\(server.shard)@\(server.owners[server.shard].epoch)"
                let known = reigns[reign] ?? server.name
                #expect(known == server.name, "seed \(seed), \(reign)")
                reigns[reign] = known
            }
        }
        group.loss = 0.2
        for _ in 0..<30 {
            switch random.next() % 4 {
            case 0:
                let side = Set(names.filter { _ in random.next() % 2 == 0 })
                group.cut = { side.contains($0) != side.contains($1) }
            case 1: group.cut = { _, _ in false }
            case 2: group.down.insert(names[Int(random.next() % 9)])
            default:
                for name in names where group.down.contains(name) && random.next() % 2 == 0 {
                    // It was only asleep: who restarts may forget that it voted.
                    group.down.remove(name)
                }
            }
            for _ in 0..<(random.next() % 60) {
                group.step()
                check()
            }
        }
        group.loss = 0
        group.cut = { _, _ in false }
        group.down = []
        group.pass(seconds: 200)
        check()
        #expect(Set(group.servers.map(\.owners)).count == 1, "seed \(seed)")
        #expect(group.serving.count == 3, "seed \(seed)")
    }
}
