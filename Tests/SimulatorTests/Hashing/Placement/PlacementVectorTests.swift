import Simulator
import Testing

/// The choices of other implementations, reproduced.
struct PlacementVectorTests {
    private static let nginxServers = (0..<3).map {
        PlacementMember(name: "127.0.0.1:2100\($0)", ordinal: $0)
    }

    @Test
    func `nginx's consistent hash is matched choice for choice`() throws {
        var ring = KetamaRing()
        try ring.add(contentsOf: Self.nginxServers)
        #expect(NginxRecording.choices.count == 300)
        for choice in NginxRecording.choices {
            #expect(ring.ownerIndex(of: PlacementKey(choice.path)) == choice.consistent)
        }
    }

    @Test
    func `nginx's plain hash is matched choice for choice`() throws {
        var placement = ModuloHash()
        try placement.add(contentsOf: Self.nginxServers)
        for choice in NginxRecording.choices {
            #expect(placement.ownerIndex(of: PlacementKey(choice.path)) == choice.plain)
        }
    }

    /// `go-jump/jump_test.go`: the buckets of three keys among 1 to 19.
    @Test(
        arguments: [
            (
                1 as UInt64,
                [0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 17, 17]
            ),
            (
                0xdead_beef,
                [0, 1, 2, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 16, 16, 16]
            ),
            (
                0x0ddc_0ffe_ebad_f00d,
                [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 15, 15, 15, 15]
            ),
        ] as [(UInt64, [Int])]
    )
    func `jump hash reproduces its vectors`(key: UInt64, expected: [Int]) {
        #expect((1...19).map { JumpHash.bucket(key: key, buckets: $0) } == expected)
    }

    /// `go-mpchash/testdata/compat.out`: the shard of each of 6,000 keys, which are the shards'
    /// own names.
    @Test
    func `multi-probe hashing reproduces the compatibility file`() throws {
        let names = (1...6_000).map { "shard-\($0)" }
        var placement = MultiProbeHash(probes: 21)
        try placement.add(
            contentsOf: names.enumerated().map { PlacementMember(name: $1, ordinal: $0) }
        )
        let lines = names.map { placement.owner(of: PlacementKey($0)) ?? "" }
        let numbers = lines.prefix(12).map { $0.dropFirst("shard-".count) }
        let head = "1389 4257 4744 4613 3027 1872 3565 5494 5517 3009 163 2061"
        #expect(numbers == head.split(separator: " "))
        let file = lines.map { $0 + "\n" }.joined()
        let digest = Array(file.utf8).withUnsafeBytes { SHA256Hash().digest($0) }
        let hexadecimal = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(
            hexadecimal == "edbb00a17f56bd0d9360a0e030747be0f973b9dcc447e9bc9fb7d66534102d3c"
        )
    }

    /// Table 1 of the Maglev paper.
    @Test
    func `Maglev fills the table of its paper`() {
        let turns = [(3, 4), (0, 2), (3, 1)].map {
            MaglevTable.Turn(offset: $0, skip: $1, weight: 1)
        }
        #expect(MaglevTable.table(size: 7, turns: turns) == [1, 0, 1, 0, 2, 2, 0])
        let without = [turns[0], turns[2]]
        #expect(MaglevTable.table(size: 7, turns: without) == [0, 0, 0, 0, 1, 1, 1])
        #expect(MaglevTable.table(size: 7, turns: []) == [])
    }

    /// Envoy's table with hosts of weights one and two.
    @Test
    func `Maglev divides Envoy's table by weights`() throws {
        var table = MaglevTable(size: MaglevTable.sizeOfEnvoy, seed: 0)
        try table.add(contentsOf: PlacementCase.members(2, weights: [1, 2]))
        #expect(table.shares()?.map(\.count) == [21_846, 43_691])
    }

    /// The paper promises a spread within one percent when the table is a hundred times the
    /// members; entries of equal members differ by one at most here, where all take every turn.
    @Test
    func `Maglev's parts differ by one entry`() throws {
        var table = MaglevTable(size: 5_003, seed: 0)
        try table.add(contentsOf: PlacementCase.members(50))
        let counts = try #require(table.shares()).map(\.count)
        #expect(Set(counts) == [100, 101])
    }
}
