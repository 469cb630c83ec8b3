import Simulator

extension RegressionWorkload {
    /// Hash functions, and lookups in every placement.
    static let hashing =
        [RegressionWorkload("hashing") { hashes() }]
        + PlacementWorkload.names.map { name in
            RegressionWorkload("lookup-\(name)") { try lookups(in: name) }
        }

    /// Every hash function on texts of a hundred lengths.
    private static func hashes() -> Measurement {
        let bytes = (0..<100).map { UInt8($0) }
        let rounds = 20
        var digest = TraceDigest()
        for algorithm in HashAlgorithm.allCases {
            let function = algorithm.function(seed: 1)
            bytes.withUnsafeBytes { bytes in
                for _ in 0..<rounds {
                    for length in 1...bytes.count {
                        digest.fold(function.hash(.init(rebasing: bytes[..<length])), 1)
                    }
                }
            }
        }
        return Measurement(
            workload: "hashing",
            operations: HashAlgorithm.allCases.count * rounds * bytes.count,
            checks: [],
            digest: digest
        )
    }

    private static func lookups(in name: String) throws -> Work {
        let placement = try PlacementWorkload.placement(named: name)
        let count = 10_000
        return {
            var identifiers = SplitMix64(seed: 42)
            var digest = TraceDigest()
            for _ in 0..<count {
                let key = PlacementKey(100_000 + identifiers.next() % 900_000)
                digest.fold(UInt64(placement.ownerIndex(of: key) ?? 99), 0)
            }
            return Measurement(
                workload: "lookup-\(name)",
                operations: count,
                checks: [],
                digest: digest
            )
        }
    }
}
