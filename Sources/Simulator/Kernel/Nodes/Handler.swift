import CRuntime

/// A function of an actor that the run loop calls at an instant, without a task of its own.
///
/// It costs three quarters of what a task that sleeps does, and a twentieth of its memory. Use it
/// where nothing has to wait: a server that completes a request, a link that delivers a message.
///
///     let completion = Handler("complete", of: server) { $0.complete() }
///     completion.schedule(after: .milliseconds(10))
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that owns the simulation.
public final class Handler<Target: SimulatedActor>: @unchecked Sendable {
    private let call: HandlerCall
    private let node: Node

    /// What the run loop calls: it does nothing once the incarnation has ended.
    var eventTarget: EventTarget { call }

    /// A handler of `target`; it is not kept alive by its handlers.
    ///
    /// Soundness of the cast: an isolated parameter is passed like any other, an actor like any
    /// object, and `fire` runs on the executor of `target`, which is checked here once instead of
    /// at every event.
    public convenience init(
        _ name: String,
        of target: Target,
        _ body: @escaping @Sendable (isolated Target) -> Void
    ) {
        self.init(name, of: target) { target, _ in body(target) }
    }

    /// A handler of `target` that learns which of its calls it is: the number that it was scheduled
    /// with.
    public init(
        _ name: String,
        of target: Target,
        numbered body: @escaping @Sendable (isolated Target, UInt32) -> Void
    ) {
        node = target.node
        precondition(
            node.record.executor.owns(target.unownedExecutor),
            "the actor of handler '\(name)' does not run on the executor of its node"
        )
        call = HandlerCall(
            name: name,
            target: target,
            node: node,
            body: unsafeBitCast(IsolatedBody(call: body), to: PlainBody.self)
        )
    }

    /// Calls the function after `delay`, unless the node crashes before; code of a dead incarnation
    /// schedules nothing, on its own node or on another.
    @inline(__always)
    public func schedule(
        after delay: Duration,
        number: UInt32 = 0,
        _ kind: WorkKind = .foreground
    ) {
        guard node.admitsCaller else { return }
        _ = node.record.kernel.pointee.call(
            call,
            number,
            at: node.later(by: delay),
            node: node.record.state,
            isForeground: kind == .foreground
        )
    }

    /// Calls the function after `duration` of work, longer by the node's slowness.
    @inline(__always)
    public func scheduleWork(
        for duration: Duration,
        number: UInt32 = 0,
        _ kind: WorkKind = .foreground
    ) {
        schedule(after: node.stretched(duration), number: number, kind)
    }
}

/// What the run loop calls for a handler; it does nothing once the incarnation has ended or the
/// actor is gone.
///
/// A weak reference would have every reference to the actor counted beside the actor, which costs
/// several times as much, wherever it is used. An unowned one keeps the memory of the actor, in
/// which its count tells whether it is alive.
private final class HandlerCall: EventTarget {
    private let name: String
    private let address: UnsafeMutableRawPointer
    private unowned let target: AnyObject
    private let node: Node
    private let body: PlainBody

    init(name: String, target: AnyObject, node: Node, body: PlainBody) {
        self.name = name
        self.target = target
        address = Unmanaged.passUnretained(target).toOpaque()
        self.node = node
        self.body = body
    }

    override func happening(_ argument: UInt32) -> Happening { .handler(name) }

    override func fire(_ argument: UInt32) {
        guard node.isAlive, let target = swift_tryRetain(address) else { return }
        body.call(Unmanaged<AnyObject>.fromOpaque(target).takeRetainedValue(), argument)
    }
}

/// A function of an actor, and the same as a function of any object.
///
/// One is cast to the other within these, since a function that is cast by itself is wrapped on
/// either side.
private struct IsolatedBody<Target: SimulatedActor> {
    let call: @Sendable (isolated Target, UInt32) -> Void
}

private struct PlainBody {
    let call: @Sendable (AnyObject, UInt32) -> Void
}

extension SimulatedActor {
    /// Calls `body` isolated to this actor, from an event of its simulation.
    ///
    /// It is `assumeIsolated` for what happens a million times a run: it asks whether the calling
    /// thread is that of the simulation, which is all that the executor would find out.
    ///
    /// Soundness of the cast: an isolated parameter is passed like any other.
    @inline(__always)
    nonisolated func atEvent(_ body: (isolated Self) -> Void) {
        precondition(
            node.record.kernel.pointee.isCurrent,
            "events are performed by the thread of the simulation"
        )
        assert(node.record.executor.owns(unownedExecutor), "an actor of this simulation")
        withoutActuallyEscaping(body) { body in
            unsafeBitCast(body, to: ((Self) -> Void).self)(self)
        }
    }

    /// Stops whoever would have an actor handle events that does not run where they happen.
    @usableFromInline
    nonisolated func requireOwnExecutor() {
        precondition(
            node.record.executor.owns(unownedExecutor),
            "an actor that handles messages runs on the executor of its node"
        )
    }

    /// A function for events that each bring something: it calls `body` isolated to this actor, and
    /// allocates nothing, which a closure for `atEvent` that captures something does.
    ///
    /// Soundness of the cast: as of `atEvent`.
    @inline(__always)
    nonisolated func atEvents<Argument>(
        _ body: @escaping @Sendable (isolated Self, Argument) -> Void
    ) -> @Sendable (Argument) -> Void {
        let plain = unsafeBitCast(body, to: (@Sendable (Self, Argument) -> Void).self)
        return { argument in
            precondition(
                self.node.record.kernel.pointee.isCurrent,
                "events are performed by the thread of the simulation"
            )
            assert(self.node.record.executor.owns(self.unownedExecutor), "of this simulation")
            plain(self, argument)
        }
    }
}
