import Testing

@testable import Simulator

struct SortedKeyMapTests {
    private func keys(_ map: SortedKeyMap<Int>, from start: String = "") -> [[UInt8]] {
        var keys: [[UInt8]] = []
        map.visit(from: Array(start.utf8)) { key, _ in
            keys.append(Array(key))
            return true
        }
        return keys
    }

    private func key(using random: inout SplitMix64) -> String {
        let letters = ["a", "b", "/", "é", "e\u{301}", "\u{0}", "𝄞", "zz"]
        let count = Int.random(in: 0...5, using: &random)
        return (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }

    @Test(arguments: 0..<12)
    func `it does what a dictionary and a sort do`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let map = SortedKeyMap<Int>()
        var expected: [[UInt8]: Int] = [:]
        for step in 0..<3_000 {
            let key = key(using: &random)
            // First more comes than goes, then more goes than comes.
            if Int.random(in: 0..<10, using: &random) < (step < 1_500 ? 7 : 3) {
                map.set(step, for: key)
                expected[Array(key.utf8)] = step
            } else {
                map.remove(key)
                expected[Array(key.utf8)] = nil
            }
            guard map.count == expected.count else {
                Issue.record("\(map.count) keys, not \(expected.count)")
                return
            }
        }
        let sorted = expected.keys.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(keys(map) == sorted)
        for key in sorted {
            let text = String(decoding: key, as: UTF8.self)
            #expect(map.value(for: text) == expected[key])
        }
        for (index, key) in sorted.enumerated() where index % 17 == 0 {
            let text = String(decoding: key, as: UTF8.self)
            #expect(keys(map, from: text) == Array(sorted[index...]))
        }
        for key in sorted { map.remove(String(decoding: key, as: UTF8.self)) }
        #expect(map.isEmpty && keys(map) == [])
    }

    @Test(arguments: [1, -1])
    func `ascending and descending keys are kept`(direction: Int) {
        let map = SortedKeyMap<Int>()
        let numbers = (0..<20_000).map { String(100_000 + ($0 * direction + 20_000) % 20_000) }
        for (index, number) in numbers.enumerated() { map.set(index, for: number) }
        #expect(keys(map) == numbers.sorted().map { Array($0.utf8) })
        for number in numbers where number.hasSuffix("7") { map.remove(number) }
        #expect(keys(map) == numbers.filter { !$0.hasSuffix("7") }.sorted().map { Array($0.utf8) })
    }

    @Test
    func `the successor of a prefix comes after all that begin with it`() {
        #expect(ObjectKeyOrder.successor(ofPrefix: [1, 2]) == [1, 3])
        #expect(ObjectKeyOrder.successor(ofPrefix: [1, 255]) == [2])
        #expect(ObjectKeyOrder.successor(ofPrefix: [255, 255]) == nil)
        #expect(ObjectKeyOrder.successor(ofPrefix: []) == nil)
    }
}
