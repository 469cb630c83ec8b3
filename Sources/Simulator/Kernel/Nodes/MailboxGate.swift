/// What a mailbox needs to know at every message, behind one pointer like the state of the kernel.
@usableFromInline
struct MailboxGateState: ~Copyable {
    let kernel: UnsafeMutablePointer<KernelState>
    let node: UnsafeMutablePointer<NodeState>
    let incarnation: UInt32
    let capacity: Int
    /// Slots of the tasks that wait, the one that came first in front.
    var waiters = RingBuffer<UInt32>(capacity: 2)
    /// Messages that a pause holds back.
    var held = 0
    /// Messages under way.
    var flights = 0
    /// The mailbox, kept alive while messages are under way.
    var mailbox: Unmanaged<AnyObject>?

    @inline(__always)
    var isOpen: Bool { node.pointee.running == incarnation }

    /// Wakes the task that has waited longest and that nothing else has woken: a timeout or a
    /// cancellation of the same instant must not swallow the message.
    ///
    /// - Returns: Its slot, or 0.
    @inline(__always)
    mutating func wakeFirst() -> UInt32 {
        while !waiters.isEmpty {
            let slot = waiters.removeFirst()
            if kernel.pointee.wake(slot, .signal) { return slot }
        }
        return 0
    }

    /// Takes the slot of a task that was resumed by something else out of the waiters.
    mutating func forget(_ slot: UInt32) {
        for _ in 0..<waiters.count {
            let waiter = waiters.removeFirst()
            if waiter != slot { waiters.append(waiter) }
        }
    }
}

/// What becomes of a message that is put into a mailbox.
@usableFromInline
enum Admission {
    /// It is not taken.
    case refused
    /// It waits for a task.
    case stored
    /// It is for the task in this slot, which was woken.
    case handed(UInt32)
    /// It waits for the end of a pause.
    case held
}

/// The part of a mailbox that does not depend on the type of its messages: who waits, and what
/// arrives.
@usableFromInline
final class MailboxGate: EventTarget {
    @usableFromInline let node: Node
    private let state: UnsafeMutablePointer<MailboxGateState>
    private let name: String
    /// Puts the message of a flight into the mailbox.
    private let deliver: (MailboxGate, UInt32) -> Void

    @usableFromInline
    init(
        name: String,
        node: Node,
        capacity: Int,
        deliver: @escaping (MailboxGate, UInt32) -> Void
    ) {
        self.deliver = deliver
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

    /// Has `mailbox`, to which it belongs, live as long as messages are under way.
    @usableFromInline
    func keeps(_ mailbox: AnyObject) {
        state.pointee.mailbox = .passUnretained(mailbox)
    }

    /// Has `action` called when the incarnation ends.
    @usableFromInline
    func whenClosed(_ action: @escaping () -> Void) {
        node.record.whenCrashed(action)
    }

    override var waitDescription: String { "mailbox '\(name)'" }

    override func happening(_ argument: UInt32) -> Happening { .mail(name) }

    /// Whether the caller may put anything anywhere.
    @usableFromInline var admitsCaller: Bool { mayAct || judgeCaller() }

    /// Whether the caller is on the thread of the simulation, in its run or in a boot.
    @usableFromInline
    var isWithinRun: Bool { state.pointee.kernel.pointee.isCurrent }

    /// Decides about one more message for a mailbox of `count`, and wakes the task it is for.
    @usableFromInline
    func admit(_ count: Int) -> Admission {
        guard state.pointee.isOpen, count &+ state.pointee.held < state.pointee.capacity,
            mayAct || judgeCaller()
        else { return .refused }
        if state.pointee.node.pointee.isPaused { return .held }
        let slot = state.pointee.wakeFirst()
        return slot == 0 ? .stored : .handed(slot)
    }

    /// Whether a task has to wait, because there are no messages but those for others, or because
    /// it must not take any.
    @usableFromInline
    func hasToWait(_ count: Int) -> Bool {
        count == 0 || !state.pointee.isOpen || !(mayAct || mayReceive())
    }

    /// Whether nothing speaks against the caller: it is on the thread of the simulation, and no
    /// task unwinds. The rest is decided elsewhere.
    @inline(__always)
    private var mayAct: Bool { state.pointee.kernel.pointee.admitsAll }

    @inline(never)
    private func judgeCaller() -> Bool { node.record.executor.judgeCaller() }

    @inline(never)
    private func mayReceive() -> Bool { node.record.executor.isOfTheLiving }

    @usableFromInline
    func beginWait(until deadline: UInt64?) throws(Interruption) -> Wait {
        let wait = try node.takeSlot(until: deadline, .message, .passUnretained(self))
        if wait.isOpen { state.pointee.waiters.append(wait.slot) }
        return wait
    }

    /// Gives the place of a wait back.
    ///
    /// - Returns: What ended it; anything but a timer and a signal is an interruption.
    @usableFromInline
    func endWait(_ wait: Wait) -> WakeCause {
        let kernel = state.pointee.kernel
        let cause = kernel.pointee.slots[wait.slot].pointee.cause
        if cause != .signal { state.pointee.forget(wait.slot) }
        if wait.slot != 0 { kernel.pointee.slots.free(wait.slot) }
        return cause
    }

    /// Marks the flight of a message that was taken and that a pause holds back.
    private static let heldFlag: UInt32 = 1 << 31

    /// Has the message of `flight` arrive now, which is at the end of the pause that lasts.
    @usableFromInline
    func hold(_ flight: UInt32) {
        state.pointee.held &+= 1
        schedule(flight | Self.heldFlag, after: .zero, .background)
    }

    @usableFromInline
    func schedule(
        _ flight: UInt32,
        after delay: Duration,
        _ kind: WorkKind
    ) {
        if state.pointee.flights == 0 { _ = state.pointee.mailbox?.retain() }
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
        if flight & Self.heldFlag != 0 { state.pointee.held &-= 1 }
        deliver(self, flight & ~Self.heldFlag)
        endFlight()
    }

    /// The mailbox belongs to an incarnation that is gone; its messages go with it.
    override func drop(_ flight: UInt32) {
        if flight & Self.heldFlag != 0 { state.pointee.held &-= 1 }
        endFlight()
    }

    @inline(__always)
    private func endFlight() {
        state.pointee.flights &-= 1
        if state.pointee.flights == 0 { state.pointee.mailbox?.release() }
    }
}
