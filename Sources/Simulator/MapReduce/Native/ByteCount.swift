internal import Synchronization

/// A number to which several threads add.
final class ByteCount: Sendable {
    private let value = Atomic(0)

    /// Adds `count` and gives the sum.
    func add(_ count: Int) -> Int {
        value.add(count, ordering: .relaxed).newValue
    }
}
