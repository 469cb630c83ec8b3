/// Where the keys of requests come from.
public enum KeySource: Equatable, Sendable {
    /// Six-digit identifiers: `100000 + SplitMix64(seed).next() % 900000`.
    case sixDigits(seed: UInt64)
    /// Every number below the population as likely.
    case uniform(population: Int)
    /// One number after the other.
    case sequence(first: Int)
    /// The number of rank r with a weight of 1 / r to the power of the exponent.
    case zipf(exponent: Double, population: Int)
}

/// Draws the keys of a source, one after the other.
struct KeyGenerator: Sendable {
    private let source: KeySource
    private var identifiers: SplitMix64
    private var random: RandomStream
    private var drawn = 0
    /// For Zipf's law, the weights up to and including each rank.
    private let cumulative: [Double]

    init(_ source: KeySource, random: RandomStream) {
        self.source = source
        self.random = random
        if case .sixDigits(let seed) = source {
            identifiers = SplitMix64(seed: seed)
        } else {
            identifiers = SplitMix64(seed: 0)
        }
        cumulative = Self.cumulativeWeights(source)
    }

    private static func cumulativeWeights(_ source: KeySource) -> [Double] {
        guard case .zipf(let exponent, let population) = source else { return [] }
        var sum = 0.0
        return (1...population).map { rank in
            sum += Mathematics.power(Double(rank), -exponent)
            return sum
        }
    }

    /// The next key.
    mutating func next() -> PlacementKey { PlacementKey(nextNumber()) }

    /// The next key as a number.
    mutating func nextNumber() -> UInt64 {
        drawn += 1
        switch source {
        case .sixDigits: return 100_000 + identifiers.next() % 900_000
        case .uniform(let population): return random.below(UInt64(population))
        case .sequence(let first): return UInt64(first + drawn - 1)
        case .zipf: return UInt64(rank(of: random.unit() * (cumulative.last ?? 0)))
        }
    }

    /// The first rank whose cumulative weight exceeds `weight`.
    private func rank(of weight: Double) -> Int {
        var low = 0
        var high = cumulative.count - 1
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > weight { high = middle } else { low = middle + 1 }
        }
        return low + 1
    }
}
