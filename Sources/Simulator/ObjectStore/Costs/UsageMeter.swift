/// What a bucket has used of one storage class.
public struct ClassUsage: Hashable, Sendable {
    /// Objects and parts that are stored now.
    public internal(set) var objectCount = 0
    /// Bytes that are billed now: no less than the least of the class for each object.
    public internal(set) var billedBytes = 0
    /// Billed bytes times the nanoseconds that they were stored.
    public internal(set) var byteNanoseconds: Int128 = 0
    /// The same for the rest of the least time of the class, of objects that went before.
    public internal(set) var earlyDeletionByteNanoseconds: Int128 = 0
    /// Bytes that were read.
    public internal(set) var retrievedBytes = 0
    /// Requests of the dearer kind: put, copy, post, list.
    public internal(set) var writeRequestCount = 0
    /// Requests of the cheaper kind: get, head and all others.
    public internal(set) var readRequestCount = 0
    /// Objects that a lifecycle moved here.
    public internal(set) var transitionCount = 0

    /// Nothing.
    init() {}
}

/// What a bucket has used since it was made, by storage class.
///
/// Stored bytes are integrated over time as they come and go, so that a report costs no look at
/// the objects.
///
/// Source: the S3 User Guide, *Understanding and managing Amazon S3 storage classes* (least sizes
/// and times), and *Managing your storage lifecycle*, "Storage overhead charges".
struct UsageMeter {
    private var usages = [ClassUsage](repeating: ClassUsage(), count: StorageClass.allCases.count)
    private var last: Timestamp

    /// What an archived object has beside its bytes: 32 KiB in its own class for the index, and
    /// 8 KiB in the standard class for its name.
    private static let archiveIndexSize = 32 << 10
    private static let archiveNameSize = 8 << 10

    init(start: Timestamp) {
        last = start
    }

    /// What was used up to `now`.
    func usage(of storageClass: StorageClass, now: Timestamp) -> ClassUsage {
        var copy = self
        copy.advance(to: now)
        return copy.usages[storageClass.index]
    }

    /// Counts an object in.
    mutating func add(size: Int, _ storageClass: StorageClass, now: Timestamp) {
        advance(to: now)
        usages[storageClass.index].objectCount += 1
        change(size: size, storageClass, by: 1)
    }

    /// Counts an object out.
    ///
    /// - Parameter since: When it came into the class; nil for what has no least time, as parts.
    mutating func remove(
        size: Int,
        _ storageClass: StorageClass,
        since: Timestamp?,
        now: Timestamp
    ) {
        advance(to: now)
        usages[storageClass.index].objectCount -= 1
        change(size: size, storageClass, by: -1)
        guard let since else { return }
        let end = since.adding(days: storageClass.minimumDays)
        let rest = Int128(max(0, end.nanoseconds - max(now.nanoseconds, since.nanoseconds)))
        usages[storageClass.index].earlyDeletionByteNanoseconds +=
            rest * Int128(Self.billedSize(size, storageClass))
    }

    mutating func countWrite(_ storageClass: StorageClass) {
        usages[storageClass.index].writeRequestCount += 1
    }

    mutating func countRead(_ storageClass: StorageClass, bytes: Int = 0) {
        usages[storageClass.index].readRequestCount += 1
        usages[storageClass.index].retrievedBytes += bytes
    }

    /// Counts bytes that are taken out of an archive.
    mutating func countRetrieval(_ storageClass: StorageClass, bytes: Int) {
        usages[storageClass.index].retrievedBytes += bytes
    }

    mutating func countTransition(to storageClass: StorageClass) {
        usages[storageClass.index].transitionCount += 1
    }

    private static func billedSize(_ size: Int, _ storageClass: StorageClass) -> Int {
        max(size, storageClass.minimumBillableSize)
            + (storageClass.isArchive ? archiveIndexSize : 0)
    }

    private mutating func change(size: Int, _ storageClass: StorageClass, by sign: Int) {
        usages[storageClass.index].billedBytes += sign * Self.billedSize(size, storageClass)
        if storageClass.isArchive {
            usages[StorageClass.standard.index].billedBytes += sign * Self.archiveNameSize
        }
    }

    private mutating func advance(to now: Timestamp) {
        guard now > last else { return }
        let elapsed = Int128(now.nanoseconds - last.nanoseconds)
        for index in usages.indices where usages[index].billedBytes != 0 {
            usages[index].byteNanoseconds += Int128(usages[index].billedBytes) * elapsed
        }
        last = now
    }
}

extension StorageClass {
    /// The place of the class among all.
    fileprivate var index: Int {
        switch self {
        case .standard: 0
        case .intelligentTiering: 1
        case .standardIA: 2
        case .onezoneIA: 3
        case .glacierInstantRetrieval: 4
        case .glacier: 5
        case .deepArchive: 6
        case .reducedRedundancy: 7
        }
    }
}
