import Testing

@testable import Scenarios

private let badNumbers: [BadInput] = [
    .init(
        "a word for a number",
        "cluster: {servers: {count: §three}}",
        "is not a whole number",
        "such as 3"
    ),
    .init(
        "a negative count",
        "cluster: {servers: {count: §-3}}",
        "is negative",
        "from 1 to 10,000"
    ),
    .init("a count of zero", "cluster: {servers: {count: §0}}", "is too small"),
    .init("a huge count", "cluster: {servers: {count: §10_001}}", "is too large"),
    .init(
        "a number past 64 bits",
        "cluster: {servers: {count: §99999999999999999999}}",
        "is too large"
    ),
    .init(
        "a number of forty digits",
        "cluster: {servers: {count: §1234567890123456789012345678901234567890}}",
        "too many digits"
    ),
    .init("a fraction for a count", "cluster: {servers: {count: §2.5}}", "not a whole number"),
    .init("a leading zero", "cluster: {servers: {count: §010}}", "begins with a zero", "write 10"),
    .init("a hexadecimal number", "cluster: {servers: {count: §0x10}}", "is not a whole number"),
    .init("an exponent", "cluster: {servers: {count: §1e3}}", "is not a whole number"),
    .init("a double underscore", "cluster: {servers: {count: §1__0}}", "is not a whole number"),
    .init("an underscore at the end", "cluster: {servers: {count: §10_}}", "is not a whole number"),
    .init("infinity", "cluster: {servers: {count: §.inf}}", "is not a whole number"),
    .init("not a number", "network: {loss: §.nan}", "is not a"),
    .init("base sixty", "cluster: {servers: {count: §12:30}}", "is not a whole number"),
    .init("no value", "cluster: {servers: {§count: }}", "cluster.servers.count: has no value"),
    .init("null", "cluster: {servers: {§count: null}}", "has no value"),
    .init("a list for a number", "cluster: {servers: {count: §[3]}}", "found a list"),
    .init("a mapping for a number", "cluster: {servers: {count: §{a: 3}}}", "found a mapping"),
    .init(
        "a negative seed",
        whole: "version: 1\nname: x\nseed: §-1\n",
        "is negative",
        "18446744073709551615"
    ),
    .init(
        "a seed past 64 bits",
        whole: "version: 1\nname: x\nseed: §18446744073709551616\n",
        "is too large"
    ),
    .init(
        "a future version",
        whole: "version: §2\nname: x\nseed: 1\n",
        "version: \"2\" is too large"
    ),
]

private let badQuantities: [BadInput] = [
    .init("a duration without unit", "network: {latency: §10}", "has no unit", "ns us ms s m h d"),
    .init("an unknown unit", "network: {latency: §10parsecs}", "unknown unit 'parsecs'"),
    .init("a unit in capitals", "network: {latency: §10MS}", "did you mean '10ms'?"),
    .init("a unit in full", "network: {latency: §5 minutes}", "did you mean '5m'?"),
    .init("a blank before the unit", "network: {latency: §10 ms}", "write 10ms"),
    .init("a negative duration", "network: {latency: §-1ms}", "is negative"),
    .init("less than a nanosecond", "network: {latency: §0.5ns}", "finer than a nanosecond"),
    .init("more than a century", "network: {latency: §36501d}", "is too long", "36_500d"),
    .init("an overflowing duration", "network: {latency: §999999999999999999999999d}", "too long"),
    .init("on for a duration", "network: {latency: §on}", "cannot be read"),
    .init("a ratio above one", "network: {loss: §2}", "is more than 1", "for percent write %"),
    .init("a percentage above a hundred", "network: {loss: §101%}", "is more than 1"),
    .init("a negative ratio", "network: {loss: §-5%}", "is negative"),
    .init("a ratio in words", "network: {loss: §half}", "such as 10%"),
    .init("a clock time for a ratio", "network: {loss: §12:30}", "is not a ratio"),
    .init(
        "a period of zero",
        "cluster: {balancer: {heartbeat: {every: §0s}}}",
        "is shorter than 10ms"
    ),
    .init(
        "yes for true",
        "cluster: {balancer: {heartbeat: {respawn: §yes}}}",
        "neither true nor false",
        "did you mean 'true'?"
    ),
    .init(
        "off for false",
        "cluster: {balancer: {heartbeat: {respawn: §off}}}",
        "did you mean 'false'?"
    ),
    .init("an instant without a zone", "start: §2024-01-01T00:00:00", "with a Z at the end"),
    .init("an instant of another zone", "start: §2024-01-01T00:00:00+02:00", "in UTC"),
    .init("a date alone", "start: §2024-01-01", "is not an instant"),
    .init("the thirtieth of February", "start: §2024-02-30T00:00:00Z", "no such day"),
    .init("a leap day in a common year", "start: §2023-02-29T00:00:00Z", "no such day"),
    .init("the thirteenth month", "start: §2024-13-01T00:00:00Z", "no such month"),
    .init("the twenty-fifth hour", "start: §2024-01-01T24:00:00Z", "no such time"),
    .init("the year 9999", "start: §9999-01-01T00:00:00Z", "out of range"),
    .init("an end of zero", "until: §0s", "is not above zero"),
    .init("a misspelt end", "until: §quiescant", "did you mean 'quiescent'?"),
]

