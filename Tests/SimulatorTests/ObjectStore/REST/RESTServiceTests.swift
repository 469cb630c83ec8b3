import Testing

@testable import Simulator

/// The REST interface over the network, where capacity and faults hold as for the operations.
struct RESTServiceTests {
    /// Sends requests one after the other to a store with one bucket.
    private func answers(
        _ requests: [HTTPRequest],
        _ settings: ObjectStoreSettings
    ) throws -> [Result<HTTPResponse, CallError>] {
        let simulation = Simulation(seed: 1)
        let network = Network(simulation: simulation)
        let region = ObjectStoreRegion(store: ObjectStore())
        let context = RequestContext(now: settings.start, caller: "owner")
        try region.store.createBucket("bucket", context)
        simulation.addNode("store") { node in
            ObjectStoreServer.start(
                on: node,
                network: network,
                settings: settings,
                region: region,
                random: simulation.random("store")
            )
        }
        let client = simulation.addNode("client")
        let script = CallScript(
            requests.enumerated().map { CallScript.Call(at: .seconds($0), $1) }
        )
        script.start(on: client, network: network, address: "store", timeout: .seconds(60))
        _ = simulation.run()
        return script.results.compactMap(\.self)
    }

    @Test
    func `a request of HTTP does what the operation does`() throws {
        let answers = try answers(
            [
                .signed(.put, "/bucket/k", [], Array("hello".utf8)),
                .signed(.get, "/bucket/k", [("Range", "bytes=1-3")]),
                .signed(.get, "/bucket/k", by: "stranger"), .signed(.get, "/bucket/%2"),
            ],
            ObjectStoreSettings()
        ).map { try $0.get() }
        #expect(answers.map(\.status) == [200, 206, 403, 400])
        #expect(answers[1].body == Array("ell".utf8))
        #expect(answers[1].fields.value(of: "content-range") == "bytes 1-3/5")
        #expect(RESTResponse(answers[2]).code == "AccessDenied")
        #expect(RESTResponse(answers[3]).code == "InvalidURI")
    }

    /// The S3 API reference, *Error responses*, "List of error codes": 503 and 500.
    @Test
    func `failures have their status and code`() throws {
        for (faults, status, code) in [
            (ObjectStoreFaults(throttling: 1), 503, "SlowDown"),
            (ObjectStoreFaults(internalError: 1), 500, "InternalError"),
        ] {
            let answers = try answers(
                [.signed(.put, "/bucket/k", [], [1]), .signed(.head, "/bucket/k")],
                ObjectStoreSettings(faults: faults)
            ).map { try $0.get() }
            #expect(answers.map(\.status) == [status, status])
            #expect(RESTResponse(answers[0]).code == code)
            #expect(answers[1].body.isEmpty)
        }
    }

    @Test
    func `changed bytes are noticed by the digest that came with them`() throws {
        let digest = ("Content-MD5", "XUFAKrxLKna5cZ2REBfFkg==")
        let answers = try answers(
            [
                .signed(.put, "/bucket/k", [digest], Array("hello".utf8)),
                .signed(.put, "/bucket/k", [], Array("hello".utf8)),
            ],
            ObjectStoreSettings(faults: ObjectStoreFaults(corruption: 1))
        ).map { try $0.get() }
        #expect(answers.map(\.status) == [400, 200])
        #expect(RESTResponse(answers[0]).code == "BadDigest")
    }
}
