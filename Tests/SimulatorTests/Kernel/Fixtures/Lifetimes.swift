import Synchronization

/// Counts objects that are alive.
final class Lifetimes: Sendable {
    private let count = Mutex(0)

    /// An object counted until it is released.
    final class Witness: Sendable {
        let number: Int
        private let lifetimes: Lifetimes

        init(_ number: Int, _ lifetimes: Lifetimes) {
            self.number = number
            self.lifetimes = lifetimes
            lifetimes.count.withLock { $0 += 1 }
        }

        deinit { lifetimes.count.withLock { $0 -= 1 } }
    }

    var alive: Int { count.withLock { $0 } }

    func witness(_ number: Int = 0) -> Witness { Witness(number, self) }
}
