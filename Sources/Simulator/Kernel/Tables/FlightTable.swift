/// Messages on their way to a mailbox, by small numbers, which are used again.
///
/// `NumberedItems` does the same in arrays; this one lives in the memory of its owner, and no
/// message costs a check of who else has it.
@usableFromInline
struct FlightTable<Message>: ~Copyable {
    /// The next free place, or the marker of a place that is taken.
    @usableFromInline var links: UnsafeMutablePointer<UInt32>?
    @usableFromInline var messages: UnsafeMutablePointer<Message>?
    @usableFromInline var capacity: UInt32 = 0
    /// The highest number ever used, and one more.
    @usableFromInline var top: UInt32 = 0
    /// The first free place below `top`, or `none`.
    @usableFromInline var firstFree = FlightTable.none

    @usableFromInline static var none: UInt32 { @inlinable get { .max } }
    @usableFromInline static var taken: UInt32 { @inlinable get { .max - 1 } }

    @inlinable
    init() {}

    @inlinable
    deinit {
        guard let links, let messages else { return }
        for number in 0..<Int(top) where links[number] == Self.taken {
            (messages + number).deinitialize(count: 1)
        }
        links.deallocate()
        messages.deallocate()
    }

    /// Keeps `message` until it arrives.
    ///
    /// - Returns: Its number.
    @inlinable
    @inline(__always)
    mutating func launch(_ message: consuming Message) -> UInt32 {
        var number = firstFree
        if number == Self.none {
            if top == capacity { grow() }
            number = top
            top &+= 1
        } else {
            firstFree = links.unsafelyUnwrapped[Int(number)]
        }
        links.unsafelyUnwrapped[Int(number)] = Self.taken
        (messages.unsafelyUnwrapped + Int(number)).initialize(to: message)
        return number
    }

    /// The message with `number`, which arrives.
    @inlinable
    @inline(__always)
    mutating func land(_ number: UInt32) -> Message {
        links.unsafelyUnwrapped[Int(number)] = firstFree
        firstFree = number
        return (messages.unsafelyUnwrapped + Int(number)).move()
    }

    @inlinable
    @inline(never)
    mutating func grow() {
        let larger = max(4, capacity * 2)
        let newLinks = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(larger))
        let newMessages = UnsafeMutablePointer<Message>.allocate(capacity: Int(larger))
        if let links, let messages {
            newLinks.moveInitialize(from: links, count: Int(capacity))
            // Every place is taken, else there would be no need to grow.
            newMessages.moveInitialize(from: messages, count: Int(capacity))
            links.deallocate()
            messages.deallocate()
        }
        links = newLinks
        messages = newMessages
        capacity = larger
    }
}
