/// The endpoints by which operators see and use the storage of a cluster: `/health`, and below
/// `/api/v1/s3/` `stats`, `backup`, `backups` and `restore`.
///
/// A backup or a restore is answered when it is done; whoever does not wait for it does not stop
/// it.
public actor StorageEndpoints: SimulatedActor {
    /// The node it runs on.
    public nonisolated let node: Node
    private let backup: BackupService
    private let sync: SyncService?
    private let syncJournal: SyncJournal?

    private static let prefix = "/api/v1/s3/"
    /// Bytes that the body of a request may have.
    static let bodySizeMaximum = 65_536

    /// Serves the endpoints on the node of the services.
    ///
    /// - Parameters:
    ///   - node: The node of the services.
    ///   - network: Where they are served.
    ///   - backup: What makes backups and restores them.
    ///   - sync: The sync and its journal, where there is one.
    @discardableResult
    public static func start(
        on node: Node,
        network: Network,
        backup: BackupService,
        sync: (service: SyncService, journal: SyncJournal)? = nil
    ) -> StorageEndpoints {
        let endpoints = StorageEndpoints(node, backup, sync?.service, sync?.journal)
        network.serve(.http, on: node) { incoming in
            node.spawn("request") {
                guard let response = await endpoints.response(to: incoming.request) else { return }
                incoming.reply(response)
            }
        }
        return endpoints
    }

    private init(
        _ node: Node,
        _ backup: BackupService,
        _ sync: SyncService?,
        _ syncJournal: SyncJournal?
    ) {
        self.node = node
        self.backup = backup
        self.sync = sync
        self.syncJournal = syncJournal
    }

    /// The answer to a request; nothing of a node that crashed.
    func response(to request: HTTPRequest) async -> HTTPResponse? {
        do throws(BackupError) {
            switch (request.method, request.path) {
            case (.get, "/health"): return Self.success(StorageMessages.Text("healthy"))
            case (.get, Self.prefix + "stats"): return Self.success(await statistics())
            case (.get, Self.prefix + "backups"):
                return Self.success(StorageMessages.List(try await backup.list()))
            case (.post, Self.prefix + "backup"):
                return Self.success(StorageMessages.Backup(try await backup.backUp()))
            case (.post, Self.prefix + "restore"): return try await restore(request.body)
            default:
                return Self.failure(toFind: request)
            }
        } catch {
            if case .interrupted = error { return nil }
            return Self.failure(Self.status(of: error), error.description)
        }
    }

    /// The answer where there is nothing of a path, or another method is to be used with it.
    ///
    /// Source: RFC 9110, section 15.5.6: a 405 says which methods are allowed.
    private static func failure(toFind request: HTTPRequest) -> HTTPResponse {
        let reason = "no \(request.method.rawValue) of this"
        let allowed: HTTPMethod
        switch request.path {
        case "/health", prefix + "stats", prefix + "backups": allowed = .get
        case prefix + "backup", prefix + "restore": allowed = .post
        default: return failure(404, reason)
        }
        var response = failure(405, reason)
        response.fields = [HTTPField("Allow", allowed.rawValue)]
        return response
    }

    private func restore(_ body: [UInt8]) async throws(BackupError) -> HTTPResponse {
        guard body.count <= Self.bodySizeMaximum else {
            return Self.failure(413, "the body of the request is too large")
        }
        guard let order = StorageMessages.restore(from: body) else {
            return Self.failure(400, "the body of the request cannot be read")
        }
        guard let name = BackupName(order.backup_timestamp) else {
            return Self.failure(400, "'\(order.backup_timestamp)' is no time stamp")
        }
        let parts = order.local_path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty,
            parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else { return Self.failure(400, "'\(order.local_path)' is no path of a directory") }
        let files = try await backup.restore(name, to: order.local_path)
        return Self.success(
            StorageMessages.Restored(
                backup_timestamp: name.description,
                files: files,
                local_path: order.local_path
            )
        )
    }

    private func statistics() async -> StorageMessages.Statistics {
        let backups = await backup.summary()
        let moved = await backup.figures + (sync?.figures ?? TransferFigures())
        let status = syncJournal?.wasComplete.map { $0 ? "successful" : "failed" } ?? "never"
        return StorageMessages.Statistics(
            backup_count: backups.count,
            error_rate: (moved.errorRate * 1e6).rounded() / 1e6,
            last_backup: backups.last?.description,
            last_sync: await backup.date(of: syncJournal?.lastComplete),
            storage_used_bytes: backups.storedBytes + (syncJournal?.storedBytes ?? 0),
            sync_status: status,
            transfer_rate_bytes_per_second: (syncJournal?.transferRate ?? 0).rounded()
        )
    }

    private static func status(of error: BackupError) -> Int {
        switch error {
        case .unknown: 404
        case .busy, .occupied, .taken: 409
        case .damaged, .interrupted: 500
        case .store, .late: 503
        case .disk: 507
        }
    }

    private static func success(_ message: some Encodable) -> HTTPResponse {
        HTTPResponse(status: 200, body: StorageMessages.encode(message), type: .json)
    }

    private static func failure(_ status: Int, _ reason: String) -> HTTPResponse {
        let message = StorageMessages.Text(reason, status: "failure")
        return HTTPResponse(status: status, body: StorageMessages.encode(message), type: .json)
    }
}
