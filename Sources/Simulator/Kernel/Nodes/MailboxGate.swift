/// What a mailbox needs to know at every message, behind one pointer like the state of the kernel.
@usableFromInline
struct MailboxGateState: ~Copyable {
    let kernel: UnsafeMutablePointer<KernelState>
    let node: UnsafeMutablePointer<NodeState>
    let incarnation: UInt32
    let capacity: Int
    /// Slots of the tasks that wait, the one that came first in front.
    var waiters = RingBuffer<UInt32>(capacity: 2)
    /// Tasks that were woken for a message and have not taken it yet.
    var promised = 0
    /// Messages under way.
    var flights = 0

    @inline(__always)
    var isOpen: Bool { node.pointee.running == incarnation }

    /// Wakes the task that has waited longest and that nothing else has woken: a timeout or a
    /// cancellation of the same instant must not swallow the signal.
    @inline(__always)
    mutating func signal() {
        while !waiters.isEmpty {
            if kernel.pointee.wake(waiters.removeFirst(), .signal) {
                promised &+= 1
                return
            }
        }
    }

    /// Takes the slot of a task that was resumed by something else out of the waiters.
    mutating func forget(_ slot: UInt32) {
        for _ in 0..<waiters.count {
            let waiter = waiters.removeFirst()
            if waiter != slot { waiters.append(waiter) }
        }
    }
}

/// The part of a mailbox that does not depend on the type of its messages: who waits, and what
/// arrives.
@usableFromInline
final class MailboxGate: EventTarget {
    @usableFromInline let node: Node
    private let state: UnsafeMutablePointer<MailboxGateState>
    private let name: String
    /// Puts the message of a flight into the mailbox; set once by the mailbox.
    @usableFromInline var deliver: (UInt32) -> Void = { _ in }
    /// Keeps the mailbox alive while messages are under way.
    private var mailbox: AnyObject?

    @usableFromInline
    init(name: String, node: Node, capacity: Int) {
        self.name = name
        self.node = node
        state = .allocate(capacity: 1)
        state.initialize(
            to: MailboxGateState(
                kernel: node.record.kernel,
                node: node.record.state,
                incarnation: node.incarnation,
                capacity: capacity
            )
        )
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    override var waitDescription: String { "mailbox '\(name)'" }

    /// Whether a mailbox of `count` messages takes another one.
    @usableFromInline
    func admits(_ count: Int) -> Bool {
        state.pointee.isOpen && count < state.pointee.capacity
    }

    /// Whether all of `count` messages are promised to tasks that waited for them, or the node is
    /// down.
    @usableFromInline
    func hasToWait(_ count: Int) -> Bool {
        count <= state.pointee.promised || !state.pointee.isOpen
    }

    @usableFromInline
    func signal() {
        state.pointee.signal()
    }

    @usableFromInline
    func beginWait(until deadline: UInt64?) throws(Interruption) -> Wait {
        let wait = try node.takeSlot(until: deadline, .message, .passUnretained(self))
        if wait.slot != 0 { state.pointee.waiters.append(wait.slot) }
        return wait
    }

    @discardableResult
    @usableFromInline
    func endWait(_ wait: Wait, _ cause: WakeCause) throws(Interruption) -> WakeCause {
        if cause == .signal {
            state.pointee.promised &-= 1
        } else {
            state.pointee.forget(wait.slot)
        }
        return try node.giveBack(wait)
    }

    @usableFromInline
    func schedule(
        _ flight: UInt32,
        after delay: Duration,
        _ kind: WorkKind,
        keeping mailbox: AnyObject
    ) {
        if state.pointee.flights == 0 { self.mailbox = mailbox }
        state.pointee.flights &+= 1
        _ = state.pointee.kernel.pointee.call(
            self,
            flight,
            at: node.later(by: delay),
            node: state.pointee.node,
            isForeground: kind == .foreground
        )
    }

    override func fire(_ flight: UInt32) {
        state.pointee.flights &-= 1
        if state.pointee.flights > 0 { return deliver(flight) }
        let kept = mailbox
        mailbox = nil
        deliver(flight)
        withExtendedLifetime(kept) {}
    }

    /// The mailbox belongs to an incarnation that is gone; its messages go with it.
    override func drop(_ flight: UInt32) {
        state.pointee.flights &-= 1
        if state.pointee.flights == 0 { mailbox = nil }
    }
}
