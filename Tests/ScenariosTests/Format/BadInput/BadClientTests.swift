import Testing

@testable import Scenarios

/// A proxy of three servers that serve a page and a song, with a workload.
private func clients(_ proxy: String, _ requests: String = "{count: 1}") -> String {
    """
    cluster:
      servers: {endpoints: [{path: /page, size: 10KB}, {path: /song, size: 1MB, type: audio}]}
      proxy: \(proxy)
    workload: [{requests: \(requests)}]
    """
}

private let badClients: [BadInput] = [
    .init(
        "slow clients that are not slow",
        clients("{}", "{count: 1, slow: §{part: 10%}}"),
        "neither 'sending' nor 'reading' is given"
    ),
    .init(
        "no slow client",
        clients("{}", "{count: 1, slow: {part: §0%, reading: 1KB}}"),
        "no client is slow",
        "above 0%"
    ),
    .init(
        "a client that does not read",
        clients("{}", "{count: 1, slow: {reading: §0B}}"),
        "is too small",
        "at least 1B"
    ),
    .init(
        "slow clients of a balancer",
        "cluster: {balancer: {}}\nworkload: [{requests: {count: 1, slow: §{reading: 1KB}}}]",
        "nothing waits for slow clients",
        "cluster.proxy"
    ),
    .init(
        "slow clients of what is answered at once",
        clients("{}", "{count: 1, path: /health, slow: §{reading: 1KB}}"),
        "the proxy answers /health at once"
    ),
    .init(
        "clients that accept what nobody does",
        clients("{}", "{count: 1, accepts-gzip: §50%}"),
        "no response is compressed",
        "cluster.proxy.gzip"
    ),
    .init(
        "a call with an address to a balancer",
        "cluster: {balancer: {}}\nworkload: [{calls: [{at: 1s, path: /x, client: §10.0.0.1}]}]",
        "nobody looks at the address"
    ),
    .init(
        "a call with headers to a balancer",
        "cluster: {balancer: {}}\nworkload: [{calls: [{at: 1s, path: /x, headers: §{Host: a}}]}]",
        "nobody looks at headers"
    ),
    .init(
        "a call from nowhere",
        "cluster: {proxy: {}}\nworkload: [{calls: [{at: 1s, path: /x, client: §10.0.0.256}]}]",
        "is no address"
    ),
    .init(
        "a header that nobody knows",
        "cluster: {proxy: {}}\nworkload: [{calls: [{at: 1s, path: /x, headers: {Cookie: §a}}]}]",
        "nobody looks at the header 'Cookie'"
    ),
    .init(
        "a time for heads that take none",
        clients("{client-header-timeout: §10s}"),
        "the head of no request takes time",
        "slow.sending"
    ),
    .init(
        "no buffering, and no slow reader",
        clients("{routes: [{path: /, upstream: backend, buffering: §false}]}"),
        "no client reads slowly",
        "slow.reading"
    ),
    .init(
        "an old version",
        clients("{tls: {protocol: §1.1, handshake: 1ms}}"),
        "is no version of TLS that clients may use",
        "1.2"
    ),
    .init(
        "a handshake of no cost",
        clients("{tls: §{protocol: 1.2}}"),
        "the key 'handshake' is missing"
    ),
    .init(
        "sessions that are resumed for nothing",
        clients("{tls: {handshake: 1ms, resumed: §50%}}"),
        "the key 'resumption' is missing"
    ),
    .init(
        "the cost of what never happens",
        clients("{tls: {handshake: 1ms, resumption: §1ms}}"),
        "no handshake resumes a session"
    ),
    .init(
        "a level that zlib does not have",
        clients("{gzip: {level: §10, rate: 1MB}}"),
        "is too large"
    ),
    .init(
        "a type that nothing has",
        clients("{gzip: {types: [§image], rate: 1MB}}"),
        "unknown type \"image\"",
        "audio"
    ),
    .init(
        "nothing long enough to be compressed",
        clients("{gzip: §{minimum: 20KB, rate: 1MB}}"),
        "no endpoint has anything to compress"
    ),
    .init(
        "no connection at all",
        clients("{worker-connections: §0}"),
        "is too small"
    ),
    .init(
        "the type of a greeting",
        "cluster: {proxy: {}, servers: {endpoints: [{path: /a, type: §audio}]}}",
        "nothing has this type",
        "a size"
    ),
    .init(
        "an endpoint that every server has",
        "cluster: {proxy: {}, servers: {endpoints: [{path: §/headers}]}}",
        "a second endpoint \"/headers\""
    ),
    .init(
        "an endpoint that is too large",
        "cluster: {proxy: {}, servers: {endpoints: [{path: /a, size: §1GB}]}}",
        "is too large",
        "at most 100MB"
    ),
    .init(
        "handshakes without TLS",
        clients("{}") + "\nexpect: [§tls.handshakes == 1]",
        "cluster.proxy.tls"
    ),
    .init(
        "savings without gzip",
        clients("{}") + "\nexpect: [§gzip.saving > 1%]",
        "cluster.proxy.gzip"
    ),
    .init(
        "connections that nobody counts",
        clients("{}") + "\nexpect: [§clients.refused == 0]",
        "slow clients"
    ),
]

struct BadClientTests {
    @Test(arguments: badClients)
    func `what is said of clients and changes nothing is refused where it stands`(input: BadInput) {
        input.check()
    }
}
