/// Why a parked task was resumed.
@usableFromInline
enum WakeCause: UInt8, Sendable {
    /// Not resumed yet.
    case parked = 0
    /// The instant it waited for came.
    case timer = 1
    /// What it waited for came: a message, a reply.
    case signal = 2
    /// Its node crashed.
    case crash = 3
    /// Its task was cancelled.
    case cancellation = 4
}

/// What a parked task waits for, in the report of a run that is stuck.
@usableFromInline
enum WaitReason: UInt8 {
    case sleep, work, message, reply, disk
}

/// The place where one suspended task waits.
///
/// Slots of a node form a doubly linked list in the order of suspension: a crash resumes them in
/// that order, at no cost to those that never crash (a cancellation handler on every sleep would
/// double it).
struct Slot {
    /// The event that wakes this slot, or `none`; a popped event with another key is stale.
    var key: EventKey
    /// The address of the suspended job, or 0; half the size of an optional job.
    var address: UInt
    /// The node whose work this is.
    var node: UnsafeMutablePointer<NodeState>
    /// What the task waits on, for reports; kept alive by the waiting task.
    var subject: Unmanaged<EventTarget>?
    /// When the task came here, nanoseconds.
    var since: UInt64
    var next: UInt32
    var previous: UInt32
    var cause: WakeCause
    var reason: WaitReason

    /// The suspended job.
    @inline(__always)
    var job: UnownedJob? {
        address == 0 ? nil : unsafeBitCast(address, to: UnownedJob.self)
    }
}

/// All slots of a simulation, reused through a free list; index 0 stands for none.
struct SlotTable: ~Copyable {
    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = 256
    private var firstFree: UInt32 = 0
    /// One past the highest index ever used.
    private(set) var top: UInt32 = 1

    /// An empty table; slot 0, which is no slot, belongs to `none` and tells of a crash.
    init(none: UnsafeMutablePointer<NodeState>) {
        slots = .allocate(capacity: capacity)
        slots.initialize(
            to: Slot(
                key: .none,
                address: 0,
                node: none,
                subject: nil,
                since: 0,
                next: 0,
                previous: 0,
                cause: .crash,
                reason: .sleep
            )
        )
    }

    /// The places taken so far, free ones included: as many as were ever waiting at one time.
    var capacityUsed: Int { Int(top) - 1 }

    deinit {
        slots.deallocate()
    }

    @inline(__always)
    subscript(index: UInt32) -> UnsafeMutablePointer<Slot> { slots + Int(index) }

    /// A fresh slot at the end of `node`'s list.
    @inline(__always)
    mutating func take(
        for node: UnsafeMutablePointer<NodeState>,
        at now: UInt64,
        reason: WaitReason,
        subject: Unmanaged<EventTarget>?
    ) -> UInt32 {
        var index = firstFree
        if index != 0 {
            firstFree = slots[Int(index)].next
        } else {
            index = top
            top &+= 1
            if Int(index) >= capacity { grow() }
        }
        let last = node.pointee.lastSlot
        (slots + Int(index)).initialize(
            to: Slot(
                key: .none,
                address: 0,
                node: node,
                subject: subject,
                since: now,
                next: 0,
                previous: last,
                cause: .parked,
                reason: reason
            )
        )
        if last == 0 {
            node.pointee.firstSlot = index
        } else {
            slots[Int(last)].next = index
        }
        node.pointee.lastSlot = index
        return index
    }

    /// Takes `index` out of its node's list and makes it free.
    @inline(__always)
    mutating func free(_ index: UInt32) {
        let slot = slots + Int(index)
        let node = slot.pointee.node
        let previous = slot.pointee.previous
        let next = slot.pointee.next
        if previous == 0 {
            node.pointee.firstSlot = next
        } else {
            slots[Int(previous)].next = next
        }
        if next == 0 {
            node.pointee.lastSlot = previous
        } else {
            slots[Int(next)].previous = previous
        }
        slot.pointee.key = .none
        slot.pointee.address = 0
        slot.pointee.next = firstFree
        firstFree = index
    }

    /// The slot in which the job at `address` is suspended.
    ///
    /// - Complexity: O(`capacityUsed`).
    func first(holding address: UInt) -> UInt32? {
        (1..<max(1, top)).first { slots[Int($0)].address == address }
    }

    @inline(never)
    private mutating func grow() {
        precondition(capacity < Int(EventKey.indexMask), "more than 67 million tasks are suspended")
        let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: slots, count: capacity)
        slots.deallocate()
        slots = larger
        capacity *= 2
    }
}
