import Testing

@testable import Simulator

/// The table of groups, beside a dictionary of the standard library.
struct GroupTableTests {
    /// Counts keys that stand side by side in memory, in calls of `batch` keys.
    ///
    /// - Parameter margin: How many bytes after the last key may be read.
    private func counts(
        _ keys: [[UInt8]],
        batch: Int,
        margin: Int = 0
    ) -> [(key: [UInt8], count: Int)] {
        var table = GroupTable<Int>()
        let memory = Array(keys.joined()) + [UInt8](repeating: 0xEE, count: margin)
        memory.withUnsafeBytes { bytes in
            let memory = ByteView(bytes)
            var ends = [0]
            for key in keys { ends.append(ends[ends.count - 1] + key.count) }
            for first in stride(from: 0, to: keys.count, by: batch) {
                table.forEachElement(
                    count: min(batch, keys.count - first),
                    in: memory,
                    key: { memory.slice(ends[first + $0]..<ends[first + $0 + 1]) },
                    orInsert: { 0 },
                    { _, count in count.pointee += 1 }
                )
            }
        }
        // The memory of the keys is gone: the table has copies.
        var found: [(key: [UInt8], count: Int)] = []
        table.forEachInOrder { found.append((Array($0), $1)) }
        #expect(found.count == table.count)
        return found
    }

    private func check(_ keys: [[UInt8]], batch: Int, margin: Int = 0) {
        var expected: [[UInt8]: Int] = [:]
        for key in keys { expected[key, default: 0] += 1 }
        let found = counts(keys, batch: batch, margin: margin)
        #expect(found.map(\.key) == expected.keys.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(found.allSatisfy { expected[$0.key] == $0.count })
    }

    @Test(arguments: [1, 2, 31, 63, 64, 65, 1_000], [0, 64])
    func `keys of every length are told apart`(batch: Int, margin: Int) {
        var random = Xoshiro256(seed: UInt64(batch))
        let keys = (0..<20_000).map { _ in
            let count = Int.random(in: 0...40, using: &random)
            return (0..<count).map { _ in
                [0x00, 0x61, 0xFF].randomElement(using: &random) ?? 0
            } as [UInt8]
        }
        check(keys, batch: batch, margin: margin)
    }

    @Test func `a key differs from the same with a zero, or with another byte anywhere`() {
        var keys: [[UInt8]] = []
        for count in 0...34 {
            let key = [UInt8](repeating: 0x41, count: count)
            keys += [key, key + [0]]
            for place in 0..<count {
                var other = key
                other[place] ^= 0x80
                keys.append(other)
            }
        }
        check(keys + keys.reversed(), batch: 7)
    }

    @Test func `keys with the same hash are told apart`() {
        let keys = (0..<400_000 as Range<UInt64>).map { number in
            withUnsafeBytes(of: number &* 0x9E37_79B9_7F4A_7C15) { Array($0) }
        }
        var first: [UInt32: Int] = [:]
        var colliding: [[UInt8]] = []
        for (place, key) in keys.enumerated() {
            let hash = key.withUnsafeBytes { GroupKey(ByteView($0), in: .empty).hash }
            if let other = first.updateValue(place, forKey: hash) {
                colliding += [keys[other], key]
            }
        }
        #expect((8...100).contains(colliding.count), "of 32 bits, some of so many keys collide")
        check(colliding + colliding.reversed() + colliding, batch: 64)
    }

    @Test func `hashes differ also where a factor of the hash is zero`() {
        let prefix: [UInt8] = [0x15, 0x7C, 0x4A, 0x7F, 0xB9, 0x79, 0x37, 0x9E]
        let hashes = (0..<1_000).map { number in
            (prefix + Array("\(number)".utf8)).withUnsafeBytes {
                GroupKey(ByteView($0), in: .empty).hash
            }
        }
        #expect(Set(hashes).count > 990)
    }

    @Test func `a hash depends on no byte outside of the key`() {
        for count in 0...40 {
            let key = (0..<count).map { UInt8($0 + 1) }
            let memory = key + [UInt8](repeating: 0xFF, count: 32)
            memory.withUnsafeBytes { bytes in
                let view = ByteView(bytes)
                let inside = GroupKey(view.slice(0..<count), in: view)
                let alone = GroupKey(view.slice(0..<count), in: view.slice(0..<count))
                #expect(inside.hash == alone.hash && inside == alone)
            }
        }
    }

    @Test func `a table grows, tells what it holds, and begins anew`() {
        var table = GroupTable<Int>()
        let empty = table.footprint
        for round in 0..<2 {
            for number in 0..<5_000 {
                let key = Array("a key of more than sixteen bytes \(number)".utf8)
                key.withUnsafeBytes { bytes in
                    table.forEachElement(
                        count: 1,
                        in: .empty,
                        key: { _ in ByteView(bytes) },
                        orInsert: { round },
                        { _, element in element.pointee += number }
                    )
                }
            }
            #expect(table.count == 5_000)
            #expect(table.footprint > empty + 5_000 * 56)
            table.removeAll()
            #expect(table.count == 0 && table.footprint == empty)
        }
    }
}
