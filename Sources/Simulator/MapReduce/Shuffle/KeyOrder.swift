/// Sorts keys as bytes.
///
/// Eight bytes of each key stand beside its number and are sorted digit by digit (a radix sort
/// from the least significant byte, as Knuth's volume 3 has it in section 5.2.5); keys that agree
/// in them are sorted by the next eight. Few keys are sorted by insertion.
struct KeyOrder: ~Copyable {
    /// A part of a key, and which key it is.
    private struct Item {
        var chunk: UInt64
        var number: UInt32
    }

    /// Keys that agree in their first `offset` bytes.
    private struct Group {
        var range: Range<Int>
        var offset: Int
    }

    /// How many keys are few.
    private static let few = 48
    /// How many bytes are sorted together.
    private static let chunkSize = 8

    private let items: UnsafeMutablePointer<Item>
    private let scratch: UnsafeMutablePointer<Item>
    private let digits: UnsafeMutablePointer<UInt32>
    private let count: Int
    private var waiting: [Group] = []

    /// The numbers of `count` keys in ascending order of the keys; equal keys keep their order.
    ///
    /// - Complexity: O(bytes by which the keys differ from each other).
    @inline(__always)
    static func sorted(count: Int, key: (Int) -> ByteView) -> [UInt32] {
        precondition(count <= UInt32.max, "keys have numbers of 32 bits")
        var order = KeyOrder(count: count)
        order.sort(key)
        return (0..<count).map { order.items[$0].number }
    }

    private init(count: Int) {
        self.count = count
        items = .allocate(capacity: count)
        scratch = .allocate(capacity: count)
        digits = .allocate(capacity: Self.chunkSize * 256)
    }

    deinit {
        items.deallocate()
        scratch.deallocate()
        digits.deallocate()
    }

    @inline(__always)
    private mutating func sort(_ key: (Int) -> ByteView) {
        for number in 0..<count {
            items[number] = Item(chunk: 0, number: UInt32(truncatingIfNeeded: number))
        }
        waiting.append(Group(range: 0..<count, offset: 0))
        while let group = waiting.popLast() {
            if group.range.count <= Self.few {
                sortFew(group, key)
                continue
            }
            for place in group.range {
                items[place].chunk = key(Int(items[place].number)).number(at: group.offset)
            }
            sortChunks(group.range)
            divide(group, key)
        }
    }

    /// Sorts by insertion.
    private func sortFew(_ group: Group, _ key: (Int) -> ByteView) {
        guard group.range.count > 1 else { return }
        for place in group.range {
            let item = items[place]
            let rest = key(Int(item.number)).rest(from: group.offset)
            let chunk = rest.number(at: 0)
            var free = place
            while free > group.range.lowerBound {
                let other = items[free - 1]
                if other.chunk < chunk { break }
                if other.chunk == chunk {
                    // Equal keys stay as they are: the one that is put in has the greater number.
                    let before = key(Int(other.number)).rest(from: group.offset)
                    if !(rest < before) { break }
                }
                items[free] = other
                free -= 1
            }
            items[free] = Item(chunk: chunk, number: item.number)
        }
    }

    /// Sorts by the chunks, and keeps the order of equal ones.
    private func sortChunks(_ range: Range<Int>) {
        digits.initialize(repeating: 0, count: Self.chunkSize * 256)
        for place in range {
            var rest = items[place].chunk
            for digit in 0..<Self.chunkSize {
                digits[digit << 8 | Int(truncatingIfNeeded: rest & 0xFF)] += 1
                rest >>= 8
            }
        }
        var from = items + range.lowerBound
        var to = scratch + range.lowerBound
        for digit in 0..<Self.chunkSize {
            let counts = digits + digit << 8
            let shift = UInt64(8 * digit)
            let first = Int(from[0].chunk &>> shift & 0xFF)
            // All have the same digit.
            if Int(counts[first]) == range.count { continue }
            var sum: UInt32 = 0
            for value in 0..<256 {
                let count = counts[value]
                counts[value] = sum
                sum += count
            }
            for place in 0..<range.count {
                let value = Int(from[place].chunk &>> shift & 0xFF)
                to[Int(counts[value])] = from[place]
                counts[value] += 1
            }
            swap(&from, &to)
        }
        if from != items + range.lowerBound {
            (items + range.lowerBound).update(from: from, count: range.count)
        }
    }

    /// Leaves the groups that agree in their chunks to be sorted by the next ones.
    private mutating func divide(_ group: Group, _ key: (Int) -> ByteView) {
        let next = group.offset + Self.chunkSize
        var start = group.range.lowerBound
        while start < group.range.upperBound {
            let chunk = items[start].chunk
            var end = start + 1
            while end < group.range.upperBound, items[end].chunk == chunk { end += 1 }
            if end - start > 1 {
                let ended = putEndedFirst(start..<end, at: next, key)
                if end - ended > 1 { waiting.append(Group(range: ended..<end, offset: next)) }
            }
            start = end
        }
    }

    /// Puts the keys that have no more than `offset` bytes before all others, the shortest first;
    /// says where the others begin.
    private func putEndedFirst(
        _ range: Range<Int>,
        at offset: Int,
        _ key: (Int) -> ByteView
    ) -> Int {
        var ended: [(count: Int, item: Item)] = []
        var kept = range.upperBound
        for place in range.reversed() {
            let count = key(Int(items[place].number)).count
            if count <= offset {
                ended.append((count, items[place]))
            } else {
                kept -= 1
                items[kept] = items[place]
            }
        }
        ended.sort { ($0.count, $0.item.number) < ($1.count, $1.item.number) }
        for (place, each) in ended.enumerated() { items[range.lowerBound + place] = each.item }
        return range.lowerBound + ended.count
    }
}

extension ByteView {
    /// The eight bytes from `offset` on as a number in their order, zeros after the end.
    @inline(__always)
    func number(at offset: Int) -> UInt64 {
        if count >= offset + 8 { return Bytes.word(self, at: offset).byteSwapped }
        return numberOfRest(from: offset)
    }

    private func numberOfRest(from offset: Int) -> UInt64 {
        guard offset < count else { return 0 }
        var number: UInt64 = 0
        for place in offset..<count { number = number << 8 | UInt64(start[place]) }
        return number << (8 * UInt64(offset + 8 - count))
    }

    /// The bytes from `offset` on; none where there are fewer.
    @inline(__always)
    fileprivate func rest(from offset: Int) -> ByteView {
        dropping(Swift.min(offset, count))
    }
}
