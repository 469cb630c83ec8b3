/// What stands below `ketama`.
struct KetamaShape: Section {
    var points = 160
    var hash = HashName.crc32

    static let name = "ketama"
    static let documentation = "A ring of points, as nginx and libketama have it."
    static var fields: [Field<Self>] {
        [
            .key(
                "points",
                \.points,
                .integer(in: 1...100_000, example: 160),
                "Points of one server."
            ),
            .key("hash", \.hash, .byteHash, "Hash of keys and points."),
        ]
    }
}

/// What stands below `hash`.
struct RemainderShape: Section {
    var hash = HashName.crc32

    static let name = "hash"
    static let documentation = "The remainder of the hash by the number of servers."
    static var fields: [Field<Self>] { [.key("hash", \.hash, .byteHash, "Hash of keys.")] }
}

/// What stands below the placements that have a hash function and nothing else.
struct HashOnlyShape: Section {
    var hash = HashName.xxhash64

    static let name = "hash-only"
    static let documentation = "A placement with a hash function and nothing else."
    static var fields: [Field<Self>] { [.key("hash", \.hash, .byteHash, "Hash of keys.")] }
}

/// What stands below `maglev`.
struct MaglevShape: Section {
    var table = 65_537
    var hash = HashName.xxhash64

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
            .key("hash", \.hash, .byteHash, "Hash of keys and servers."),
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
    var hash = HashName.sipHash24

    static let name = "multi-probe"
    static let documentation = "The nearest of several probes."
    static var fields: [Field<Self>] {
        [
            .key("probes", \.probes, .integer(in: 1...10_000, example: 21), "Probes of one key."),
            .key("hash", \.hash, .byteHash, "Hash of keys and servers."),
        ]
    }
}

/// What stands below `anchor`.
struct AnchorShape: Section {
    var capacity = 128
    var hash = HashName.xxhash64

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
            .key("hash", \.hash, .byteHash, "Hash of keys."),
        ]
    }
}
