import Testing

@testable import Simulator

struct RecentlyUsedTests {
    /// Against an array that is searched.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `keys are in the order of their last use`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var used = RecentlyUsed<Int>()
        var expected: [(key: String, value: Int)] = []
        for step in 0..<500 {
            let key = "key-\(random.next() % 12)"
            let place = expected.firstIndex { $0.key == key }
            let old = place.map { expected.remove(at: $0).value }
            #expect(used[key] == old)
            if random.next() % 3 == 0 {
                #expect(used.remove(key) == old)
            } else {
                used.use(key, step)
                expected.append((key, step))
            }
            #expect(used.count == expected.count)
            #expect(used.all.map(\.key) == expected.map(\.key))
            #expect(used.all.map(\.value) == expected.map(\.value))
        }
    }
}
