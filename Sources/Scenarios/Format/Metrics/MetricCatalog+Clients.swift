/// What the clients of a proxy are measured by.
extension MetricCatalog {
    static let clients: [MetricDefinition] = [
        .init(
            "clients.most",
            .count,
            from: .clients,
            "The most connections of clients that a proxy had at one time, summed over the proxies."
        ),
        .init(
            "clients.refused",
            .count,
            from: .clients,
            "Connections of clients that were closed at once, because their worker had no free one."
        ),
        .init(
            "clients.unconnected",
            .count,
            from: .clients,
            "Requests with status 500, because no connection to a server was free."
        ),
        .init(
            "clients.header-timeouts",
            .count,
            from: .clients,
            "Requests whose head took too long: status 408."
        ),
        .init("tls.handshakes", .count, from: .tls, "Full handshakes."),
        .init("tls.resumptions", .count, from: .tls, "Handshakes that resumed a session."),
        .init("gzip.responses", .count, from: .gzip, "Responses that a proxy compressed."),
        .init("gzip.bytes-before", .count, from: .gzip, "Their bytes before that."),
        .init("gzip.bytes-after", .count, from: .gzip, "Their bytes after that."),
        .init("gzip.saving", .ratio, from: .gzip, "The part of the bytes that this saved."),
    ]
}
