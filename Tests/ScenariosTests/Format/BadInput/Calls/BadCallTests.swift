import Testing

@testable import Scenarios

/// A store with a bucket, and a call.
private func store(_ call: String) -> String {
    """
    cluster: {object-store: {buckets: [{name: bucket}]}}
    workload: [{calls: [{at: 1s, path: /bucket, method: PUT, capture: {a: {header: ETag}}}, \(call)]}]
    """
}

private func balancer(_ call: String) -> String {
    "cluster: {balancer: {}}\nworkload: [{calls: [{at: 1s, path: /x, \(call)}]}]"
}

private let badCalls: [BadInput] = [
    .init(
        "a name that nothing is captured as",
        store("§{at: 2s, path: \"/bucket/${b}\"}"),
        "nothing is captured as \"b\"",
        "an earlier call"
    ),
    .init(
        "a name that is captured too late",
        store("§{at: 1s, path: /bucket/k, headers: {If-Match: \"${a}\"}}"),
        "nothing is captured as \"a\""
    ),
    .init(
        "a name in a body",
        store("§{at: 2s, path: /bucket/k, body: \"${b}\"}"),
        "nothing is captured as \"b\""
    ),
    .init(
        "a name in an expectation",
        store("{at: 2s, path: /bucket/k, expect: §{body: \"${b}\"}}"),
        "nothing is captured as \"b\""
    ),
    .init(
        "a header twice",
        store("{at: 2s, path: /bucket/k, headers: {Range: a, §range: b}}"),
        "the header 'range' stands twice"
    ),
    .init(
        "a name that is no header",
        store("{at: 2s, path: /bucket/k, headers: {§\"a b\": c}}"),
        "is no header"
    ),
    .init(
        "headers that are no mapping",
        store("{at: 2s, path: /bucket/k, headers: §[a]}"),
        "found",
        "a mapping from headers"
    ),
    .init(
        "captures that are no mapping",
        store("{at: 2s, path: /bucket/k, capture: §[a]}"),
        "found",
        "a mapping from names"
    ),
    .init(
        "a capture of no name",
        store("{at: 2s, path: /bucket/k, capture: {§A_b: {header: ETag}}}"),
        "is no name"
    ),
    .init(
        "a capture from nowhere",
        store("{at: 2s, path: /bucket/k, capture: {b: {§cookie: ETag}}}"),
        "cookie"
    ),
    .init(
        "an address of a call to a store",
        store("{at: 2s, path: /bucket/k, client: §10.0.0.1}"),
        "nobody looks at the address"
    ),
    .init(
        "a region that there is not",
        store("{at: 2s, path: /bucket/k, to: §eu-west-1}"),
        "nobody called \"eu-west-1\" answers calls"
    ),
    .init(
        "a size without a body",
        store("{at: 2s, path: /bucket/k, body-size: §5MiB}"),
        "there is no text to fill it with"
    ),
    .init("a caller of a balancer", balancer("caller: §me"), "only an object store does that"),
    .init(
        "captures of a balancer",
        balancer("capture: §{a: {header: X}}"),
        "only an object store does that"
    ),
    .init("a code of a balancer", balancer("expect: {code: §X}"), "only an object store does that"),
    .init(
        "XML of a balancer",
        balancer("expect: {xml: §{a: b}}"),
        "only an object store does that"
    ),
    .init(
        "headers of the answers of a balancer",
        balancer("expect: {headers: §{a: b}}"),
        "only an object store does that"
    ),
    .init(
        "a refusal with a code",
        store("{at: 2s, path: /bucket/k, expect: {refused: §true, code: X}}"),
        "what is refused has no answer"
    ),
]

struct BadCallTests {
    @Test(arguments: badCalls)
    func `a call that nobody could answer so is refused where it stands`(input: BadInput) {
        input.check()
    }
}
