import Simulator
import Testing

/// nginx's hashes where a server is down or weighs more, against an independent program (Python,
/// with zlib's CRC-32).
struct NginxFailoverTests {
    private static let servers = [1, 2, 1].enumerated().map { ordinal, weight in
        PlacementMember(name: "127.0.0.1:900\(ordinal + 1)", ordinal: ordinal, weight: weight)
    }

    /// The owners that come up in turn as long as none will do.
    private func order(
        _ attempts: Int,
        _ owner: (_ isExcluded: (Int) -> Bool, _ attemptsMaximum: Int) -> Int?
    ) -> [Int] {
        var order: [Int] = []
        let last = owner(
            {
                order.append($0)
                return true
            },
            attempts
        )
        #expect(last == nil)
        return order
    }

    @Test
    func `weighted points divide ten thousand keys like this`() throws {
        var ring = KetamaRing()
        try ring.add(contentsOf: Self.servers)
        var counts = [0, 0, 0]
        for number in 0..<10_000 {
            counts[try #require(ring.ownerIndex(of: PlacementKey("/k\(number)")))] += 1
        }
        #expect(counts == [2754, 4695, 2551])
    }

    @Test(
        arguments: [
            ("/home", [1, 2, 1, 0, 1, 1, 1, 1, 0, 1]), ("/k7", [1, 1, 1, 1, 1, 1, 0, 1, 0, 0]),
            ("/k8", [0, 1, 1, 1, 0, 2, 0, 0, 0, 1]), ("/k9", [0, 2, 0, 1, 1, 2, 0, 1, 2, 1]),
            ("/k10", [1, 2, 1, 2, 0, 2, 1, 0, 1, 1]),
        ] as [(String, [Int])]
    )
    func `the consistent hash goes on point by point`(key: String, expected: [Int]) throws {
        var ring = KetamaRing()
        try ring.add(contentsOf: Self.servers)
        let actual = order(10) {
            ring.ownerIndex(of: PlacementKey(key), excluding: $0, attemptsMaximum: $1)
        }
        #expect(actual == expected)
    }

    @Test(
        arguments: [
            ("/k651180", [0, 1, 1, 0, 2, 0, 2, 1], [2, 1, 2, 0, 2, 2, 1, 2]),
            ("/home", [1, 2, 2, 0, 1, 0, 2, 2], [1, 1, 2, 0, 2, 0, 1, 1]),
            ("key", [1, 1, 0, 2, 1, 2, 0, 0], [2, 2, 2, 1, 2, 1, 2, 0]),
        ] as [(String, [Int], [Int])]
    )
    func `the plain hash hashes again`(key: String, equal: [Int], weighted: [Int]) throws {
        for (weights, expected) in [([1, 1, 1], equal), ([1, 2, 3], weighted)] {
            var placement = ModuloHash()
            try placement.add(contentsOf: PlacementCase.members(3, weights: weights))
            let actual = order(8) {
                placement.ownerIndex(of: PlacementKey(key), excluding: $0, attemptsMaximum: $1)
            }
            #expect(actual == expected)
        }
    }
}
