import Testing

@testable import Scenarios

/// One deployment behind a proxy.
private func deploy(_ text: String) -> String {
    "cluster: {proxy: {}}\nworkload:\n  - deploy: \(text)"
}

private let badDeployments: [BadInput] = [
    .init(
        "a deployment without a proxy",
        "workload:\n  - deploy: §{at: 1s}",
        "nothing can drain a server",
        "cluster.proxy"
    ),
    .init(
        "a server with the name of the deployer",
        "cluster: {servers: {count: 1, names: deployer}, proxy: {}}\n"
            + "workload:\n  - deploy: §{at: 1s}",
        "a component is called \"deployer\""
    ),
    .init("no way for the package", deploy("{transfer: §[]}"), "1"),
    .init(
        "a way without a name",
        deploy("{transfer: [§{failures: 1%}]}"),
        "the key 'by' is missing"
    ),
    .init("an unknown way", deploy("{transfer: [{by: §spc}]}"), "did you mean 'scp'?"),
    .init("no bandwidth", deploy("{transfer: [{by: scp, bytes-per-second: §0}]}"), "is too small"),
    .init("no check", deploy("{health: {passes: §0}}"), "is too small"),
    .init("checks without a pause", deploy("{health: {interval: §0s}}"), "is shorter than 10ms"),
    .init("questions without a pause", deploy("{poll: §1ms}"), "is shorter than 10ms"),
    .init(
        "a version that fails more often than it is asked",
        deploy("{version: {failures: §[{part: 60%}, {part: 50%}]}}"),
        "more requests fail than there are",
        "at most 100%"
    ),
    .init(
        "a version that is half well",
        deploy("{version: {healthy: §maybe}}"),
        "neither true nor"
    ),
]

struct BadDeploymentTests {
    @Test(arguments: badDeployments)
    func `a wrong deployment is refused where it stands`(input: BadInput) {
        input.check()
    }
}
