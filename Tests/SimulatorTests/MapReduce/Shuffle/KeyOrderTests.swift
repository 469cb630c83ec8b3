import Testing

@testable import Simulator

/// The order of keys, beside the sort of the standard library.
struct KeyOrderTests {
    private func check(_ keys: [[UInt8]], _ comment: Comment? = nil) {
        let expected = keys.indices.sorted { left, right in
            keys[left] == keys[right]
                ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
        }
        let sorted = keys.withByteViews { views in
            KeyOrder.sorted(count: views.count) { views[$0] }
        }
        #expect(sorted.map(Int.init) == expected, comment)
    }

    @Test(arguments: [0, 1, 2, 47, 48, 49, 50, 1_000, 20_000])
    func `random keys of every length`(count: Int) {
        var random = Xoshiro256(seed: UInt64(count))
        for letters in [[0x00, 0x01], [0x61, 0x62, 0x63], Array(0...255)] as [[UInt8]] {
            check(
                (0..<count).map { _ in
                    (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        letters.randomElement(using: &random) ?? 0
                    }
                },
                "\(count) keys of \(letters.count) letters"
            )
        }
    }

    @Test(arguments: [10, 300])
    func `keys that differ late, or only in how long they are`(count: Int) {
        let start = Array("the same thirty-three bytes first".utf8)
        check((0..<count).map { start + Array("\($0 * 7 % count)".utf8) })
        check((0..<count).map { [UInt8](repeating: 0, count: $0 * 7 % 40) })
        check((0..<count).map { start + [UInt8](repeating: 0, count: $0 * 7 % 11) + [1] })
    }

    @Test func `equal keys keep their order`() {
        check((0..<1_000).map { Array("key \($0 % 3)".utf8) })
        check(Array(repeating: [UInt8](repeating: 0x61, count: 4_000), count: 200))
    }
}
