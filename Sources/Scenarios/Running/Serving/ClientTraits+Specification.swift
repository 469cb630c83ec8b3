import Simulator

// From the words of a scenario file to what the clients of a proxy are like.

extension ClientTraits {
    /// What the clients of a workload are like; nothing where they are like most.
    init?(_ requests: RequestsSpecification, _ proxy: ProxySpecification?) {
        guard let proxy, requests.slow != nil || proxy.gzip != nil || proxy.tls != nil else {
            return nil
        }
        self.init()
        if let slow = requests.slow {
            slowPart = slow.part
            sending = slow.sending
            reading = slow.reading
        }
        if proxy.gzip != nil { gzipPart = requests.acceptsGzip ?? 1 }
        tls = proxy.tls.map(TLSClient.init)
    }
}

extension TLSClient {
    init(_ specification: TLSSpecification) {
        self.init(specification.version, resumedPart: specification.resumed)
    }
}

extension ProxyClientSettings {
    init(_ specification: ProxySpecification) {
        self.init()
        headerTimeout = specification.headerTimeout
        connectionsMaximum = specification.workerConnections
        forwardsHeaders = specification.forwardsHeaders
        tls = specification.tls.map {
            TLS(handshake: $0.handshake, resumption: $0.resumption ?? .zero)
        }
        gzip = specification.gzip.map {
            Gzip(level: $0.level, minimum: $0.minimum, types: $0.types, rate: $0.rate)
        }
    }
}

extension ProxySettings.Route {
    init(_ specification: RouteSpecification) {
        self.init(specification.path, to: specification.upstream)
        buffersResponses = specification.buffersResponses
    }
}
