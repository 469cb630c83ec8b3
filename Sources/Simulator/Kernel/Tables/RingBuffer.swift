/// A first-in first-out buffer of a power-of-two capacity that grows by doubling.
///
/// `Deque` does the same behind a reference; this one lives in the memory of its owner, which the
/// run loop reaches through one pointer.
///
/// - Complexity: O(1) amortised.
@usableFromInline
struct RingBuffer<Element>: ~Copyable {
    @usableFromInline var elements: UnsafeMutablePointer<Element>
    @usableFromInline var mask: Int
    @usableFromInline var head = 0
    @usableFromInline var tail = 0

    /// An empty buffer with room for `capacity` elements, which must be a power of two.
    @inlinable
    init(capacity: Int = 8) {
        elements = .allocate(capacity: capacity)
        mask = capacity - 1
    }

    @inlinable
    deinit {
        for position in head..<tail { (elements + (position & mask)).deinitialize(count: 1) }
        elements.deallocate()
    }

    @inlinable
    @inline(__always)
    var isEmpty: Bool { head == tail }

    @inlinable
    @inline(__always)
    var count: Int { tail &- head }

    @inlinable
    @inline(__always)
    mutating func append(_ element: consuming Element) {
        if tail &- head > mask { grow() }
        (elements + (tail & mask)).initialize(to: element)
        tail &+= 1
    }

    /// Removes the oldest element; the buffer must not be empty.
    @inlinable
    @inline(__always)
    mutating func removeFirst() -> Element {
        let position = head & mask
        head &+= 1
        return (elements + position).move()
    }

    /// The element `offset` places behind the oldest.
    @inlinable
    @inline(__always)
    func pointer(at offset: Int) -> UnsafeMutablePointer<Element> {
        elements + ((head &+ offset) & mask)
    }

    /// Removes the element `offset` places behind the oldest, putting the oldest in its place.
    @inlinable
    @inline(__always)
    mutating func remove(at offset: Int) -> Element {
        swap(at: offset)
        return removeFirst()
    }

    @inlinable
    @inline(__always)
    func swap(at offset: Int) {
        if offset == 0 { return }
        let first = elements + (head & mask)
        let other = elements + ((head &+ offset) & mask)
        let element = first.move()
        first.moveInitialize(from: other, count: 1)
        other.initialize(to: element)
    }

    @inline(never)
    @usableFromInline
    mutating func grow() {
        let capacity = mask + 1
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        for offset in 0..<capacity {
            (larger + offset).moveInitialize(
                from: elements + ((head &+ offset) & mask),
                count: 1
            )
        }
        elements.deallocate()
        elements = larger
        head = 0
        tail = capacity
        mask = capacity * 2 - 1
    }
}
