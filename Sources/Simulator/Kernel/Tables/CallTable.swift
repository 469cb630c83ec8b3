/// Something an event can call when its time comes: a mailbox, a handler of an actor, an exchange.
///
/// A class, because the run loop calls it without knowing its type and keeps it alive until then.
@usableFromInline
class EventTarget {
    /// Performs the event that was scheduled with `argument`.
    func fire(_ argument: UInt32) {}

    /// Learns that the event with `argument` will never be performed: its node crashed during a
    /// pause, or the simulation was shut down.
    func drop(_ argument: UInt32) {}

    /// What a task that waits here waits for, in the report of a run that is stuck.
    var waitDescription: String { "" }

    /// What the message is that has `fire` called with `argument`, in a few words.
    func messageDescription(_ argument: UInt32) -> String { "end of a process" }

    /// What the event is that was scheduled with `argument`.
    func happening(_ argument: UInt32) -> Happening { .other("a call") }
}

/// A call the event queue is to make.
struct ScheduledCall {
    /// The event that makes this call, or `none`; a popped event with another key is stale.
    var key: EventKey
    var target: Unmanaged<EventTarget>?
    /// The node whose pause holds the call back.
    var node: UnsafeMutablePointer<NodeState>
    var argument: UInt32
    /// The next free call.
    var next: UInt32
    var isForeground: Bool
    /// Whether a pause without an end holds it back.
    var isHeldForGood = false
}

/// All calls that are scheduled, reused through a free list.
struct CallTable: ~Copyable {
    private var calls: UnsafeMutablePointer<ScheduledCall>
    private var capacity = 64
    private var top: UInt32 = 1
    private var firstFree: UInt32 = 0

    init() {
        calls = .allocate(capacity: capacity)
    }

    deinit {
        for index in 1..<max(1, Int(top)) { calls[index].target?.release() }
        calls.deallocate()
    }

    @inline(__always)
    subscript(index: UInt32) -> UnsafeMutablePointer<ScheduledCall> { calls + Int(index) }

    /// A place for a call, whose fields the caller fills.
    @inline(__always)
    mutating func take(
        _ target: EventTarget,
        _ argument: UInt32,
        node: UnsafeMutablePointer<NodeState>,
        isForeground: Bool
    ) -> UInt32 {
        var index = firstFree
        if index != 0 {
            firstFree = calls[Int(index)].next
        } else {
            index = top
            top &+= 1
            if Int(index) >= capacity { grow() }
        }
        (calls + Int(index)).initialize(
            to: ScheduledCall(
                key: .none,
                target: .passRetained(target),
                node: node,
                argument: argument,
                next: 0,
                isForeground: isForeground
            )
        )
        return index
    }

    /// Empties `index` and hands its target, with the reference that was held, to the caller.
    @inline(__always)
    mutating func free(_ index: UInt32) -> Unmanaged<EventTarget>? {
        let call = calls + Int(index)
        let target = call.pointee.target
        call.pointee.target = nil
        call.pointee.key = .none
        call.pointee.next = firstFree
        firstFree = index
        return target
    }

    /// Empties `index` and tells its target that it will not be called.
    mutating func drop(_ index: UInt32) {
        let argument = calls[Int(index)].argument
        guard let target = free(index) else { return }
        target._withUnsafeGuaranteedRef { $0.drop(argument) }
        target.release()
    }

    /// Drops every call, so that no target is kept alive.
    mutating func dropAll() {
        for index in 1..<max(1, top) where calls[Int(index)].target != nil { drop(index) }
    }

    /// The places taken so far, free ones included: as many as were ever scheduled at one time.
    var capacityUsed: Int { Int(top) - 1 }

    @inline(never)
    private mutating func grow() {
        precondition(capacity < Int(EventKey.indexMask), "more than 67 million calls are scheduled")
        let larger = UnsafeMutablePointer<ScheduledCall>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: calls, count: capacity)
        calls.deallocate()
        calls = larger
        capacity *= 2
    }
}
