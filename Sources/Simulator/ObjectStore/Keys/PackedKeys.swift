/// Keys of one node of a tree in ascending order of their bytes, one behind the other in one run of
/// memory.
///
/// An array of strings would cost an allocation and 16 bytes for each; here a key costs its bytes
/// and four more.
struct PackedKeys: Sendable {
    private var bytes: [UInt8] = []
    /// Where each key ends.
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    private func start(of index: Int) -> Int {
        index == 0 ? 0 : Int(ends[index - 1])
    }

    /// The bytes of a key, in order.
    func copy(_ index: Int) -> [UInt8] {
        Array(bytes[start(of: index)..<Int(ends[index])])
    }

    /// Calls `body` with the keys from `first` on, until it says no.
    ///
    /// - Returns: Whether it never did.
    func visit(from first: Int, _ body: (Int, UnsafeRawBufferPointer) -> Bool) -> Bool {
        bytes.withUnsafeBytes { all in
            var start = start(of: first)
            for index in first..<ends.count {
                let end = Int(ends[index])
                guard body(index, UnsafeRawBufferPointer(rebasing: all[start..<end])) else {
                    return false
                }
                start = end
            }
            return true
        }
    }

    /// The first key that is not less than `key`, and whether it is the same.
    ///
    /// - Complexity: O(log `count`) comparisons.
    func lowerBound(_ key: UnsafeRawBufferPointer) -> (index: Int, isFound: Bool) {
        bytes.withUnsafeBytes { all in
            ends.withUnsafeBufferPointer { ends in
                var low = 0
                var high = ends.count
                while low < high {
                    let middle = (low + high) / 2
                    let start = middle == 0 ? 0 : Int(ends[middle - 1])
                    let candidate = UnsafeRawBufferPointer(rebasing: all[start..<Int(ends[middle])])
                    let order = ObjectKeyOrder.compare(candidate, key)
                    if order == 0 { return (middle, true) }
                    if order < 0 { low = middle + 1 } else { high = middle }
                }
                return (low, false)
            }
        }
    }

    mutating func insert(_ key: UnsafeRawBufferPointer, at index: Int) {
        let position = start(of: index)
        bytes.insert(contentsOf: key, at: position)
        ends.insert(UInt32(position), at: index)
        for later in index..<ends.count { ends[later] += UInt32(key.count) }
    }

    mutating func remove(at index: Int) {
        let start = start(of: index)
        let length = ends[index] - UInt32(start)
        bytes.removeSubrange(start..<Int(ends[index]))
        ends.remove(at: index)
        for later in index..<ends.count { ends[later] -= length }
    }

    /// Takes the keys from `index` on out, and returns them.
    mutating func splitOff(from index: Int) -> PackedKeys {
        let start = start(of: index)
        var tail = PackedKeys()
        tail.bytes = Array(bytes[start...])
        tail.ends = ends[index...].map { $0 - UInt32(start) }
        // New arrays, as the old ones would keep the memory of both.
        bytes = Array(bytes[..<start])
        ends = Array(ends[..<index])
        return tail
    }
}

/// The order of keys: that of their UTF-8 as numbers.
///
/// Source: the S3 API reference, *ListObjectsV2*: "list results are always returned in UTF-8 binary
/// order".
enum ObjectKeyOrder {
    /// Negative, zero or positive.
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let count = min(left.count, right.count)
        var offset = 0
        while offset + 8 <= count {
            let first = left.littleEndian64(at: offset)
            let second = right.littleEndian64(at: offset)
            if first != second { return first.byteSwapped < second.byteSwapped ? -1 : 1 }
            offset += 8
        }
        while offset < count {
            let difference = Int(left[offset]) - Int(right[offset])
            if difference != 0 { return difference }
            offset += 1
        }
        return left.count - right.count
    }

    /// Whether `left` stands before `right`.
    static func isLess(_ left: String, _ right: String) -> Bool {
        var left = left
        var right = right
        return left.withUTF8 { first in
            right.withUTF8 { second in
                compare(UnsafeRawBufferPointer(first), UnsafeRawBufferPointer(second)) < 0
            }
        }
    }
}
