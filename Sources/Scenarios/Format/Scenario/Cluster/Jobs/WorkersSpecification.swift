import Simulator

/// The workers that run map tasks.
public struct MapWorkersSpecification: Sendable, Equatable {
    /// How many there are.
    public var count = MapReduceClusterSettings().mapWorkers
    /// Bytes of memory of each; a process that needs more is killed.
    public var memory = MapReduceClusterSettings().mapMemory
    /// Time for a record.
    public var perEvent = CostModel().perEvent
    /// Time for a byte of a record.
    public var perByte = CostModel().perByte
    /// Where they stand.
    public var standing = StandingSpecification()

    /// The original's four workers.
    public init() {}
}

extension MapWorkersSpecification: Section {
    static let name = "map-workers"
    static let documentation = "The workers that run map tasks."
    static var fields: [Field<Self>] {
        [
            .key("count", \.count, .integer(in: 1...10_000, example: 4), "How many there are."),
            .key("memory", \.memory, .size, "Memory; a process that needs more is killed."),
            .key("per-event", \.perEvent, .duration, "Time for a record of the input."),
            .key("per-byte", \.perByte, .duration, "Time for a byte of a record."),
        ] + StandingSpecification.fields(\.standing)
    }
}

/// The workers that run reduce tasks.
public struct ReduceWorkersSpecification: Sendable, Equatable {
    /// How many there are.
    public var count = MapReduceClusterSettings().reduceWorkers
    /// Bytes of memory of each; a process that needs more is killed.
    public var memory = MapReduceClusterSettings().reduceMemory
    /// Time for a key.
    public var perKey = CostModel().perKey
    /// Time for a value.
    public var perValue = CostModel().perValue
    /// Result rows that are written together.
    public var resultBatch = MapReduceClusterSettings().resultBatch
    /// Where results go besides their table, if anywhere.
    public var results: StoredPlaceSpecification?
    /// Where they stand.
    public var standing = StandingSpecification()

    /// The original's two workers.
    public init() {}
}

extension ReduceWorkersSpecification: Section {
    static let name = "reduce-workers"
    static let documentation = "The workers that run reduce tasks."
    static var fields: [Field<Self>] {
        [
            .key("count", \.count, .integer(in: 1...10_000, example: 2), "How many there are."),
            .key("memory", \.memory, .size, "Memory; a process that needs more is killed."),
            .key("per-key", \.perKey, .duration, "Time for a key."),
            .key("per-value", \.perValue, .duration, "Time for a value of a key."),
            .key(
                "result-batch",
                \.resultBatch,
                .integer(in: 1...1_000_000, example: 1_000),
                "Result rows that are written together."
            ),
            .optional(
                "results-to",
                \.results,
                .section,
                "Objects of a store into which results go, besides their table."
            ),
        ] + StandingSpecification.fields(\.standing)
    }
}

/// What all workers have in common.
public struct WorkersSpecification: Sendable, Equatable {
    /// How often each gives a sign of life.
    public var heartbeat = MapReduceClusterSettings().heartbeat
    /// Bytes of memory that a process needs before it does anything.
    public var idleMemory = CostModel().idleMemory
    /// Bytes of memory for each byte of pairs that a process holds.
    public var memoryFactor = CostModel().memoryFactor
    /// From the end of a process that was killed for want of memory to its next start.
    public var restartDelay = MapReduceClusterSettings().restartDelay

    /// The original's workers.
    public init() {}
}

extension WorkersSpecification: Section {
    static let name = "workers"
    static let documentation = "What all workers have in common."
    static var fields: [Field<Self>] {
        [
            .key(
                "heartbeat",
                \.heartbeat,
                .interval,
                "How often each gives a sign of life."
            ),
            .key(
                "idle-memory",
                \.idleMemory,
                .size,
                "Memory that a process needs before it does anything."
            ),
            .key(
                "memory-factor",
                \.memoryFactor,
                .factor,
                "Bytes of memory for each byte of pairs that a process holds."
            ),
            .key(
                "restart-delay",
                \.restartDelay,
                .duration,
                "From the end of a process that was killed to its next start."
            ),
        ]
    }
}
