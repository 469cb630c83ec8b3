public import Simulator

/// How map output reaches the reduce workers.
public struct ShuffleSpecification: Sendable, Equatable {
    /// How many servers hold map output, each a part of it.
    public var masters = 1
    /// How it travels and what that costs.
    public var settings = ShuffleSettings(store: .redis, servers: ["shuffle-1"])
    /// Where the servers stand.
    public var standing = StandingSpecification()

    /// The original's server.
    public init() {}

    /// The names of the servers: each master, and its replicas after it.
    var names: [String] {
        guard settings.store == .redis else { return [] }
        return (1...masters).flatMap { master in
            ["shuffle-\(master)"]
                + (0..<settings.replicasPerMaster).map { "shuffle-\(master)-replica-\($0 + 1)" }
        }
    }
}

extension ShuffleSpecification: Section {
    static let name = "shuffle"
    static let documentation = "How map output reaches the reduce workers."

    static var fields: [Field<Self>] {
        storeFields + costFields + StandingSpecification.fields(\.standing)
    }

    private static var storeFields: [Field<Self>] {
        [
            .key(
                "store",
                \.settings.store,
                .choice("store", ShuffleSettings.Store.self),
                "Who keeps map output: servers, or the worker that wrote it, with which it dies."
            ),
            .key(
                "masters",
                \.masters,
                .integer(in: 1...1_000),
                "Servers that hold map output, each a part of it."
            ),
            .key(
                "replicas",
                \.settings.replicasPerMaster,
                .integer(in: 0...5),
                "Servers that follow each master and may take its place."
            ),
            .key(
                "node-timeout",
                \.settings.nodeTimeout,
                .interval,
                "Silence after which a master is taken for dead, where there are replicas."
            ),
            .key(
                "time-to-live",
                \.settings.timeToLive,
                .positiveDuration,
                "How long map output is kept; a push does not prolong it."
            ),
            .key("memory", \.settings.memory, .size, "Memory of a server."),
            .key(
                "pair-overhead",
                \.settings.pairOverhead,
                .size,
                "Memory that a pair takes beside its own bytes."
            ),
            .key(
                "when-full",
                \.settings.whenFull,
                .choice("policy", ShuffleSettings.FullPolicy.self),
                "What a full server does: refuses, or throws away what was not used for longest."
            ),
        ]
    }

    private static var costFields: [Field<Self>] {
        [
            .key(
                "pipeline",
                \.settings.pipeline,
                .integer(in: 1...1_000_000, example: 100),
                "Pairs that are pushed together."
            ),
            .key(
                "operations-per-second",
                \.settings.operationsPerSecond,
                .integer(in: 1...1_000_000_000, example: 100_000),
                "Operations that a server performs a second; a push of a pair is one."
            ),
            .key(
                "timeout",
                \.settings.timeout,
                .positiveDuration,
                "How long a call to a server may take."
            ),
        ]
    }

    /// A replica takes over when most masters agree that its own is dead.
    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        guard settings.replicasPerMaster > 0, masters < 3 else { return }
        reading.within("masters") { reading in
            reading.report(
                "no replica could ever take over",
                at: node.location(at: ["masters"]),
                expected: "at least 3 masters, most of which agree that one is dead"
            )
        }
    }
}
