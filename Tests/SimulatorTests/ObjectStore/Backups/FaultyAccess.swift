@testable import Simulator

/// What goes wrong between a program and its store, each with a probability.
struct AccessFaults: Sendable {
    /// The store never sees it.
    var lost = 0.0
    /// It takes effect, and the answer is lost.
    var unanswered = 0.0
    /// It takes effect when its sender has long given up.
    var late = 0.0
    /// A bit of what is read is another one.
    var corrupt = 0.0
    /// How late.
    var lateMaximum = 600

    static let none = AccessFaults()
    static let heavy = AccessFaults(lost: 0.05, unanswered: 0.05, late: 0.05)
}

/// A store at hand that answers in virtual time, or does not; what was sent takes effect also after
/// its sender crashed.
///
/// Soundness of `@unchecked Sendable`: reached only from the thread that runs the simulation.
final class FaultyStore: @unchecked Sendable {
    let fixture: StoreFixture
    let node: Node
    var faults = AccessFaults.none
    var random: RandomStream
    /// Requests so far.
    private(set) var requests = 0
    /// The request at which the sender crashes, and when the request takes effect all the same.
    var crash: (request: Int, effect: Effect)?
    /// How long after it was sent the next write takes effect, whose sender gives up.
    var holdsNext: Duration?
    /// How many writes were held up like that.
    private(set) var heldCount = 0
    /// What begins the keys that cannot be written, and nothing else gets through either where it
    /// is empty.
    var outage: String?

    /// When a request takes effect whose sender crashes.
    enum Effect: CaseIterable {
        case never
        case before
        case late
    }
    private let start: Timestamp

    init(_ fixture: StoreFixture, node: Node, random: RandomStream) {
        self.fixture = fixture
        self.node = node
        self.random = random
        start = fixture.context.now
    }

    private var context: RequestContext {
        fixture.context.now = start.adding(nanoseconds: Int64(node.now.nanoseconds))
        return fixture.context
    }

    private func isOut(for key: String?) -> Bool {
        guard let outage else { return false }
        return outage.isEmpty || key?.hasPrefix(outage) ?? false
    }

    private func later<Result: Sendable>(
        _ body: @escaping @Sendable (ObjectStore, RequestContext) throws(ObjectStoreError) -> Result
    ) {
        let delay = Int64(random.below(UInt64(faults.lateMaximum)))
        node.spawn("late") {
            try await self.node.sleep(for: .seconds(delay))
            _ = try? body(self.fixture.store, self.context)
        }
    }

    /// Carries out a request, or not.
    ///
    /// - Parameter key: What it writes or deletes; nil where it only reads.
    func perform<Result: Sendable>(
        from sender: Node,
        writing key: String? = nil,
        _ body: @escaping @Sendable (ObjectStore, RequestContext) throws(ObjectStoreError) -> Result
    ) async throws(ObjectAccessError) -> Result {
        requests += 1
        do {
            try await sender.sleep(for: .milliseconds(5))
            if let crash, crash.request == requests {
                switch crash.effect {
                case .never: break
                case .before: _ = try? body(fixture.store, context)
                case .late: later(body)
                }
                sender.crash()
                try await sender.sleep(for: .seconds(1))
            }
            if let time = holdsNext, key != nil {
                holdsNext = nil
                heldCount += 1
                node.spawn("held") {
                    try await self.node.sleep(for: time)
                    _ = try? body(self.fixture.store, self.context)
                }
                try await sender.sleep(for: .seconds(1))
                throw ObjectAccessError.unavailable(attempts: 1, mayHaveTakenEffect: true)
            }
            let draw = random.unit()
            if isOut(for: key) || draw < faults.lost {
                try await sender.sleep(for: .seconds(1))
                throw ObjectAccessError.unavailable(attempts: 1, mayHaveTakenEffect: false)
            }
            if key != nil, draw < faults.lost + faults.unanswered + faults.late {
                if draw < faults.lost + faults.unanswered {
                    _ = try? body(fixture.store, context)
                } else {
                    later(body)
                }
                try await sender.sleep(for: .seconds(1))
                throw ObjectAccessError.unavailable(attempts: 1, mayHaveTakenEffect: true)
            }
            return try body(fixture.store, context)
        } catch let error as ObjectAccessError {
            throw error
        } catch let error as ObjectStoreError {
            throw .refused(error)
        } catch {
            throw .interrupted(.crashed)
        }
    }
}

/// The way of one program to a store.
struct FaultyAccess: ObjectAccess {
    let store: FaultyStore
    let sender: Node

    func put(_ request: PutObjectRequest) async throws(ObjectAccessError) -> WriteResult {
        try await store.perform(from: sender, writing: request.key) {
            store,
            context throws(ObjectStoreError) in
            try store.put(request, context)
        }
    }

    func get(_ request: GetObjectRequest) async throws(ObjectAccessError) -> GetObjectResult {
        let result = try await store.perform(from: sender) {
            store,
            context throws(ObjectStoreError) in
            try store.get(request, context)
        }
        guard store.random.unit() < store.faults.corrupt else { return result }
        var bytes = result.body.bytes()
        guard !bytes.isEmpty else { return result }
        bytes[Int(store.random.below(UInt64(bytes.count)))] ^= 1
        return GetObjectResult(description: result.description, body: ObjectContent(bytes))
    }

    func head(_ request: GetObjectRequest) async throws(ObjectAccessError) -> ObjectDescription {
        try await store.perform(from: sender) {
            store,
            context throws(ObjectStoreError) in
            try store.head(request, context)
        }
    }

    func delete(
        _ request: DeleteObjectRequest
    ) async throws(ObjectAccessError) -> DeleteObjectResult {
        try await store.perform(from: sender, writing: request.key) {
            store,
            context throws(ObjectStoreError) in
            try store.delete(request, context)
        }
    }

    func delete(
        _ request: DeleteObjectsRequest
    ) async throws(ObjectAccessError) -> DeleteObjectsResult {
        try await store.perform(from: sender, writing: "data/") {
            store,
            context throws(ObjectStoreError) in
            try store.deleteMany(request, context)
        }
    }

    func list(_ request: ListObjectsRequest) async throws(ObjectAccessError) -> ListObjectsResult {
        try await store.perform(from: sender) {
            store,
            context throws(ObjectStoreError) in
            try store.list(request, context)
        }
    }
}
