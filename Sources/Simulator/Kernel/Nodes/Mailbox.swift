/// A first-in first-out queue of messages to a node.
///
/// It belongs to one incarnation of the node: what arrives after a crash is dropped, and who waits
/// is interrupted. Any number of tasks may wait; the one that came first gets the next message,
/// whoever runs first.
///
/// Like everything of a node it can be used from another one, as from a driver that stands for
/// the outside world. What is left of a crashed incarnation neither puts nor receives anything, and
/// what is put in while the node is paused arrives when the pause ends.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class Mailbox<Message: Sendable>: @unchecked Sendable {
    @usableFromInline let contents: UnsafeMutablePointer<MailboxContents<Message>>
    @usableFromInline let gate: MailboxGate

    /// A mailbox of `node`.
    ///
    /// - Parameters:
    ///   - name: What it is called in reports.
    ///   - node: The node whose tasks receive from it.
    ///   - capacity: Messages it holds; more are refused.
    @inlinable
    public init(_ name: String, on node: Node, capacity: Int = 1 << 20) {
        precondition(capacity > 0, "a mailbox holds at least one message")
        let contents = UnsafeMutablePointer<MailboxContents<Message>>.allocate(capacity: 1)
        contents.initialize(to: MailboxContents())
        self.contents = contents
        gate = MailboxGate(name: name, node: node, capacity: capacity) { gate, flight in
            let message = contents.pointee.flights.land(flight)
            _ = Self.put(message, into: contents, gate)
        }
        gate.keeps(self)
    }

    /// A mailbox of the node of `target`, which is handed every message as it comes, so that no
    /// task has to wait for them.
    ///
    ///     let orders = Mailbox("orders", of: kitchen) { kitchen, order in kitchen.take(order) }
    ///
    /// Soundness of the cast: an isolated parameter is passed like any other, and a mailbox takes
    /// messages on the thread of the simulation only.
    ///
    /// - Parameters:
    ///   - name: What it is called in reports.
    ///   - target: Whose messages they are; it is kept alive until its incarnation ends.
    ///   - handle: Called during `put`, when a message that was sent arrives, or at the begin of
    ///     the run that is next for what is put in between runs.
    @inlinable
    public convenience init<Target: SimulatedActor>(
        _ name: String,
        of target: Target,
        _ handle: @escaping @Sendable (isolated Target, Message) -> Void
    ) {
        self.init(name, on: target.node)
        target.requireOwnExecutor()
        // A mailbox of a dead incarnation takes nothing, and no crash would let go of the actor.
        guard target.node.isAlive else { return }
        let handle = unsafeBitCast(
            IsolatedHandle(call: handle),
            to: PlainHandle<Target, Message>.self
        ).call
        contents.pointee.handle = { handle(target, $0) }
        gate.whenClosed { self.contents.pointee.handle = nil }
    }

    @inlinable
    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    /// Messages that wait, those included that a task was woken for and has not taken yet.
    @inlinable
    public var count: Int { contents.pointee.count }

    /// Puts `message` in now.
    ///
    /// - Returns: Whether it was taken: the node is up, the mailbox not full, and the caller not of
    ///   a crashed incarnation.
    @discardableResult
    @inlinable
    public func put(_ message: Message) -> Bool {
        Self.put(message, into: contents, gate)
    }

    /// Nothing of the contents is held while a message is handled: it may lead to another one.
    @inlinable
    @inline(__always)
    static func put(
        _ message: Message,
        into contents: UnsafeMutablePointer<MailboxContents<Message>>,
        _ gate: MailboxGate
    ) -> Bool {
        switch gate.admit(contents.pointee.count) {
        case .refused: return false
        case .stored:
            guard let handle = contents.pointee.handle else {
                contents.pointee.messages.append(message)
                break
            }
            if gate.isWithinRun {
                handle(message)
            } else {
                gate.schedule(contents.pointee.flights.launch(message), after: .zero, .foreground)
            }
        case .handed(let slot): contents.pointee.handed.append(Handed(slot, message))
        case .held: gate.hold(contents.pointee.flights.launch(message))
        }
        return true
    }

    /// Puts `message` in after `delay`; if the mailbox is full or its node down then, it is
    /// dropped, and so is what a crashed incarnation sends.
    @inlinable
    public func send(
        _ message: Message,
        after delay: Duration,
        _ kind: WorkKind = .foreground
    ) {
        guard gate.admitsCaller else { return }
        gate.schedule(contents.pointee.flights.launch(message), after: delay, kind)
    }

    /// Takes the next message, or waits for it.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func receive() async throws(Interruption) -> Message {
        if gate.hasToWait(contents.pointee.messages.count) {
            let wait = try gate.beginWait(until: nil)
            await gate.node.park(wait)
            let cause = gate.endWait(wait)
            if cause == .signal { return contents.pointee.takeHanded(wait.slot) }
            throw contents.pointee.lose(wait.slot, cause)
        }
        return contents.pointee.messages.removeFirst()
    }

    /// Takes the next message, or waits for it until `timeout` has passed.
    ///
    /// - Returns: The message, or nil after the timeout.
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    @inline(__always)
    public func receive(timeout: Duration) async throws(Interruption) -> Message? {
        let deadline = gate.node.later(by: timeout)
        if gate.hasToWait(contents.pointee.messages.count) {
            let wait = try gate.beginWait(until: deadline)
            await gate.node.park(wait)
            let cause = gate.endWait(wait)
            if cause == .signal { return contents.pointee.takeHanded(wait.slot) }
            if cause == .timer { return nil }
            throw contents.pointee.lose(wait.slot, cause)
        }
        return contents.pointee.messages.removeFirst()
    }
}

