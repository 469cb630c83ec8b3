@testable import Simulator

/// What passed between a program and its store, as someone between the two sees it.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class AccessWatch: @unchecked Sendable {
    /// What was asked, every attempt counted, and what of it failed.
    var requests = 0
    var failures = 0
    /// The keys of writes, in the order in which they were begun, and of deletions.
    var puts: [String] = []
    var gets: [String] = []
    var deletions: [String] = []
    /// How many writes are under way, and the most there were.
    var underWay = 0
    var mostUnderWay = 0
    /// When the last write was answered.
    var lastPut: VirtualInstant?
    /// How long a write takes besides.
    var putTime = Duration.zero
    /// Called when a write or a read is on its way to the store.
    var beforePut: (String) -> Void = { _ in }
    var beforeGet: (String) -> Void = { _ in }
    /// The same of a deletion.
    var beforeDeletion: (String) -> Void = { _ in }
}

/// A way to a store on which someone watches.
struct WatchedAccess: ObjectAccess {
    let base: FaultyAccess
    let watch: AccessWatch

    private func watched<Result: Sendable>(
        _ ask: () async throws(ObjectAccessError) -> Result
    ) async throws(ObjectAccessError) -> Result {
        watch.requests += 1
        do throws(ObjectAccessError) {
            return try await ask()
        } catch {
            if case .unavailable = error { watch.failures += 1 }
            throw error
        }
    }

    func put(_ request: PutObjectRequest) async throws(ObjectAccessError) -> WriteResult {
        watch.puts.append(request.key)
        watch.underWay += 1
        watch.mostUnderWay = max(watch.mostUnderWay, watch.underWay)
        defer {
            watch.underWay -= 1
            watch.lastPut = base.sender.now
        }
        return try await watched { () async throws(ObjectAccessError) in
            do throws(Interruption) { try await base.sender.sleep(for: watch.putTime) } catch {
                throw .interrupted(error)
            }
            watch.beforePut(request.key)
            return try await base.put(request)
        }
    }

    func get(_ request: GetObjectRequest) async throws(ObjectAccessError) -> GetObjectResult {
        watch.gets.append(request.key)
        watch.beforeGet(request.key)
        return try await watched { () async throws(ObjectAccessError) in
            try await base.get(request)
        }
    }

    func head(_ request: GetObjectRequest) async throws(ObjectAccessError) -> ObjectDescription {
        try await watched { () async throws(ObjectAccessError) in try await base.head(request) }
    }

    func delete(
        _ request: DeleteObjectRequest
    ) async throws(ObjectAccessError) -> DeleteObjectResult {
        watch.deletions.append(request.key)
        watch.beforeDeletion(request.key)
        return try await watched { () async throws(ObjectAccessError) in
            try await base.delete(request)
        }
    }

    func delete(
        _ request: DeleteObjectsRequest
    ) async throws(ObjectAccessError) -> DeleteObjectsResult {
        watch.deletions += request.items.map(\.key)
        return try await watched { () async throws(ObjectAccessError) in
            try await base.delete(request)
        }
    }

    func list(_ request: ListObjectsRequest) async throws(ObjectAccessError) -> ListObjectsResult {
        try await watched { () async throws(ObjectAccessError) in try await base.list(request) }
    }
}
