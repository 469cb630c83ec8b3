import Testing

@testable import Simulator

/// Sorted runs, written and merged.
struct RunMergeTests {
    private struct Pair: Equatable {
        var key: [UInt8]
        var value: [UInt8]
    }

    private func run(_ pairs: [Pair]) -> [UInt8] {
        var writer = SortedRun.Writer()
        for pair in pairs {
            pair.key.withUnsafeBytes { key in
                pair.value.withUnsafeBytes {
                    writer.append(key: ByteView(key), value: ByteView($0))
                }
            }
        }
        return writer.bytes
    }

    private func merged(_ runs: [[UInt8]]) throws -> [Pair] {
        try runs.withByteViews { views in
            var merge = try RunMerge(views)
            var pairs: [Pair] = []
            while let key = merge.key {
                pairs.append(Pair(key: Array(key), value: Array(merge.value)))
                try merge.advance()
            }
            return pairs
        }
    }

    @Test(arguments: 0...9)
    func `keys come in order, and equal ones in the order of the runs`(runs: Int) throws {
        var random = Xoshiro256(seed: UInt64(runs))
        var all: [(pair: Pair, run: Int)] = []
        let written = (0..<runs).map { number in
            let keys = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    UInt8.random(in: 0x61...0x63, using: &random)
                }
            }
            let pairs = keys.sorted { $0.lexicographicallyPrecedes($1) }.enumerated().map {
                Pair(key: $1, value: Array("run \(number), \($0)".utf8))
            }
            all += pairs.map { ($0, number) }
            return run(pairs)
        }
        let expected = all.enumerated().sorted { left, right in
            left.element.pair.key == right.element.pair.key
                ? left.offset < right.offset
                : left.element.pair.key.lexicographicallyPrecedes(right.element.pair.key)
        }
        #expect(try merged(written) == expected.map(\.element.pair))
    }

    @Test(arguments: [0, 1, 126, 127, 128, 129, 16_383, 16_384, 100_000])
    func `pieces of every length are read as they were written`(length: Int) throws {
        let pairs = [
            Pair(key: [], value: [UInt8](repeating: 7, count: length)),
            Pair(key: [UInt8](repeating: 9, count: length), value: []),
        ]
        #expect(try merged([run(pairs)]) == pairs)
    }

    @Test func `a run that was cut is damaged`() throws {
        let whole = run([Pair(key: Array("key".utf8), value: Array("value".utf8))])
        for count in 1..<whole.count {
            #expect(throws: ShuffleError.self) { try merged([Array(whole[..<count])]) }
        }
        #expect(throws: ShuffleError.self) { try merged([[0x80]]) }
        #expect(throws: ShuffleError.self) {
            try merged([[0x83] + [UInt8](repeating: 0xFF, count: 12)])
        }
    }
}
