/// Maglev hashing: a table of prime size that the members fill in turns, each in an order of its
/// own, so that they get nearly equal parts and a change disturbs little.
///
/// A change also moves a few keys between members that stay.
/// Source: Eisenbud et al., "Maglev: A Fast and Reliable Software Network Load Balancer", NSDI
/// 2016; the turns of weighted members are those of Envoy's `maglev_lb.cc`.
public struct MaglevTable: Placement {
    /// Envoy's table size.
    public static let sizeOfEnvoy = 65_537

    /// The number of entries, a prime.
    public let size: Int

    private var list = MemberList()
    private var table: [Int32] = []
    private let keyFunction: XXHash64
    private let skipFunction: XXHash64

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - size: The number of entries: a prime, and for spreads within one percent more than a
    ///     hundred times the members.
    ///   - seed: The seed of the hashes; Envoy's is zero.
    public init(size: Int, seed: UInt64) {
        precondition(Self.isPrime(size), "a Maglev table has a prime number of entries")
        self.size = size
        keyFunction = XXHash64(seed: seed)
        skipFunction = XXHash64(seed: seed &+ 1)
    }

    /// See ``Placement/name``.
    public var name: String { "maglev" }

    /// See ``Placement/capabilities``.
    public var capabilities: PlacementCapabilities {
        [.removesAnyMember, .weights, .exactShares]
    }

    /// See ``Placement/members``.
    public var members: [PlacementMember] { list.members }

    /// See ``Placement/add(contentsOf:)``.
    ///
    /// - Complexity: O(*m* log *m*) expected in the size of the table.
    public mutating func add(contentsOf newMembers: [PlacementMember]) throws(PlacementError) {
        guard list.count + newMembers.count <= size else {
            throw .full(name: newMembers[size - list.count].name, capacity: size)
        }
        try list.append(contentsOf: newMembers, allowingWeights: true)
        rebuild()
    }

    /// See ``Placement/remove(_:)``.
    public mutating func remove(_ name: String) throws(PlacementError) {
        _ = try list.remove(name)
        rebuild()
    }

    /// See ``Placement/ownerIndex(of:)``.
    ///
    /// - Complexity: O(1).
    public func ownerIndex(of key: PlacementKey) -> Int? {
        table.isEmpty ? nil : Int(table[entry(of: key)])
    }

    /// Walks the table from the key's entry.
    public func ownerIndex(of key: PlacementKey, excluding isExcluded: (Int) -> Bool) -> Int? {
        guard !table.isEmpty else { return nil }
        var entry = entry(of: key)
        for _ in 0..<size {
            let owner = Int(table[entry])
            if !isExcluded(owner) { return owner }
            entry = entry + 1 == size ? 0 : entry + 1
        }
        return nil
    }

    /// The part of the table's entries that each member has.
    public func shares() -> [PlacementShare]? {
        var counts = [Int](repeating: 0, count: list.count)
        for owner in table { counts[Int(owner)] += 1 }
        return list.shares(counts: counts, total: size)
    }

    private func entry(of key: PlacementKey) -> Int {
        Int(keyFunction.hash(key) % UInt64(size))
    }

    private mutating func rebuild() {
        let sizes = (whole: UInt64(size), less: UInt64(size - 1))
        table = Self.table(
            size: size,
            turns: list.members.map { member in
                Turn(
                    offset: Int(keyFunction.hash(member.name) % sizes.whole),
                    skip: Int(skipFunction.hash(member.name) % sizes.less) + 1,
                    weight: member.weight
                )
            }
        )
    }

    /// The order in which a member claims entries: `offset`, `offset + skip`, and so on.
    public struct Turn: Sendable {
        fileprivate var position: Int
        fileprivate let skip: Int
        fileprivate let weight: Int
        fileprivate var target = 0

        /// Creates a member's order from the first entry, the distance to the next, and the weight.
        public init(offset: Int, skip: Int, weight: Int) {
            position = offset
            self.skip = skip
            self.weight = weight
        }
    }

    /// Fills a table of prime size by turns, and returns the index of the owner of each entry; an
    /// empty table where there are no members.
    ///
    /// A member of less than the greatest weight sits out until it is due again.
    public static func table(size: Int, turns: [Turn]) -> [Int32] {
        guard let weightMaximum = turns.map(\.weight).max() else { return [] }
        var turns = turns
        var table = [Int32](repeating: -1, count: size)
        var filled = 0
        var iteration = 1
        while true {
            for index in turns.indices {
                guard iteration * turns[index].weight >= turns[index].target else { continue }
                turns[index].target += weightMaximum
                var position = turns[index].position
                while table[position] >= 0 {
                    position += turns[index].skip
                    if position >= size { position -= size }
                }
                table[position] = Int32(index)
                turns[index].position = position
                filled += 1
                if filled == size { return table }
            }
            iteration += 1
        }
    }

    private static func isPrime(_ number: Int) -> Bool {
        guard number > 2 else { return number == 2 }
        var divisor = 2
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 1
        }
        return true
    }
}