private let withStore = "cluster: {object-store: {buckets: [{name: bucket}]}}\nworkload:\n"

private let badNames: [BadInput] = [
    .init("an empty name", "cluster: {servers: {zone: §\"\"}}", "is empty"),
    .init("a blank at the end", "cluster: {servers: {zone: §\"a \"}}", "has a blank at an end"),
    .init("a line feed in a name", "cluster: {servers: {zone: \"a§\\nb\"}}", "a control character"),
    .init(
        "a name of 101 characters",
        "cluster: {servers: {zone: §\(String(repeating: "x", count: 101))}}",
        "is too long",
        "at most 100"
    ),
    .init(
        "a path of 4,001 characters",
        withStore + "  - calls: [{at: 1s, path: §/\(String(repeating: "x", count: 4_000))}]",
        "is too long",
        "at most 4000"
    ),
    .init(
        "a header of 4,001 characters",
        withStore + "  - calls: [{at: 1s, path: /, headers: {a: §"
            + String(repeating: "x", count: 4_001) + "}}]",
        "is too long",
        "at most 4000"
    ),
    .init(
        "capitals in the scenario's name",
        whole: "version: 1\nname: a§B\nseed: 1\n",
        "contains 'B'",
        "such as a-1"
    ),
    .init(
        "a slash in the scenario's name",
        whole: "version: 1\nname: §../x\nseed: 1\n",
        "contains '.'"
    ),
    .init(
        "the same name for all",
        "cluster: {servers: {names: §Server}}",
        "gives all 3 the same name"
    ),
    .init("a stray brace", "cluster: {servers: {names: \"S §{n}{i}\"}}", "has a stray '{'"),
    .init("a reserved name", "cluster: {servers: {count: 1, names: §balancer}}", "is taken"),
    .init(
        "a path without a slash",
        "workload:\n  - requests: {count: 1, path: §home}\ncluster: {balancer: {}}",
        "does not begin with '/'"
    ),
]

struct BadValueTests {
    @Test(arguments: badNumbers)
    func `a wrong number is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badQuantities)
    func `a wrong quantity is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badNames)
    func `a wrong name is reported where it stands`(input: BadInput) {
        input.check()
    }

    /// The S3 User Guide, *Naming Amazon S3 objects*: a key has up to 1,024 bytes of UTF-8, each of
    /// which an address may encode in three characters.
    @Test
    func `the longest key of an object store fits into a path and a header`() {
        let key = String(repeating: "%C3%A9", count: 512)
        let calls =
            "  - calls: [{at: 1s, method: PUT, path: /bucket/\(key),"
            + " headers: {x-amz-copy-source: /bucket/\(key)}}]"
        let text = "version: 1\nname: x\nseed: 1\n" + withStore + calls + "\n"
        #expect(problems(of: Array(text.utf8)).map(\.description) == [])
    }
}
