/// How a directory is kept the same in a bucket.
public struct SyncSettings: Sendable {
    /// The directory, such as `/data`.
    public var directory: String
    /// What the keys of its files begin with.
    public var prefix: String
    /// How often.
    public var interval: Duration
    /// Whether what is written is compressed.
    public var compresses: Bool
    /// How many objects are written at a time.
    public var concurrency: Int
    /// How often something is asked of the store before a round counts as failed.
    public var persistence: Persistence
    /// A bug to be found.
    package var plantedBug: SyncPlantedBug?

    /// Settings; without arguments, those of the source: every minute.
    public init(
        directory: String = "/data",
        prefix: String = "sync/",
        interval: Duration = .seconds(60),
        compresses: Bool = true,
        concurrency: Int = 4,
        persistence: Persistence = Persistence()
    ) {
        precondition(interval > .zero && concurrency >= 1, "time passes, and something is done")
        self.directory = directory
        self.prefix = prefix
        self.interval = interval
        self.compresses = compresses
        self.concurrency = concurrency
        self.persistence = persistence
    }

    /// What is written has a tag of its own, also where it has been there before: a request that is
    /// conditional on a tag is for one write only.
    var packing: ObjectPacking {
        ObjectPacking(compresses: compresses, key: nil, isSalted: true)
    }
}

/// Bugs that tests plant, to see that the checkers notice them; off unless a test asks for one.
package enum SyncPlantedBug: Equatable, Sendable, CaseIterable {
    /// A file of the same size counts as unchanged.
    case comparesSizes
    /// Files are written whatever is there by now.
    case writesBlindly
}
