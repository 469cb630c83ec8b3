/// How many values each bucket holds; buckets are numbered in the order of their values.
public struct BucketCounts: ShuffleValue, Hashable, Sendable {
    private struct Bucket: Hashable {
        let number: Int
        var count: Int
    }

    /// The buckets that hold something, in ascending order.
    private var buckets: [Bucket] = []

    /// How many values there are.
    private(set) var total = 0

    /// How many bytes are held.
    var footprint: Int { buckets.capacity * MemoryLayout<Bucket>.stride }

    /// Puts `count` values into a bucket.
    mutating func add(_ count: Int, to number: Int) {
        total += count
        let place = self.place(of: number)
        if place < buckets.count, buckets[place].number == number {
            buckets[place].count += count
        } else {
            buckets.insert(Bucket(number: number, count: count), at: place)
        }
    }

    /// Puts in what `other` holds.
    mutating func add(_ other: BucketCounts) {
        for bucket in other.buckets { add(bucket.count, to: bucket.number) }
    }

    /// The bucket of the value at `place`, from zero, in ascending order.
    func bucket(at place: Int) -> Int {
        var before = 0
        for bucket in buckets {
            before += bucket.count
            if place < before { return bucket.number }
        }
        return buckets.last?.number ?? 0
    }

    private func place(of number: Int) -> Int {
        var low = 0
        var high = buckets.count
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Writes each bucket's number, its sign folded into the lowest bit, and its count.
    public func encode(into bytes: inout [UInt8]) {
        for bucket in buckets {
            let folded = bucket.number << 1 ^ bucket.number >> (Int.bitWidth - 1)
            VariableLengthInteger.append(folded, to: &bytes)
            VariableLengthInteger.append(bucket.count, to: &bytes)
        }
    }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> BucketCounts? {
        var counts = BucketCounts()
        var offset = 0
        while offset < bytes.count {
            guard let folded = VariableLengthInteger.read(bytes, at: &offset),
                let count = VariableLengthInteger.read(bytes, at: &offset), count > 0,
                count <= Int.max - counts.total
            else { return nil }
            let number = folded >> 1 ^ -(folded & 1)
            if let last = counts.buckets.last, last.number >= number { return nil }
            counts.add(count, to: number)
        }
        return counts
    }
}
