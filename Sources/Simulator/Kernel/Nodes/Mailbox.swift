/// A first-in first-out queue of messages to a node.
///
/// It belongs to one incarnation of the node: what arrives after a crash is dropped, and who waits
/// is interrupted. Any number of tasks may wait; the one that came first gets the next message.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class Mailbox<Message: Sendable>: @unchecked Sendable {
    @usableFromInline let contents: UnsafeMutablePointer<MailboxContents<Message>>
    @usableFromInline let gate: MailboxGate

    /// A mailbox of `node`.
    ///
    /// - Parameters:
    ///   - name: What it is called in reports.
    ///   - capacity: Messages it holds; more are refused.
    @inlinable
    public init(_ name: String, on node: Node, capacity: Int = 1 << 20) {
        precondition(capacity > 0, "a mailbox holds at least one message")
        gate = MailboxGate(name: name, node: node, capacity: capacity)
        contents = .allocate(capacity: 1)
        contents.initialize(to: MailboxContents())
        gate.deliver = { [unowned self] flight in
            let message = contents.pointee.land(flight)
            if let message { put(message) }
        }
    }

    @inlinable
    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    /// Messages that wait.
    @inlinable
    public var count: Int { contents.pointee.messages.count }

    /// Puts `message` in now.
    ///
    /// - Returns: Whether it was taken: the node is up and the mailbox not full.
    @discardableResult
    @inlinable
    public func put(_ message: Message) -> Bool {
        guard gate.admits(contents.pointee.messages.count) else { return false }
        contents.pointee.messages.append(message)
        gate.signal()
        return true
    }

    /// Puts `message` in after `delay`; if the mailbox is full or its node down then, it is
    /// dropped.
    @inlinable
    public func send(
        _ message: Message,
        after delay: Duration,
        _ kind: WorkKind = .foreground
    ) {
        gate.schedule(contents.pointee.launch(message), after: delay, kind, keeping: self)
    }

    /// Takes the next message, or waits for it.
    ///
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    public func receive() async throws(Interruption) -> Message {
        if gate.hasToWait(contents.pointee.messages.count) {
            repeat {
                let wait = try gate.beginWait(until: nil)
                try gate.endWait(wait, await gate.node.park(wait))
            } while contents.pointee.messages.isEmpty
        }
        return contents.pointee.messages.removeFirst()
    }

    /// Takes the next message, or waits for it until `timeout` has passed.
    ///
    /// - Returns: The message, or nil after the timeout.
    /// - Throws: `Interruption` when the node crashes or the task is cancelled.
    @inlinable
    public func receive(timeout: Duration) async throws(Interruption) -> Message? {
        let deadline = gate.node.later(by: timeout)
        if gate.hasToWait(contents.pointee.messages.count) {
            repeat {
                let wait = try gate.beginWait(until: deadline)
                let cause = try gate.endWait(wait, await gate.node.park(wait))
                if cause == .timer { return nil }
            } while contents.pointee.messages.isEmpty
        }
        return contents.pointee.messages.removeFirst()
    }
}

/// What a mailbox holds, behind one pointer like the state of the kernel.
@usableFromInline
struct MailboxContents<Message>: ~Copyable {
    @usableFromInline var messages = RingBuffer<Message>(capacity: 4)
    /// Messages under way, and the places in `flights` that are free.
    @usableFromInline var flights: [Message?] = []
    @usableFromInline var freeFlights: [UInt32] = []

    @inlinable
    init() {}

    /// Keeps `message` until it arrives.
    @inlinable
    mutating func launch(_ message: Message) -> UInt32 {
        if let free = freeFlights.popLast() {
            flights[Int(free)] = message
            return free
        }
        flights.append(message)
        return UInt32(flights.count - 1)
    }

    /// The message that arrives.
    @inlinable
    mutating func land(_ flight: UInt32) -> Message? {
        freeFlights.append(flight)
        return flights[Int(flight)].take()
    }
}
