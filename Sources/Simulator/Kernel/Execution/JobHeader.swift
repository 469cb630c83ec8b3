/// The fields of a job that tell a new task from a resumption and a child from a root.
///
/// The layout is that of `Job` in the runtime's `swift/ABI/Task.h`: two words of heap object, two
/// of scheduler data, then 32 bits of flags and 32 bits of task identifier. It is not a promise of
/// the language; `JobLayout` compares it with tasks whose kind is known, and where it differs
/// stray tasks are found later, at quiescence, and every sleep registers a cancellation handler.
struct JobHeader {
    private static let flagsOffset = 32
    private static let identifierOffset = 36
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

    /// Whether this task was created after the one with `other` for its identifier.
    @inline(__always)
    func isNewer(than other: UInt32) -> Bool { Int32(bitPattern: identifier &- other) > 0 }
}

extension UnownedJob {
    /// The address of the job, which for a task is that of the task.
    @inline(__always)
    var address: UInt { unsafeBitCast(self, to: UInt.self) }
}
