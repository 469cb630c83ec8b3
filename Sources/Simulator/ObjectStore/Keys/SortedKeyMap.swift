/// A map from keys to values in the order of the keys' bytes: a B+ tree.
///
/// Keys are compared as UTF-8, never as text, for which "é" in one scalar and in two would be the
/// same. A leaf that becomes empty is taken out; leaves that are merely short stay, so that a
/// deletion costs no more than a search.
///
/// Soundness of the fields whose exclusive access is not checked: nobody changes the map while it
/// is visited.
///
/// Source: Comer, "The ubiquitous B-tree", 1979; Johnson and Shasha, "B-trees with inserts and
/// deletes: why free-at-empty is better than merge-at-half", 1993.
final class SortedKeyMap<Value> {
    /// Entries of a leaf, and children of a branch, at most; one more, of a node that is about to
    /// be cut, just fits into the memory of an array that has doubled.
    private static var capacity: Int { 63 }

    private final class Leaf {
        @exclusivity(unchecked) var keys = PackedKeys()
        @exclusivity(unchecked) var values: [Value] = []
        /// Where the last key was put, and how many before it were put one behind the other.
        @exclusivity(unchecked) private var lastIndex = -1
        @exclusivity(unchecked) private var ascendingCount = 0

        /// Notes where a key was put.
        func note(_ index: Int) {
            ascendingCount = index == lastIndex + 1 ? ascendingCount + 1 : 0
            lastIndex = index
        }

        /// Where to cut a leaf that is too large: in its middle, or where keys have come in
        /// ascending order before the last, so that full leaves stay behind.
        var cut: Int {
            let isAscending = ascendingCount > values.count / 4
            return isAscending ? max(1, lastIndex) : values.count / 2
        }
    }

    private final class Branch {
        /// No key below child *i* is as great as separator *i*, and none below child *i* + 1 is
        /// less.
        @exclusivity(unchecked) var separators = PackedKeys()
        @exclusivity(unchecked) var children: [Node] = []

        /// The child below which `key` stands, if it does.
        func child(of key: UnsafeRawBufferPointer) -> Int {
            let bound = separators.lowerBound(key)
            return bound.isFound ? bound.index + 1 : bound.index
        }
    }

    private enum Node {
        case leaf(Leaf)
        case branch(Branch)
    }

    /// What a node leaves to its parent when it becomes too large.
    private struct Split {
        let separator: [UInt8]
        let right: Node
    }

    @exclusivity(unchecked) private var root = Node.leaf(Leaf())
    /// How many keys there are.
    @exclusivity(unchecked) private(set) var count = 0

    init() {}

    var isEmpty: Bool { count == 0 }

    /// The value of a key.
    ///
    /// - Complexity: O(log *n*).
    func value(for key: String) -> Value? {
        var key = key
        return key.withUTF8 { text in
            let key = UnsafeRawBufferPointer(text)
            var node = root
            while case .branch(let branch) = node { node = branch.children[branch.child(of: key)] }
            guard case .leaf(let leaf) = node else { return nil }
            let bound = leaf.keys.lowerBound(key)
            return bound.isFound ? leaf.values[bound.index] : nil
        }
    }

    /// Sets the value of a key, which need not be there yet.
    ///
    /// - Complexity: O(log *n*).
    func set(_ value: Value, for key: String) {
        var key = key
        let split = key.withUTF8 { insert(value, UnsafeRawBufferPointer($0), below: root) }
        guard let split else { return }
        let branch = Branch()
        branch.children = [root, split.right]
        split.separator.withUnsafeBytes { branch.separators.insert($0, at: 0) }
        root = .branch(branch)
    }

    /// Takes a key out, if it is there.
    ///
    /// - Complexity: O(log *n*).
    func remove(_ key: String) {
        var key = key
        key.withUTF8 { _ = remove(UnsafeRawBufferPointer($0), below: root) }
        while case .branch(let branch) = root, branch.children.count == 1 {
            root = branch.children[0]
        }
        if case .branch(let branch) = root, branch.children.isEmpty { root = .leaf(Leaf()) }
    }

    /// Calls `body` with the keys from `start` on and their values, in order, until it says no.
    ///
    /// - Complexity: O(log *n*) and what `body` costs.
    func visit(
        from start: [UInt8],
        _ body: (_ key: UnsafeRawBufferPointer, _ value: Value) -> Bool
    ) {
        start.withUnsafeBytes { _ = visit(below: root, from: $0, body) }
    }

    private func visit(
        below node: Node,
        from start: UnsafeRawBufferPointer?,
        _ body: (_ key: UnsafeRawBufferPointer, _ value: Value) -> Bool
    ) -> Bool {
        switch node {
        case .leaf(let leaf):
            let first = start.map { leaf.keys.lowerBound($0).index } ?? 0
            return leaf.keys.visit(from: first) { index, key in body(key, leaf.values[index]) }
        case .branch(let branch):
            let first = start.map(branch.child) ?? 0
            for index in first..<branch.children.count {
                let start = index == first ? start : nil
                guard visit(below: branch.children[index], from: start, body) else { return false }
            }
            return true
        }
    }

    private func insert(
        _ value: Value,
        _ key: UnsafeRawBufferPointer,
        below node: Node
    ) -> Split? {
        switch node {
        case .leaf(let leaf):
            let bound = leaf.keys.lowerBound(key)
            if bound.isFound {
                leaf.values[bound.index] = value
                return nil
            }
            count += 1
            leaf.keys.insert(key, at: bound.index)
            leaf.values.insert(value, at: bound.index)
            leaf.note(bound.index)
            guard leaf.values.count > Self.capacity else { return nil }
            return split(leaf)
        case .branch(let branch):
            let index = branch.child(of: key)
            guard let split = insert(value, key, below: branch.children[index]) else { return nil }
            split.separator.withUnsafeBytes { branch.separators.insert($0, at: index) }
            branch.children.insert(split.right, at: index + 1)
            guard branch.children.count > Self.capacity else { return nil }
            return self.split(branch)
        }
    }

    private func split(_ leaf: Leaf) -> Split {
        let middle = leaf.cut
        let right = Leaf()
        right.keys = leaf.keys.splitOff(from: middle)
        right.values = Array(leaf.values[middle...])
        // A new array, as the old one would keep the memory of both.
        leaf.values = Array(leaf.values[..<middle])
        return Split(separator: right.keys.copy(0), right: .leaf(right))
    }

    private func split(_ branch: Branch) -> Split {
        let middle = branch.children.count / 2
        let right = Branch()
        right.children = Array(branch.children[middle...])
        branch.children.removeSubrange(middle...)
        right.separators = branch.separators.splitOff(from: middle)
        let separator = branch.separators.copy(middle - 1)
        branch.separators.remove(at: middle - 1)
        return Split(separator: separator, right: .branch(right))
    }

    /// - Returns: Whether the node has become empty.
    private func remove(_ key: UnsafeRawBufferPointer, below node: Node) -> Bool {
        switch node {
        case .leaf(let leaf):
            let bound = leaf.keys.lowerBound(key)
            guard bound.isFound else { return false }
            count -= 1
            leaf.keys.remove(at: bound.index)
            leaf.values.remove(at: bound.index)
            return leaf.values.isEmpty
        case .branch(let branch):
            let index = branch.child(of: key)
            guard remove(key, below: branch.children[index]) else { return false }
            branch.children.remove(at: index)
            if branch.separators.count > 0 { branch.separators.remove(at: max(0, index - 1)) }
            return branch.children.isEmpty
        }
    }
}
