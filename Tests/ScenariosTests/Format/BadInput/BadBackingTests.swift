import Testing

@testable import Scenarios

/// Servers with one endpoint behind a proxy, and what else stands.
private func backed(_ endpoint: String, _ others: String = "") -> String {
    "cluster: {servers: {endpoints: [{path: /data, \(endpoint)}]}, proxy: {}\(others)}"
}

private let badBacking: [BadInput] = [
    .init(
        "queries without a database",
        backed("queries: §2"),
        "there is no database",
        "cluster.shared-database"
    ),
    .init(
        "a database that nobody queries",
        "cluster: {proxy: {}, shared-database: §{query: 5ms}}",
        "no server queries it",
        "queries at an endpoint"
    ),
    .init(
        "a cache without a cached endpoint",
        backed("queries: 1", ", shared-database: {}, shared-cache: §{entries: 5}"),
        "nothing is kept in it",
        "cached: true"
    ),
    .init(
        "cached without a cache",
        backed("queries: 1, cached: §true", ", shared-database: {}"),
        "there is no cache",
        "cluster.shared-cache"
    ),
    .init(
        "cached without queries",
        backed("cached: §true", ", shared-cache: {}"),
        "there is nothing to keep"
    ),
    .init(
        "shared queries without a cache",
        backed("queries: 1, coalesce: §true", ", shared-database: {}"),
        "without a cache nothing is missed",
        "cached: true"
    ),
    .init(
        "a pool without a database",
        "cluster: {servers: {database-connections: §10}, proxy: {}}",
        "there is no database"
    ),
    .init(
        "a wait for connections without a database",
        "cluster: {servers: {database-wait: §10s}, proxy: {}}",
        "there is no database"
    ),
    .init(
        "a limit of queries without a database",
        "cluster: {servers: {database-timeout: §10s}, proxy: {}}",
        "there is no database"
    ),
    .init(
        "a limit of commands without a cache",
        "cluster: {servers: {cache-timeout: §1s}, proxy: {}}",
        "there is no cache"
    ),
    .init(
        "no connection",
        backed("queries: 1", ", shared-database: {connections: §0}"),
        "is too small"
    ),
    .init(
        "no entry",
        backed("queries: 1, cached: true", ", shared-database: {}, shared-cache: {entries: §0}"),
        "is too small"
    ),
    .init(
        "no lifetime",
        backed("queries: 1, cached: true", ", shared-database: {}, shared-cache: {lifetime: §0s}"),
        "is not above zero"
    ),
    .init(
        "servers that nobody may reach",
        "cluster: {servers: {private: §true}}",
        "nobody may reach them",
        "cluster.balancer or cluster.proxy"
    ),
    .init(
        "a limit without a rate",
        "cluster: {servers: {limit-requests: §{burst: 5}}, proxy: {}}",
        "the key 'rate' is missing"
    ),
    .init(
        "a limit that lets nothing pass",
        "cluster: {servers: {limit-requests: {rate: 5/s, burst: §0}}, proxy: {}}",
        "is too small"
    ),
    .init(
        "a server called as the database",
        "cluster: {servers: {count: 1, names: §shared-database}, proxy: {}}",
        "is taken"
    ),
    .init(
        "a call to nobody",
        "cluster: {proxy: {}}\nworkload:\n  - calls: [{at: 1s, to: §Server 9, path: /home}]",
        "nobody called \"Server 9\" answers calls",
        "Server 3"
    ),
    .init(
        "a refusal with a status",
        "cluster: {proxy: {}}\nworkload:\n"
            + "  - calls: [{at: 1s, path: /home, expect: {status: 404, refused: §true}}]",
        "what is refused has no answer"
    ),
    .init(
        "a figure of a database that is not there",
        "cluster: {proxy: {}}\nexpect: [§pool.timeouts == 0]",
        "cluster.shared-database"
    ),
    .init(
        "a figure of a cache that is not there",
        "cluster: {proxy: {}}\nexpect: [§shared-cache.hit-rate > 0%]",
        "cluster.shared-cache"
    ),
    .init(
        "a figure of a limit that is not there",
        "cluster: {proxy: {}}\nexpect: [§servers.limited == 0]",
        "cluster.servers.limit-requests"
    ),
    .init(
        "a fault of a cache that is not there",
        "cluster: {proxy: {}}\nfaults:\n  - {at: 1s, target: {role: §shared-cache}, kind: crash}",
        "there is no shared-cache"
    ),
]

struct BadBackingTests {
    @Test(arguments: badBacking)
    func `what is wrong behind the servers is refused where it stands`(input: BadInput) {
        input.check()
    }
}
