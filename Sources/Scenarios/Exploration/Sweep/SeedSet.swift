/// Seeds, as ranges in ascending order.
public struct SeedSet: Equatable, Sendable {
    /// The ranges: disjoint, and with a gap between any two.
    public private(set) var ranges: [ClosedRange<UInt64>] = []

    /// No seeds.
    public init() {}

    /// The seeds of a range.
    public init(_ range: ClosedRange<UInt64>) {
        ranges = [range]
    }

    /// What `text` says, such as `1...1000` or `7,100...199`; nothing where it is no set of seeds.
    public init?(_ text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "...", omittingEmptySubsequences: false)
            guard let first = ends.first.flatMap({ Self.seed($0) }), ends.count <= 2 else {
                return nil
            }
            guard let last = ends.last.flatMap({ Self.seed($0) }), first <= last,
                insert(first...last)
            else { return nil }
        }
    }

    /// Digits, between which `_` may stand.
    private static func seed(_ text: Substring) -> UInt64? {
        guard text.first?.isNumber == true, text.last?.isNumber == true else { return nil }
        return UInt64(text.filter { $0 != "_" })
    }

    /// Adds a range.
    ///
    /// - Returns: Whether none of its seeds was there already; else nothing is added.
    public mutating func insert(_ range: ClosedRange<UInt64>) -> Bool {
        let place = place(of: range.lowerBound)
        if place < ranges.endIndex, ranges[place].lowerBound <= range.upperBound { return false }
        if place > 0, ranges[place - 1].upperBound >= range.lowerBound { return false }
        var merged = range
        if place < ranges.endIndex, ranges[place].lowerBound == range.upperBound &+ 1 {
            merged = merged.lowerBound...ranges[place].upperBound
            ranges.remove(at: place)
        }
        if place > 0, ranges[place - 1].upperBound &+ 1 == range.lowerBound {
            ranges[place - 1] = ranges[place - 1].lowerBound...merged.upperBound
        } else {
            ranges.insert(merged, at: place)
        }
        return true
    }

    /// The first of the ranges that begin above `seed`.
    ///
    /// - Complexity: O(log n).
    private func place(of seed: UInt64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound > seed { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Adds the seeds of another set.
    ///
    /// - Returns: Whether none of them was there already.
    public mutating func insert(_ other: SeedSet) -> Bool {
        other.ranges.allSatisfy { insert($0) }
    }

    /// How many seeds there are, at most `Int.max`.
    public var count: Int {
        var total: UInt64 = 0
        for range in ranges {
            let others = range.upperBound - range.lowerBound
            let (sum, overflow) = total.addingReportingOverflow(others)
            if overflow || sum == .max { return .max }
            total = sum + 1
        }
        return Int(clamping: total)
    }

    /// The seed after so many others, in ascending order; nothing where there are no more.
    public func seed(at index: Int) -> UInt64? {
        var left = UInt64(index)
        for range in ranges {
            let size = range.upperBound - range.lowerBound
            if left <= size { return range.lowerBound + left }
            left -= size + 1
        }
        return nil
    }
}

extension SeedSet: CustomStringConvertible {
    /// `1...1000,2000`.
    public var description: String {
        ranges.map { range in
            range.lowerBound == range.upperBound
                ? "\(range.lowerBound)"
                : "\(range.lowerBound)...\(range.upperBound)"
        }.joined(separator: ",")
    }
}
