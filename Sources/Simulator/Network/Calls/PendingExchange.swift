/// A call that is under way, without the types of what it carries.
class PendingExchange: EventTarget {
    /// Neighbours among the pending exchanges of a link; each is kept alive by the one before it,
    /// which is why the way back can do without a count.
    @exclusivity(unchecked) fileprivate var next: PendingExchange?
    @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: PendingExchange?
    /// The node that calls.
    let caller: Node

    init(caller: Node) {
        self.caller = caller
    }

    /// Ends the call with an error, unless it has ended.
    func fail(_ error: CallError) {}

    /// Has the machine of the other end say that nobody is there any more.
    func breakConnection() {}

    /// Forgets what was to be called at the end, because the caller crashed; a task that waits
    /// unwinds by itself.
    func forget() {}

    /// Gives the call up: what was to be called at the end is not called, and the other side
    /// learns that nobody waits any more.
    func cancel() {}

    /// Tells the other side, where it asked to know, that nobody waits for the answer any more.
    func announceEnd() {}

    /// Who learns that the response has begun, where it takes a while to be complete.
    @exclusivity(unchecked) final var head: ResponseHead?

    /// Whether the list of a link holds it.
    @exclusivity(unchecked) fileprivate var isListed = false
}

/// Who learns that a response has begun to arrive.
final class ResponseHead {
    /// What is called, by which number.
    let target: EventTarget
    let number: UInt32
    /// How long after the rest is due the caller waits for it: the time between two reads.
    let timeout: Duration
    /// How long after its head a response is complete, as far as its sender knows.
    @exclusivity(unchecked) var rest = Duration.zero

    init(_ target: EventTarget, number: UInt32, timeout: Duration) {
        self.target = target
        self.number = number
        self.timeout = timeout
    }
}

/// The pending exchanges of one link, the oldest first.
///
/// - Complexity: O(1) to add and to remove.
struct ExchangeList {
    private var first: PendingExchange?
    private unowned(unsafe) var last: PendingExchange?

    var isEmpty: Bool { first == nil }

    mutating func append(_ exchange: PendingExchange) {
        exchange.isListed = true
        exchange.previous = last
        if let last { last.next = exchange } else { first = exchange }
        last = exchange
    }

    mutating func remove(_ exchange: PendingExchange) {
        guard exchange.isListed else { return }
        exchange.isListed = false
        if let previous = exchange.previous {
            previous.next = exchange.next
        } else {
            first = exchange.next
        }
        if let next = exchange.next {
            next.previous = exchange.previous
        } else {
            last = exchange.previous
        }
        exchange.next = nil
        exchange.previous = nil
    }

    /// All of them, the oldest first.
    var all: [PendingExchange] {
        var exchanges: [PendingExchange] = []
        var exchange = first
        while let present = exchange {
            exchanges.append(present)
            exchange = present.next
        }
        return exchanges
    }
}
