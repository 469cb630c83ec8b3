/// Anything through which a program uses a store: over the network, with retries, or the store
/// itself.
public protocol ObjectAccess: Sendable {
    /// Writes an object whole.
    func put(_ request: PutObjectRequest) async throws(ObjectAccessError) -> WriteResult
    /// Reads an object, or a range of it.
    func get(_ request: GetObjectRequest) async throws(ObjectAccessError) -> GetObjectResult
    /// Tells what is known of an object without its bytes.
    func head(_ request: GetObjectRequest) async throws(ObjectAccessError) -> ObjectDescription
    /// Deletes an object or a version of it.
    func delete(
        _ request: DeleteObjectRequest
    ) async throws(ObjectAccessError) -> DeleteObjectResult
    /// Deletes up to 1,000 objects.
    func delete(
        _ request: DeleteObjectsRequest
    ) async throws(ObjectAccessError) -> DeleteObjectsResult
    /// Gives a page of the objects of a bucket.
    func list(_ request: ListObjectsRequest) async throws(ObjectAccessError) -> ListObjectsResult
}

/// Why a request to a store gave no answer that its program can use.
public enum ObjectAccessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store refused it, with S3's code and status; asking again would change nothing.
    case refused(ObjectStoreError)
    /// No attempt was answered but with failures of the store or the network.
    ///
    /// A write may have taken effect, or still take effect, exactly if one of its attempts was
    /// neither answered nor refused before the store had it.
    case unavailable(attempts: Int, mayHaveTakenEffect: Bool)
    /// The bytes that came are not those of the object.
    case corrupt
    /// The program crashed or was cancelled.
    case interrupted(Interruption)

    /// The reason in words.
    public var description: String {
        switch self {
        case .refused(let error): error.description
        case .unavailable(let attempts, let mayHaveTakenEffect):
            "no answer to \(attempts) attempt\(attempts == 1 ? "" : "s")"
                + (mayHaveTakenEffect ? ", of which one may have taken effect" : "")
        case .corrupt: "the bytes that came are not those of the object"
        case .interrupted(let interruption): interruption.description
        }
    }
}
