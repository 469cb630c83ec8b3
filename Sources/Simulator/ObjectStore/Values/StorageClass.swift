/// Where an object is kept: how soon it can be read, and what it costs at least.
///
/// Source: the S3 User Guide, *Understanding and managing Amazon S3 storage classes*, the table
/// "Comparing the Amazon S3 storage classes".
public enum StorageClass: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// The class of what says none.
    case standard = "STANDARD"
    /// Fewer copies than the standard class; AWS advises against it.
    case reducedRedundancy = "REDUCED_REDUNDANCY"
    /// Frequent and infrequent access, moved by the store itself.
    case intelligentTiering = "INTELLIGENT_TIERING"
    /// Infrequent access, with a price for reading.
    case standardIA = "STANDARD_IA"
    /// Infrequent access in one zone only.
    case onezoneIA = "ONEZONE_IA"
    /// An archive that can be read at once.
    case glacierInstantRetrieval = "GLACIER_IR"
    /// An archive that must be restored before it can be read.
    case glacier = "GLACIER"
    /// The archive that takes longest to restore.
    case deepArchive = "DEEP_ARCHIVE"

    /// Reads the value of the header `x-amz-storage-class`.
    ///
    /// - Throws: ``ObjectStoreError/invalidStorageClass``.
    public init(header: String) throws(ObjectStoreError) {
        guard let storageClass = StorageClass(rawValue: header) else { throw .invalidStorageClass }
        self = storageClass
    }

    /// Days that are billed at least, however soon the object goes.
    public var minimumDays: Int {
        switch self {
        case .standard, .reducedRedundancy, .intelligentTiering: 0
        case .standardIA, .onezoneIA: 30
        case .glacierInstantRetrieval, .glacier: 90
        case .deepArchive: 180
        }
    }

    /// Bytes that are billed at least, however small the object is.
    public var minimumBillableSize: Int {
        switch self {
        case .standardIA, .onezoneIA, .glacierInstantRetrieval: 128 << 10
        case .standard, .reducedRedundancy, .intelligentTiering, .glacier, .deepArchive: 0
        }
    }

    /// Whether objects must be restored before they can be read.
    public var isArchive: Bool { self == .glacier || self == .deepArchive }

    /// Whether reading has a price by the byte.
    var isInfrequentAccess: Bool {
        switch self {
        case .standardIA, .onezoneIA, .glacierInstantRetrieval: true
        case .standard, .reducedRedundancy, .intelligentTiering, .glacier, .deepArchive: false
        }
    }

    /// Whether a lifecycle may move objects into it.
    var isTransitionTarget: Bool { self != .standard && self != .reducedRedundancy }

    /// How far down the ladder of transitions the class stands; an object only moves down.
    ///
    /// Source: the S3 User Guide, *Transitioning objects using Amazon S3 Lifecycle*.
    var transitionRank: Int {
        switch self {
        case .standard, .reducedRedundancy: 0
        case .standardIA: 1
        case .intelligentTiering: 2
        case .onezoneIA: 3
        case .glacierInstantRetrieval: 4
        case .glacier: 5
        case .deepArchive: 6
        }
    }

    /// Whether a lifecycle may move an object from this class to `other`.
    ///
    /// Down the ladder only; out of one zone only into the archives that must be restored.
    func canTransition(to other: StorageClass) -> Bool {
        guard other.transitionRank > transitionRank else { return false }
        return self != .onezoneIA || other != .glacierInstantRetrieval
    }

    /// The name that S3 gives it.
    public var description: String { rawValue }
}
