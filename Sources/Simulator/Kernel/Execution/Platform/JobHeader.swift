/// The fields of a job that tell a new task from a resumption and a child from a root.
///
/// The layout is that of `Job` in the runtime's `swift/ABI/Task.h`: two words of heap object, two
/// of scheduler data, then 32 bits of flags and 32 bits of task identifier; the parent of a child
/// stands behind the 208 bytes of every task. It is not a promise of the language;
/// `JobLayout` compares it with tasks whose kind is known, and where it differs
/// stray tasks are found later, at quiescence, every sleep registers a cancellation handler, and
/// nobody knows whose a child is that is left of a crashed incarnation.
struct JobHeader {
    private static let flagsOffset = 32
    private static let identifierOffset = 36
    /// Behind the fields of a task come those of a child, of which the first is its parent.
    private static let parentOffset = 208
    private static let kindMask: UInt32 = 0xFF
    private static let childFlag: UInt32 = 1 << 24

    let flags: UInt32
    /// The number of the task, ascending in the order of creation in the process.
    let identifier: UInt32

    @inline(__always)
    init(address: UInt) {
        let base = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
        flags = base.load(fromByteOffset: Self.flagsOffset, as: UInt32.self)
        identifier = base.load(fromByteOffset: Self.identifierOffset, as: UInt32.self)
    }

    /// Whether the job is a task, not the queue of a default actor.
    @inline(__always)
    var isTask: Bool { flags & Self.kindMask == 0 }

    /// Whether the task belongs to a task group or an `async let`.
    @inline(__always)
    var isChild: Bool { flags & Self.childFlag != 0 }

    /// The task above the child task at `address`, which outlives it.
    static func parent(ofChild address: UInt) -> UInt {
        UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
            .load(fromByteOffset: parentOffset, as: UInt.self)
    }

    /// Whether this task was created after the one with `other` for its identifier.
    @inline(__always)
    func isNewer(than other: UInt32) -> Bool { Int32(bitPattern: identifier &- other) > 0 }
}

extension UnownedJob {
    /// The address of the job, which for a task is that of the task.
    @inline(__always)
    var address: UInt { unsafeBitCast(self, to: UInt.self) }
}
