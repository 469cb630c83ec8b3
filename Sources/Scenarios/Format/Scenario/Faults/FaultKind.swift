public import Simulator

/// What goes wrong.
public enum FaultKind: Sendable, Equatable {
    /// The component stops and loses what it did not write.
    case crash
    /// Its processes end, and its machine refuses for it.
    case kill
    /// A crashed component starts again.
    case restart
    /// The component stands still and keeps everything.
    case pause
    /// Everything takes so many times longer.
    case slow(factor: Double)
    /// No messages between the target and the other side (nil for everybody else), in one direction
    /// or both.
    case partition(from: FaultSelector?, isSymmetric: Bool)
    /// Time added to each message.
    case latency(DurationDistribution)
    /// Part of the messages that never arrive.
    case loss(Double)
    /// Part of the messages that arrive twice.
    case duplication(Double)
    /// Part of the messages that may overtake earlier ones.
    case reordering(Double)
    /// The local clock is ahead by an offset and runs faster by a drift (seconds per second).
    case clockSkew(offset: Duration, drift: Double)
    /// Nothing more can be written.
    case diskFull
    /// The disk takes so many times longer.
    case diskSlow(factor: Double)
    /// Part of the syncs that report success and write nothing; a crash then loses what they should
    /// have kept.
    case diskLostWrites(Double)
}

extension ValueFormat where Value == FaultKind {
    /// Any kind of fault.
    static var faultKind: ValueFormat {
        .union("fault-kind", "a kind of fault", componentKinds + networkKinds + clockAndDiskKinds)
    }

    private static var componentKinds: [UnionCase<FaultKind>] {
        [
            .plain("crash", "Stops, and loses what was not written.", .crash),
            .plain("kill", "Its processes end, and its machine refuses for it.", .kill),
            .plain("restart", "Starts again after a crash.", .restart),
            .plain("pause", "Stands still, and keeps everything.", .pause),
            .of("slow", "Everything takes longer.", .section) { (shape: SlowShape) in
                .slow(factor: shape.factor)
            } unwrap: {
                if case .slow(let factor) = $0 { SlowShape(factor: factor) } else { nil }
            },
        ]
    }

    private static var networkKinds: [UnionCase<FaultKind>] {
        [
            .of("partition", "No messages to and from the other side.", .section) {
                (shape: PartitionShape) in
                .partition(from: shape.side?.target.selector, isSymmetric: shape.isSymmetric)
            } unwrap: {
                guard case .partition(let from, let isSymmetric) = $0 else { return nil }
                return PartitionShape(
                    side: from.map { PartitionSide($0) },
                    isSymmetric: isSymmetric
                )
            },
            .of("latency", "Time added to each message.", .distribution) {
                .latency($0)
            } unwrap: {
                if case .latency(let added) = $0 { added } else { nil }
            },
            .of("loss", "Messages that never arrive.", .ratio) {
                .loss($0)
            } unwrap: {
                if case .loss(let part) = $0 { part } else { nil }
            },
            .of("duplication", "Messages that arrive twice.", .ratio) {
                .duplication($0)
            } unwrap: {
                if case .duplication(let part) = $0 { part } else { nil }
            },
            .of("reordering", "Messages that may overtake earlier ones.", .ratio) {
                .reordering($0)
            } unwrap: {
                if case .reordering(let part) = $0 { part } else { nil }
            },
        ]
    }

    private static var clockAndDiskKinds: [UnionCase<FaultKind>] {
        [
            .of("clock-skew", "The local clock is wrong.", .section) { (shape: SkewShape) in
                .clockSkew(offset: shape.offset, drift: shape.drift)
            } unwrap: {
                guard case .clockSkew(let offset, let drift) = $0 else { return nil }
                return SkewShape(offset: offset, drift: drift)
            },
            .plain("disk-full", "Nothing more can be written.", .diskFull),
            .of("disk-slow", "The disk takes longer.", .section) { (shape: SlowShape) in
                .diskSlow(factor: shape.factor)
            } unwrap: {
                if case .diskSlow(let factor) = $0 { SlowShape(factor: factor) } else { nil }
            },
            .of("disk-lost-writes", "Syncs report success and write nothing.", .section) {
                (shape: LostWritesShape) in
                .diskLostWrites(shape.ratio)
            } unwrap: {
                if case .diskLostWrites(let ratio) = $0 {
                    LostWritesShape(ratio: ratio)
                } else {
                    nil
                }
            },
        ]
    }
}

/// What stands below `slow` and `disk-slow`.
private struct SlowShape: Section {
    var factor = 10.0

    static let name = "slowness"
    static let documentation = "How many times longer everything takes."
    static var fields: [Field<Self>] { [.key("factor", \.factor, .factor, "Times longer.")] }
}

/// What stands below `partition`.
private struct PartitionShape: Section {
    var side: PartitionSide?
    var isSymmetric = true

    static let name = "partition"
    static let documentation = "No messages between the target and the other side."
    static var fields: [Field<Self>] {
        [
            .optional("from", \.side, .section, "The other side; everybody else without it."),
            .key(
                "symmetric",
                \.isSymmetric,
                .boolean,
                "In both directions; else only towards the target."
            ),
        ]
    }
}

/// What stands below `clock-skew`.
private struct SkewShape: Section {
    var offset: Duration = .seconds(1)
    var drift = 0.0

    static let name = "clock-skew"
    static let documentation = "The local clock is ahead, and runs too fast."
    static var fields: [Field<Self>] {
        [
            .key("offset", \.offset, .duration, "How far it is ahead."),
            .key(
                "drift",
                \.drift,
                .number(in: -0.5...0.5, example: "0.001"),
                "Seconds gained in a second."
            ),
        ]
    }
}

/// What stands below `disk-lost-writes`.
private struct LostWritesShape: Section {
    var ratio = 1.0

    static let name = "lost-writes"
    static let documentation = "Syncs that report success and write nothing."
    static var fields: [Field<Self>] { [.key("ratio", \.ratio, .ratio, "Part of the syncs.")] }
}
