/// The part of a mailbox that does not depend on the type of its messages: who waits, and what arrives.
@usableFromInline
final class MailboxGate: EventTarget {
    @usableFromInline let node: Node
    private let name: String
    private let capacity: Int
    /// Slots of the tasks that wait, the one that came first in front.
    private let waiters: UnsafeMutablePointer<RingBuffer<UInt32>>
    /// Puts the message of a flight into the mailbox; set once by the mailbox.
    @usableFromInline var deliver: (UInt32) -> Void = { _ in }
    /// Keeps the mailbox alive while messages are under way.
    private var mailbox: AnyObject?
    private var flights = 0
    /// Tasks that were woken for a message and have not taken it yet.
    @usableFromInline var promised = 0

    @usableFromInline
    init(name: String, node: Node, capacity: Int) {
        self.name = name
        self.node = node
        self.capacity = capacity
        waiters = .allocate(capacity: 1)
        waiters.initialize(to: RingBuffer(capacity: 2))
    }

    deinit {
        waiters.deinitialize(count: 1)
        waiters.deallocate()
    }

    override var waitDescription: String { "mailbox '\(name)'" }

    /// Whether a mailbox of `count` messages takes another one.
    @usableFromInline
    func admits(_ count: Int) -> Bool {
        node.isAlive && count < capacity
    }

    /// Wakes the task that has waited longest and that nothing else has woken: a timeout or a
    /// cancellation of the same instant must not swallow the signal.
    @usableFromInline
    func signal() {
        while !waiters.pointee.isEmpty {
            if node.record.kernel.pointee.wake(waiters.pointee.removeFirst(), .signal) {
                promised &+= 1
                return
            }
        }
    }

    @usableFromInline
    func beginWait(until deadline: UInt64?) throws(Interruption) -> Wait {
        let wait = try node.beginWait(until: deadline, .message, .passUnretained(self))
        if wait.slot != 0 { waiters.pointee.append(wait.slot) }
        return wait
    }

    @discardableResult
    @usableFromInline
    func endWait(_ wait: Wait, _ cause: WakeCause) throws(Interruption) -> WakeCause {
        if cause == .signal { promised &-= 1 } else { forget(wait.slot) }
        return try node.endWait(wait, cause)
    }

    /// Takes the slot of a task that was resumed by something else out of the waiters.
    private func forget(_ slot: UInt32) {
        for _ in 0..<waiters.pointee.count {
            let waiter = waiters.pointee.removeFirst()
            if waiter != slot { waiters.pointee.append(waiter) }
        }
    }

    @usableFromInline
    func schedule(
        _ flight: UInt32, after delay: Duration, _ kind: WorkKind, keeping mailbox: AnyObject
    ) {
        if flights == 0 { self.mailbox = mailbox }
        flights += 1
        _ = node.record.kernel.pointee.call(
            self, flight, at: node.later(by: delay), node: node.record.state,
            isForeground: kind == .foreground)
    }

    override func fire(_ flight: UInt32) {
        flights -= 1
        let kept = mailbox
        if flights == 0 { mailbox = nil }
        deliver(flight)
        withExtendedLifetime(kept) {}
    }

    /// The mailbox belongs to an incarnation that is gone; its messages go with it.
    override func drop(_ flight: UInt32) {
        flights -= 1
        if flights == 0 { mailbox = nil }
    }
}
