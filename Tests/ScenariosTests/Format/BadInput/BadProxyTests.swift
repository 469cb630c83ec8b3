import Testing

@testable import Scenarios

/// A proxy of three servers.
private func proxy(_ text: String) -> String {
    "cluster: {proxy: \(text)}"
}

/// A proxy with one upstream.
private func upstream(_ text: String) -> String {
    proxy("{upstreams: [\(text)]}")
}

private let badProxies: [BadInput] = [
    .init(
        "two upstreams of one name",
        proxy("{upstreams: [{name: web}, {name: §web}]}"),
        "a second upstream named \"web\""
    ),
    .init(
        "one proxy that should take over from itself",
        proxy("{failover: §{interval: 1s}}"),
        "nobody takes over from one proxy",
        "at least 2"
    ),
    .init(
        "the takeovers of proxies that share nothing",
        "cluster: {proxy: {count: 2}}\nexpect: [§proxy.takeovers == 1]",
        "cluster.proxy.failover"
    ),
    .init(
        "an address that is told of without a pause",
        proxy("{count: 2, failover: {interval: §1ns}}"),
        "is shorter than 10ms"
    ),
    .init(
        "checks without a pause",
        upstream("{check: {haproxy: {inter: §1us}}}"),
        "is shorter than 10ms"
    ),
    .init(
        "one zone",
        upstream("{zone-aware: §{min-servers: 2}}"),
        "all servers stand in one zone"
    ),
    .init(
        "proxies elsewhere",
        "cluster: {servers: {zone: [a, b]}, proxy: {zone: c, upstreams: [{zone-aware: §{}}]}}",
        "no proxy stands in a zone of the servers",
        "a, b"
    ),
    .init(
        "a route to nowhere",
        proxy("{upstreams: [{name: web}], routes: [{path: /, upstream: §wep}]}"),
        "there is no upstream \"wep\"",
        "web"
    ),
    .init(
        "two routes of one path",
        proxy("{routes: [{path: /, upstream: backend}, {path: §/, upstream: backend}]}"),
        "a second route for \"/\""
    ),
    .init(
        "an upstream that nothing leads to",
        proxy("{upstreams: [{name: web}, §{name: voice}]}"),
        "no route leads to upstream \"voice\"",
        "cluster.proxy.routes"
    ),
    .init(
        "a delay beyond the burst",
        proxy("{limit-requests: [{rate: 1/s, burst: 2, delay: §3}]}"),
        "more requests than the burst has",
        "at most 2"
    ),
    .init(
        "a delay that nothing has",
        proxy("{limit-requests: [{rate: 1/s, burst: 2, delay: §1, no-delay: true}]}"),
        "no request of the burst waits",
        "either delay or no-delay"
    ),
    .init(
        "a bucket without tokens",
        proxy("{limit-requests: [{rate: 1/s, kind: §token-bucket}]}"),
        "no request would ever find a token",
        "a burst of at least 1"
    ),
    .init(
        "a wait for tokens",
        proxy("{limit-requests: [{rate: 1/s, kind: token-bucket, burst: 2, delay: §1}]}"),
        "nobody waits for a token",
        "kind: leaky-bucket"
    ),
    .init(
        "reloads in no order",
        proxy("{reloads: [{at: 2s}, {at: §1s}]}"),
        "comes no later than the one before it",
        "in the order of their times"
    ),
    .init(
        "a reload with a server that does not exist",
        proxy("{reloads: [{at: 2s, upstreams: [{servers: [{name: §Server 4}]}]}]}"),
        "there is no server \"Server 4\"",
        "did you mean 'Server 1'?"
    ),
    .init(
        "a reload with a route to nowhere",
        proxy("{reloads: [{at: 2s, routes: [{path: /, upstream: §web}]}]}"),
        "there is no upstream \"web\"",
        "backend"
    ),
    .init(
        "a reload with checks of what nobody serves",
        proxy("{reloads: [{at: 2s, upstreams: [{check: §{haproxy: {path: /up}}}]}]}"),
        "no server serves \"/up\""
    ),
    .init(
        "a reload beside an autoscaler",
        "cluster: {proxy: {reloads: §[{at: 2s}]}, autoscaler: {}}",
        "a reload forgets the servers that an autoscaler added"
    ),
    .init(
        "jobs through a proxy of servers",
        "cluster: {coordinator: {count: 1}, gateway: {count: 1}, servers: {count: 1}, proxy: {},"
            + " topics: [{name: t, generate: {count: 1}}]}\n"
            + "workload: [{jobs: {count: 1, topic: t, through: §proxy}}]",
        "no proxy leads to the gateways",
        "gateways as servers of the upstream for /api/jobs"
    ),
    .init(
        "jobs through a proxy that leads elsewhere later",
        "cluster: {coordinator: {count: 1}, gateway: {count: 1}, servers: {count: 1},"
            + " proxy: {upstreams: [{servers: [{name: gateway-1}]}],"
            + " reloads: [{at: 1s, upstreams: [{}]}]},"
            + " topics: [{name: t, generate: {count: 1}}]}\n"
            + "workload: [{jobs: {count: 1, topic: t, through: §proxy}}]",
        "no proxy leads to the gateways"
    ),
    .init(
        "jobs whose answers come from elsewhere",
        "cluster: {coordinator: {count: 1}, gateway: {count: 1}, servers: {count: 1},"
            + " proxy: {upstreams: [{name: g, servers: [{name: gateway-1}]}, {name: s}],"
            + " routes: [{path: /, upstream: g}, {path: /api/jobs/, upstream: s}]},"
            + " topics: [{name: t, generate: {count: 1}}]}\n"
            + "workload: [{jobs: {count: 1, topic: t, through: §proxy}}]",
        "no proxy leads to the gateways"
    ),
    .init(
        "servers and gateways in one upstream",
        "cluster: {gateway: {count: 1}, servers: {count: 1},"
            + " proxy: {upstreams: [{servers: §[{name: gateway-1}, {name: Server 1}]}]}}",
        "has servers, and gateways of jobs, which serve other paths",
        "one or the other"
    ),
    .init(
        "requests that no gateway serves",
        "cluster: {gateway: {count: 1}, proxy: {}}\n"
            + "workload: [{requests: {count: 1, path: §/home}}]",
        "no gateway serves \"/home\"",
        "/api/jobs"
    ),
    .init(
        "a reload after the end",
        proxy("{reloads: [{at: §20s}]}") + "\nuntil: 10s",
        "comes after the end of the run",
        "at most 10 s"
    ),
    .init(
        "zones of a reload in which there is one",
        proxy("{reloads: [{at: 1s, upstreams: [{zone-aware: §{min-servers: 2}}]}]}"),
        "all servers stand in one zone"
    ),
    .init(
        "checks of what gateways do not serve",
        "cluster: {gateway: {count: 1}, proxy: {upstreams: [{check: §{alb: {path: /up}}}]}}",
        "no gateway serves \"/up\"",
        "/health"
    ),
    .init(
        "what a breaker did that is not there",
        "cluster: {proxy: {}}\nexpect: [§proxy.broken == 0]",
        "a breaker in cluster.proxy.upstreams"
    ),
    .init(
        "no server in service",
        upstream("{servers: §[{name: Server 1, down: true}]}"),
        "every server is down"
    ),
    .init(
        "a part of a second",
        upstream("{fail-timeout: §500ms}"),
        "is no whole second",
        "at least 1s"
    ),
    .init(
        "a part of a second for one server",
        upstream("{servers: [{name: Server 1, fail-timeout: §10ms}]}"),
        "is no whole second"
    ),
    .init(
        "two rules of panic",
        upstream("{panic: 50%, fail-open: §1}"),
        "two rules of when health is disregarded"
    ),
    .init(
        "checks slower than their interval, as HAProxy",
        upstream("{check: {haproxy: {inter: 1s, timeout: §2s}}}"),
        "a check may take longer than the inter"
    ),
    .init(
        "checks slower than their interval, as AWS",
        upstream("{check: {alb: {interval: §3s}}}"),
        "a check may take longer than the interval"
    ),
    .init(
        "checks of what nobody serves",
        upstream("{check: §{haproxy: {path: /helth}}}"),
        "no server serves \"/helth\"",
        "cluster.servers.endpoints"
    ),
]

struct BadProxyTests {
    @Test(arguments: badProxies)
    func `a wrong proxy is refused where it stands`(input: BadInput) {
        input.check()
    }
}
