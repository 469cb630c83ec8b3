/// What a program does with an object.
public enum ObjectAction: String, Hashable, Sendable, CaseIterable {
    /// Writes it, whatever is there.
    case put
    /// Writes it where there is none: `If-None-Match: *`.
    case putIfAbsent = "put-if-absent"
    /// Reads it, and writes it where it is still the same: `If-Match`.
    case putIfMatch = "put-if-match"
    /// Reads it.
    case get
    /// Asks what is known of it.
    case head
    /// Deletes it.
    case delete
    /// Lists objects from it on.
    case list
}

/// Operations on objects that are alike.
public struct ObjectLoad: Sendable {
    /// The bucket.
    public var bucket: String
    /// What all keys begin with.
    public var prefix: String
    /// How often each action is taken, as weights.
    public var mix: [(action: ObjectAction, weight: Double)]
    /// The numbers behind the prefix.
    public var keys: KeySource
    /// The least and the most bytes of an object; each as likely.
    public var size: ClosedRange<Int>
    /// Objects with more bytes are uploaded in parts of so many.
    public var partSize: Int
    /// Parts of an object that are uploaded at a time.
    public var partConcurrency: Int
    /// Where objects are kept.
    public var storageClass: StorageClass
    /// When operations begin.
    public var pace: LoadPace

    /// A load with these parts.
    /// - Precondition: Some action has a weight.
    public init(
        bucket: String,
        prefix: String = "",
        mix: [(action: ObjectAction, weight: Double)],
        keys: KeySource,
        size: ClosedRange<Int> = 1_024...1_024,
        partSize: Int = 8 << 20,
        partConcurrency: Int = 10,
        storageClass: StorageClass = .standard,
        pace: LoadPace
    ) {
        precondition(mix.contains { $0.weight > 0 }, "something is done")
        precondition(size.lowerBound >= 0 && partSize > 0 && partConcurrency > 0, "sizes")
        self.bucket = bucket
        self.prefix = prefix
        self.mix = mix
        self.keys = keys
        self.size = size
        self.partSize = partSize
        self.partConcurrency = partConcurrency
        self.storageClass = storageClass
        self.pace = pace
    }
}

/// Every operation of a workload and how it ended; read after the run.
///
/// Soundness of `@unchecked Sendable`, and of the field whose exclusive access is not checked:
/// reached only from the thread that owns the simulation.
public final class ObjectLog: @unchecked Sendable {
    /// How an operation ended.
    public enum End: Hashable, Sendable {
        /// As it should: with what it asked for, or the news that there is no such object.
        case done
        /// A condition did not hold, or another write was under way.
        case conflict
        /// The store refused it.
        case refused(ObjectStoreError)
        /// No attempt was answered with anything but failures.
        case unavailable
        /// The client crashed.
        case interrupted
    }

    /// One operation.
    public struct Entry: Sendable {
        /// What was done.
        public let action: ObjectAction
        /// When it was due.
        public let intended: VirtualInstant
        /// When it ended, and how; nothing where it did not.
        public fileprivate(set) var end: (instant: VirtualInstant, end: End)?
        /// Bytes of objects that went either way.
        public fileprivate(set) var bytes = 0
    }

    /// The operations in the order in which they were due.
    @exclusivity(unchecked) public private(set) var entries: [Entry] = []
    /// What was read that is not what the store said it is, in sentences.
    public private(set) var wrongBytes: [String] = []

    /// A log of nothing.
    public init() {}

    func begin(_ action: ObjectAction, intended: VirtualInstant) -> Int {
        entries.append(Entry(action: action, intended: intended))
        return entries.count - 1
    }

    func end(_ number: Int, at instant: VirtualInstant, _ end: End, bytes: Int = 0) {
        guard entries[number].end == nil else { return }
        entries[number].end = (instant, end)
        entries[number].bytes = bytes
    }

    /// Ends every operation that has no end.
    func endAll(at instant: VirtualInstant, _ end: End) {
        for number in entries.indices where entries[number].end == nil {
            self.end(number, at: instant, end)
        }
    }

    func noteWrongBytes(of key: String) {
        if wrongBytes.count < 10 { wrongBytes.append("wrong bytes of \"\(key)\" were taken") }
    }
}