/// What an actor does with a message, and the same without its isolation.
@usableFromInline
struct IsolatedHandle<Target: SimulatedActor, Message> {
    @usableFromInline let call: @Sendable (isolated Target, Message) -> Void

    @inlinable
    init(call: @escaping @Sendable (isolated Target, Message) -> Void) {
        self.call = call
    }
}

@usableFromInline
struct PlainHandle<Target: AnyObject, Message> {
    @usableFromInline let call: @Sendable (Target, Message) -> Void
}

/// A message for the task that waits in a slot.
@usableFromInline
struct Handed<Message> {
    @usableFromInline let slot: UInt32
    @usableFromInline let message: Message

    @inlinable
    init(_ slot: UInt32, _ message: Message) {
        self.slot = slot
        self.message = message
    }
}

/// What a mailbox holds, behind one pointer like the state of the kernel.
@usableFromInline
struct MailboxContents<Message>: ~Copyable {
    /// Messages that no task was woken for; where there are any, no task waits.
    @usableFromInline var messages = RingBuffer<Message>(capacity: 4)
    /// Messages of tasks that were woken for them and have not taken them yet.
    @usableFromInline var handed = RingBuffer<Handed<Message>>(capacity: 2)
    /// Messages under way.
    @usableFromInline var flights = FlightTable<Message>()

    @inlinable
    init() {}

    /// What is done with a message for which no task waits, instead of keeping it.
    @usableFromInline var handle: ((Message) -> Void)?

    /// All that are here.
    @inlinable
    @inline(__always)
    var count: Int { messages.count &+ handed.count }

    /// The message that was handed to the task in `slot`.
    ///
    /// - Complexity: O(n) where n tasks were woken and have not run; first in first out, O(1).
    @inlinable
    @inline(__always)
    mutating func takeHanded(_ slot: UInt32) -> Message {
        var offset = 0
        while handed.pointer(at: offset).pointee.slot != slot { offset &+= 1 }
        return handed.remove(at: offset).message
    }

    /// The error of a wait that was interrupted; a message for a task that is interrupted after it
    /// was woken is lost with it.
    @inline(never)
    @usableFromInline
    mutating func lose(_ slot: UInt32, _ cause: WakeCause) -> Interruption {
        for offset in 0..<handed.count where handed.pointer(at: offset).pointee.slot == slot {
            _ = handed.remove(at: offset)
            break
        }
        return cause == .cancellation ? .cancelled : .crashed
    }
}
