import Simulator

/// Every request of the clients, where somebody asks for them.
extension RunRecorder {
    func recordDetails(_ record: inout RunRecord) {
        guard details.contains(.requests) else { return }
        record.requests = requests() + operations() + messages()
    }

    private func requests() -> [RequestRecord] {
        zip(cluster.logs, cluster.logNames).flatMap { log, name in
            log.entries.map { RequestRecord($0, of: name) }
        }
    }

    private func operations() -> [RequestRecord] {
        (cluster.objects?.loads ?? []).flatMap { load in
            load.log.entries.map { RequestRecord($0, of: load.bucket) }
        }
    }

    private func messages() -> [RequestRecord] {
        guard let queue = cluster.queue else { return [] }
        return queue.traffic.log.messages.map { RequestRecord($0, to: queue.topics[$0.producer]) }
            + queue.logs.transcript.sent.map { RequestRecord($0) }
    }
}

extension RequestRecord {
    fileprivate init(_ entry: RequestLog.Entry, of workload: String?) {
        self.init(
            kind: .request,
            workload: workload,
            key: entry.key.withBytes { String(decoding: $0, as: UTF8.self) },
            due: Int(clamping: entry.intended.nanoseconds),
            ended: entry.first.map { Int(clamping: $0.instant.nanoseconds) }
        )
        switch entry.first?.end {
        case .response(let status, let server)?:
            self.status = status
            self.server = server
        case .error(let error)?: self.error = error.description
        case nil: break
        }
    }

    fileprivate init(_ entry: ObjectLog.Entry, of bucket: String) {
        self.init(
            kind: .operation,
            workload: bucket,
            key: entry.action.rawValue,
            due: Int(clamping: entry.intended.nanoseconds),
            ended: entry.end.map { Int(clamping: $0.instant.nanoseconds) }
        )
        switch entry.end?.end {
        case .done?, nil: break
        case .conflict?: error = "conflict"
        case .refused(let refusal)?:
            status = refusal.status
            error = refusal.code
        case .unavailable?: error = "unavailable"
        case .interrupted?: error = "interrupted"
        }
    }

    fileprivate init(_ message: MessageLog.Message, to topic: String) {
        self.init(
            kind: .message,
            workload: topic,
            key: message.place.map { "\($0.partition)@\($0.offset)" } ?? "",
            due: Int(clamping: message.intended.nanoseconds),
            ended: message.ended.map { Int(clamping: $0.nanoseconds) }
        )
        error = message.error.map { "\($0)" }
    }

    /// A message that was read from a log; it has no offset, as the manager tells none.
    fileprivate init(_ message: LogTranscript.Sent) {
        self.init(
            kind: .message,
            workload: message.topic,
            key: message.place ?? "",
            due: Int(clamping: message.began.nanoseconds),
            ended: message.ended.map { Int(clamping: $0.nanoseconds) }
        )
        if message.ended != nil, message.place == nil { error = "given up" }
    }
}
