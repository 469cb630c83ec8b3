/// What a program asks of a store over the network.
///
/// It is indirect, so that what a message carries is small.
public indirect enum ObjectStoreOperation: Sendable {
    case put(PutObjectRequest)
    case get(GetObjectRequest)
    case head(GetObjectRequest)
    case copy(CopyObjectRequest)
    case delete(DeleteObjectRequest)
    case deleteMany(DeleteObjectsRequest)
    case list(ListObjectsRequest)
    case listVersions(ListObjectVersionsRequest)
    case createUpload(CreateMultipartUploadRequest)
    case uploadPart(UploadPartRequest)
    case copyPart(UploadPartCopyRequest)
    case completeUpload(CompleteMultipartUploadRequest)
    case abortUpload(UploadReference)
    case listParts(ListPartsRequest)
    case listUploads(ListMultipartUploadsRequest)
    case manage(ObjectStoreManagement)

    /// What limits hold for an operation, and how long it takes.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It reads an object, or what is known of it: GET and HEAD.
        case read
        /// It changes something: PUT, COPY, POST and DELETE.
        case write
        /// It lists what there is.
        case list
    }

    /// The kind.
    public var kind: Kind {
        switch self {
        case .get, .head: .read
        case .list, .listVersions, .listParts, .listUploads: .list
        case .put, .copy, .delete, .deleteMany, .createUpload, .uploadPart, .copyPart,
            .completeUpload, .abortUpload:
            .write
        case .manage(let operation): operation.kind
        }
    }

    /// The bucket that it is about.
    public var bucket: String {
        switch self {
        case .put(let request): request.bucket
        case .get(let request): request.bucket
        case .head(let request): request.bucket
        case .copy(let request): request.bucket
        case .delete(let request): request.bucket
        case .deleteMany(let request): request.bucket
        case .list(let request): request.bucket
        case .listVersions(let request): request.bucket
        case .createUpload(let request): request.bucket
        case .uploadPart(let request): request.upload.bucket
        case .copyPart(let request): request.upload.bucket
        case .completeUpload(let request): request.upload.bucket
        case .abortUpload(let upload): upload.bucket
        case .listParts(let request): request.upload.bucket
        case .listUploads(let request): request.bucket
        case .manage(let operation): operation.bucket
        }
    }

    /// The key that it is about, or the prefix of a list: what tells its partition. Of many keys
    /// the first.
    public var key: String {
        switch self {
        case .put(let request): request.key
        case .get(let request): request.key
        case .head(let request): request.key
        case .copy(let request): request.key
        case .delete(let request): request.key
        case .deleteMany(let request): request.items.first?.key ?? ""
        case .list(let request): request.prefix
        case .listVersions(let request): request.prefix
        case .createUpload(let request): request.key
        case .uploadPart(let request): request.upload.key
        case .copyPart(let request): request.upload.key
        case .completeUpload(let request): request.upload.key
        case .abortUpload(let upload): upload.key
        case .listParts(let request): request.upload.key
        case .listUploads(let request): request.prefix
        case .manage(let operation): operation.key
        }
    }

    /// The bytes of an object that come with it.
    var content: ObjectContent? {
        switch self {
        case .put(let request): request.content
        case .uploadPart(let request): request.content
        default: nil
        }
    }

    /// The conditions of a write.
    private var conditions: WriteConditions? {
        switch self {
        case .put(let request): request.conditions
        case .copy(let request): request.conditions
        case .delete(let request): request.conditions
        case .completeUpload(let request): request.conditions
        default: nil
        }
    }

    /// Whether it is a write that depends on what is there.
    var isConditional: Bool {
        guard let conditions else { return false }
        return conditions.ifMatch != nil || conditions.ifNoneMatch != nil
    }

    /// The same operation with the ticket of a write that takes time.
    func holding(_ ticket: WriteTicket) -> Self {
        switch self {
        case .put(var request):
            request.conditions.ticket = ticket
            return .put(request)
        case .copy(var request):
            request.conditions.ticket = ticket
            return .copy(request)
        case .delete(var request):
            request.conditions.ticket = ticket
            return .delete(request)
        case .completeUpload(var request):
            request.conditions.ticket = ticket
            return .completeUpload(request)
        default: return self
        }
    }

    /// The ticket that it holds.
    var ticket: WriteTicket? { conditions?.ticket }
}

/// What an operation gives.
public indirect enum ObjectStoreResult: Sendable {
    case written(WriteResult)
    case object(GetObjectResult)
    case description(ObjectDescription)
    case deleted(DeleteObjectResult)
    case deletedMany(DeleteObjectsResult)
    case list(ListObjectsResult)
    case versions(ListObjectVersionsResult)
    case upload(CreateMultipartUploadResult)
    case part(UploadPartResult)
    case completed(CompleteMultipartUploadResult)
    case aborted
    case parts(ListPartsResult)
    case uploads(ListMultipartUploadsResult)
    case managed(ObjectStoreManaged)

    /// The bytes of an object that it carries.
    var content: ObjectContent? {
        if case .object(let object) = self { object.body } else { nil }
    }
}

/// Why a store could not carry out an operation that nothing is wrong with.
public enum ObjectStoreFailure: String, Error, Hashable, Sendable {
    /// More requests than the partition of the key serves: "Reduce your request rate."
    case slowDown = "SlowDown"
    /// Something went wrong within: "We encountered an internal error. Please try again."
    case internalError = "InternalError"

    /// The status of the HTTP response.
    public var status: Int {
        switch self {
        case .slowDown: 503
        case .internalError: 500
        }
    }
}

/// How a store answers.
public enum ObjectStoreReply: Sendable {
    /// The operation took effect.
    case result(ObjectStoreResult)
    /// It is refused, with S3's code and status; asking again would change nothing.
    case refused(ObjectStoreError)
    /// It was not carried out, and may be asked for again.
    case failed(ObjectStoreFailure)
}

/// An operation and who asks for it.
public struct ObjectStoreCall: Sendable {
    /// The operation.
    public var operation: ObjectStoreOperation
    /// The caller, as the store knows it.
    public var caller: Principal
    /// Whether the client sends a checksum with the bytes, so that the store notices bytes that
    /// changed on their way.
    public var isChecked: Bool
    /// Whether the answer to a write says a checksum also where none was asked for.
    var addsChecksum = false

    /// A call.
    public init(_ operation: ObjectStoreOperation, caller: Principal, isChecked: Bool = true) {
        self.operation = operation
        self.caller = caller
        self.isChecked = isChecked
    }
}

extension Service where Request == ObjectStoreCall, Response == ObjectStoreReply {
    /// The operations of S3.
    public static let objectStore = Service("s3")
}
