import Synchronization

/// The wish of the user that the program end, where it has something to write before.
enum Interrupt {
    private enum State: UInt8, AtomicRepresentable {
        /// The program ends at once.
        case deadly
        /// The program looks now and then whether it is to end.
        case held
        /// It is.
        case requested
    }

    private static let state = Atomic<State>(.deadly)

    /// Has the next interrupt wait until the program looks; the one after it ends the program at
    /// once.
    static func hold() { state.store(.held, ordering: .relaxed) }

    /// Has interrupts end the program at once again.
    static func release() { state.store(.deadly, ordering: .relaxed) }

    /// Whether the user wants the program to end.
    static var isRequested: Bool { state.load(ordering: .relaxed) == .requested }

    /// Notes an interrupt; for signal handlers.
    ///
    /// - Returns: Whether the program sees to its end itself.
    static func request() -> Bool {
        state.compareExchange(expected: .held, desired: .requested, ordering: .relaxed).exchanged
    }
}
