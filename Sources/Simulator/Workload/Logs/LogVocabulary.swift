/// The words of generated logs, each with how often it occurs.
///
/// Words are made of syllables, the same whatever the seed: those of low rank are `babe`, `babi`
/// and so on. None of them is the name of a log level.
struct LogVocabulary {
    /// All words, one after the other.
    private let text: [UInt8]
    /// Where each word ends in the text.
    private let ends: [Int]
    private let ranks: AliasTable

    init(words: Int, _ frequencies: LogSettings.Frequencies) {
        var text: [UInt8] = []
        var ends: [Int] = []
        ends.reserveCapacity(words)
        for rank in 0..<words {
            Self.appendWord(rank, to: &text)
            ends.append(text.count)
        }
        self.text = text
        self.ends = ends
        switch frequencies {
        case .uniform: ranks = AliasTable(weights: Array(repeating: 1, count: words))
        case .zipf(let exponent):
            ranks = AliasTable(
                weights: (1...words).map { Mathematics.power(Double($0), -exponent) }
            )
        }
    }

    /// Appends a word that is drawn, and gives its rank from zero.
    @discardableResult
    func appendWord(
        using random: inout Xoshiro256,
        to line: inout LogLine
    ) -> Int {
        let rank = ranks.draw(using: &random)
        let start = rank == 0 ? 0 : ends[rank - 1]
        text.withUnsafeBufferPointer { line.append($0, start..<ends[rank]) }
        return rank
    }

    /// The word of a rank from zero.
    func word(_ rank: Int) -> [UInt8] {
        Array(text[(rank == 0 ? 0 : ends[rank - 1])..<ends[rank]])
    }

    private static let consonants = Array("bdfghjklmnprstwz".utf8)
    private static let vowels = Array("aeiou".utf8)

    /// The most bytes that one of so many words has.
    static func wordBytes(of words: Int) -> Int {
        var longest: [UInt8] = []
        appendWord(words - 1, to: &longest)
        return longest.count
    }

    /// The number in syllables, two at least, the last one first.
    private static func appendWord(_ rank: Int, to text: inout [UInt8]) {
        let count = consonants.count * vowels.count
        var rest = rank + count
        while rest > 0 {
            text.append(consonants[rest % count / vowels.count])
            text.append(vowels[rest % vowels.count])
            rest /= count
        }
    }
}

/// Draws numbers by their weights, each in the same short time.
///
/// Source: Vose, "A linear algorithm for generating random numbers with a given distribution",
/// 1991.
struct AliasTable {
    private struct Column {
        /// Below which fraction, times 2^64, the column's own number is drawn.
        var threshold = UInt64.max
        /// The number that is drawn otherwise.
        var alias: UInt32
    }

    private let columns: [Column]

    /// A table of weights that are not negative, and not all zero.
    init(weights: [Double]) {
        let scale = Double(weights.count) / weights.reduce(0, +)
        var shares = weights.map { $0 * scale }
        var columns = weights.indices.map { Column(alias: UInt32($0)) }
        var small: [Int] = []
        var large: [Int] = []
        for index in weights.indices {
            if shares[index] < 1 { small.append(index) } else { large.append(index) }
        }
        while let less = small.popLast(), let more = large.last {
            columns[less] = Column(
                threshold: UInt64(max(0, shares[less]) * 0x1p64),
                alias: UInt32(more)
            )
            shares[more] -= 1 - shares[less]
            if shares[more] < 1 {
                large.removeLast()
                small.append(more)
            }
        }
        self.columns = columns
    }

    /// The number that 64 random bits give: the high part of a product is the column, the low one
    /// decides between its two numbers.
    @inline(__always)
    func draw(using random: inout Xoshiro256) -> Int {
        let product = random.next().multipliedFullWidth(by: UInt64(columns.count))
        let column = columns[Int(product.high)]
        return product.low < column.threshold ? Int(product.high) : Int(column.alias)
    }
}
