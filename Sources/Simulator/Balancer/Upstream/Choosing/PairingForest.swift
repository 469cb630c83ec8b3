/// Many priority queues over the same slots, each slot in at most one of them: pairing heaps whose
/// nodes stand in one array, so that moving a slot from one to another allocates nothing.
///
/// Source: Fredman, Sedgewick, Sleator, Tarjan, "The Pairing Heap", Algorithmica 1986.
struct PairingForest<Key: Comparable & Sendable>: Sendable {
    /// A tree, by its root; none is an empty one.
    struct Tree: Sendable {
        fileprivate(set) var root: Int32 = -1
        fileprivate(set) var count = 0

        var isEmpty: Bool { root < 0 }
    }

    private struct Node: Sendable {
        var key: Key
        var child: Int32 = -1
        var next: Int32 = -1
        /// The left sibling, or the parent of a first child.
        var previous: Int32 = -1
    }

    private var nodes: [Node] = []

    /// The key of a slot that is in a tree.
    func key(of slot: Int) -> Key { nodes[slot].key }

    /// The slot with the least key.
    func first(of tree: Tree) -> Int? {
        tree.isEmpty ? nil : Int(tree.root)
    }

    /// Adds a slot that is in no tree.
    ///
    /// - Complexity: O(1).
    mutating func insert(_ slot: Int, _ key: Key, into tree: inout Tree) {
        while nodes.count <= slot { nodes.append(Node(key: key)) }
        nodes[slot] = Node(key: key)
        tree.root = linked(tree.root, Int32(slot))
        tree.count += 1
    }

    /// Removes a slot that is in the tree.
    ///
    /// - Complexity: O(log *n*) amortised.
    mutating func remove(_ slot: Int, from tree: inout Tree) {
        let node = Int32(slot)
        tree.count -= 1
        let rest = paired(nodes[slot].child)
        if tree.root == node {
            tree.root = rest
            return
        }
        let previous = Int(nodes[slot].previous)
        let next = nodes[slot].next
        if nodes[previous].child == node {
            nodes[previous].child = next
        } else {
            nodes[previous].next = next
        }
        if next >= 0 { nodes[Int(next)].previous = Int32(previous) }
        tree.root = linked(tree.root, rest)
    }

    /// One tree of two: the greater root becomes the first child of the other.
    private mutating func linked(_ left: Int32, _ right: Int32) -> Int32 {
        if left < 0 { return right }
        if right < 0 { return left }
        let isLess = nodes[Int(right)].key < nodes[Int(left)].key
        let (parent, child) = isLess ? (Int(right), Int(left)) : (Int(left), Int(right))
        let sibling = nodes[parent].child
        nodes[child].next = sibling
        nodes[child].previous = Int32(parent)
        if sibling >= 0 { nodes[Int(sibling)].previous = Int32(child) }
        nodes[parent].child = Int32(child)
        nodes[parent].next = -1
        nodes[parent].previous = -1
        return Int32(parent)
    }

    /// One tree of a list of siblings, in pairs from left to right, then from right to left.
    private mutating func paired(_ first: Int32) -> Int32 {
        var pairs: Int32 = -1
        var node = first
        while node >= 0 {
            let other = nodes[Int(node)].next
            let following = other >= 0 ? nodes[Int(other)].next : -1
            detach(node)
            if other >= 0 { detach(other) }
            let pair = linked(node, other)
            nodes[Int(pair)].next = pairs
            pairs = pair
            node = following
        }
        var result: Int32 = -1
        while pairs >= 0 {
            let following = nodes[Int(pairs)].next
            nodes[Int(pairs)].next = -1
            result = linked(result, pairs)
            pairs = following
        }
        return result
    }

    private mutating func detach(_ node: Int32) {
        nodes[Int(node)].next = -1
        nodes[Int(node)].previous = -1
    }
}
