/// Whether a bucket keeps the versions of its objects; once on, it can only be suspended.
///
/// Source: the S3 User Guide, *Retaining multiple versions of objects with S3 Versioning*.
public enum BucketVersioning: String, Hashable, Sendable {
    /// Never set.
    case unversioned = ""
    /// Every write makes a version.
    case enabled = "Enabled"
    /// Writes make and replace the null version; the others stay.
    case suspended = "Suspended"
}

/// A bucket and what it holds.
///
/// Soundness of the fields whose exclusive access is not checked: functions of the store that
/// change them call nothing else meanwhile.
final class Bucket {
    let name: String
    let owner: Principal
    let created: Timestamp
    var versioning = BucketVersioning.unversioned
    let objects = SortedKeyMap<VersionStack>()
    var uploads: [UploadID: MultipartUpload] = [:]
    var completedUploads = CompletedUploads()
    @exclusivity(unchecked) var openWrites = OpenWrites()
    @exclusivity(unchecked) var meter: UsageMeter

    var policy: AccessPolicy?
    var lifecycle: LifecycleConfiguration?
    var notifications = NotificationConfiguration()
    var replication: ReplicationConfiguration?
    var defaultEncryption = ServerSideEncryption.s3
    /// Nil where the bucket has no object lock.
    var lock: LockConfiguration?

    struct LockConfiguration {
        var defaultRetention: DefaultRetention?
    }

    init(name: String, owner: Principal, created: Timestamp) {
        self.name = name
        self.owner = owner
        self.created = created
        meter = UsageMeter(start: created)
    }

    /// How answers name a version: not at all where the bucket never kept any.
    func visibleID(_ version: ObjectVersion) -> VersionID? {
        versioning == .unversioned ? nil : version.id
    }
}

/// Uploads that were completed, so that the repetition of a completion gets the same answer.
struct CompletedUploads {
    /// Answers that are kept; older ones are forgotten.
    private static let capacity = 1_000

    private var results: [UploadID: CompleteMultipartUploadResult] = [:]
    private var order: [UploadID] = []
    private var oldest = 0

    subscript(id: UploadID) -> CompleteMultipartUploadResult? { results[id] }

    mutating func add(_ result: CompleteMultipartUploadResult, of id: UploadID) {
        results[id] = result
        if order.count < Self.capacity {
            order.append(id)
            return
        }
        results[order[oldest]] = nil
        order[oldest] = id
        oldest = (oldest + 1) % Self.capacity
    }
}
