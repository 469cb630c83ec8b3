/// What stands below the placements that have the seed of a hash and nothing else.
struct SeedShape: Section {
    var seed = 0

    static let name = "hash-seed"
    static let documentation = "A placement with the seed of its hash and nothing else."
    static var fields: [Field<Self>] { [.hashSeed(\.seed)] }
}

/// What stands below `maglev`.
struct MaglevShape: Section {
    var table = 65_537
    var seed = 0

    static let name = "maglev"
    static let documentation = "Maglev's lookup table."
    static var fields: [Field<Self>] {
        [
            .key(
                "table",
                \.table,
                .integer(in: 2...5_000_011, example: 65_537),
                "Entries; a prime."
            ),
            .hashSeed(\.seed),
        ]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard !Self.isPrime(table) else { return }
        var next = table
        while !Self.isPrime(next) { next += 1 }
        reading.report(
            "\(NumberText.written(table)) is not a prime",
            at: node.location(at: ["table"]),
            hint: "the next prime is \(NumberText.written(next))"
        )
    }

    private static func isPrime(_ value: Int) -> Bool {
        guard value >= 2 else { return false }
        var divisor = 2
        while divisor * divisor <= value {
            if value.isMultiple(of: divisor) { return false }
            divisor += 1
        }
        return true
    }
}

/// What stands below `multi-probe`.
struct ProbesShape: Section {
    var probes = 21

    static let name = "multi-probe"
    static let documentation = "The nearest of several probes."
    static var fields: [Field<Self>] {
        [.key("probes", \.probes, .integer(in: 1...10_000, example: 21), "Probes of one key.")]
    }
}

/// What stands below `anchor`.
struct AnchorShape: Section {
    var capacity = 128
    var seed = 0

    static let name = "anchor"
    static let documentation = "AnchorHash."
    static var fields: [Field<Self>] {
        [
            .key(
                "capacity",
                \.capacity,
                .integer(in: 1...10_000_000, example: 128),
                "Most servers ever."
            ),
            .hashSeed(\.seed),
        ]
    }
}

extension Field {
    /// The seed of a placement's hash, which is not the run's.
    fileprivate static func hashSeed(_ path: any WritableKeyPath<Root, Int> & Sendable) -> Field {
        .key("seed", path, .integer(in: 0...Int.max), "Seed of the hash; not the run's.")
    }
}
