import Foundation
import Testing

@testable import Simulator

struct StorageEndpointsTests {
    private static let prefix = "/api/v1/s3/"

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func fixture(regions: Int = 1) throws -> BackupFixture {
        try BackupFixture(
            seed: 1,
            settings: BackupSettings(compresses: false),
            regions: regions,
            servesEndpoints: true
        )
    }

    /// Reads an answer with another reader of JSON than the one that wrote it.
    private static func object(_ response: HTTPResponse) throws -> NSDictionary {
        #expect(response.type == .json)
        let value = try JSONSerialization.jsonObject(with: Data(response.body))
        return try #require(value as? NSDictionary)
    }

    private static func restore(_ name: String, to path: String) -> [UInt8] {
        bytes(#"{"backup_timestamp":"\#(name)","local_path":"\#(path)"}"#)
    }

    @Test
    func `a backup is made, listed and restored`() throws {
        let fixture = try fixture(regions: 2)
        let outcome = fixture.perform { [node = fixture.node] here in
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            try await node.disk.write(Self.bytes("three"), to: "/data/b/c")
            var answer = try await fixture.answer(.get, Self.prefix + "backups", from: here)
            #expect(answer.status == 200)
            #expect(try Self.object(answer) == ["backups": []])
            answer = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            #expect(answer.status == 200)
            let name = "2026-11-22-12-00-01"
            #expect(
                try Self.object(answer) == [
                    "backup_timestamp": name, "files": 2, "regions": ["region-0", "region-1"],
                    "status": "successful",
                ]
            )
            answer = try await fixture.answer(.get, Self.prefix + "backups", from: here)
            #expect(
                try Self.object(answer) == [
                    "backups": [
                        [
                            "backup_timestamp": name, "files": 2, "bytes": 8,
                            "regions": ["region-0", "region-1"],
                        ]
                    ]
                ]
            )
            let order = Self.restore(name, to: "/restored/\\u00e9")
            answer = try await fixture.answer(.post, Self.prefix + "restore", order, from: here)
            #expect(answer.status == 200)
            #expect(
                try Self.object(answer) == [
                    "backup_timestamp": name, "files": 2, "local_path": "/restored/é",
                    "status": "successful",
                ]
            )
            #expect(try await node.disk.read("/restored/é/b/c") == Self.bytes("three"))
            answer = try await fixture.answer(.post, Self.prefix + "restore", order, from: here)
            #expect(answer.status == 409)
            #expect(
                try Self.object(answer)
                    == ["message": "/restored/é is not empty", "status": "failure"]
            )
            answer = try await fixture.answer(.get, "/health", from: here)
            #expect(answer.status == 200)
            #expect(try Self.object(answer) == ["message": "healthy", "status": "successful"])
        }
        #expect(outcome.violations == [])
    }

    /// Two backups of a file of 100 bytes, which is kept once, after the first of which it is
    /// synced: 101 bytes and 109, with the one that says how, and the salt of a sync.
    @Test
    func `the statistics are those of a count by hand`() throws {
        let fixture = try fixture()
        let outcome = fixture.perform { [node = fixture.node] here in
            func statistics() async throws -> NSDictionary {
                let answer = try await fixture.answer(.get, Self.prefix + "stats", from: here)
                #expect(answer.status == 200)
                return try Self.object(answer)
            }
            #expect(
                try await statistics() == [
                    "backup_count": 0, "error_rate": 0, "storage_used_bytes": 0,
                    "sync_status": "never", "transfer_rate_bytes_per_second": 0,
                ]
            )
            try await node.disk.write([UInt8](repeating: 7, count: 100), to: "/data/a")
            _ = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            try await here.sleep(for: .seconds(130))
            _ = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            var found = try await statistics()
            #expect(found["backup_count"] as? Int == 2)
            #expect(found["last_backup"] as? String == "2026-11-22-12-02-11")
            #expect(found["storage_used_bytes"] as? Int == 210)
            #expect(found["sync_status"] as? String == "successful")
            let last = try #require(found["last_sync"] as? String)
            #expect(last.hasPrefix("2026-11-22T12:02:00."))
            // The first round: a read of the disk, a list, and a write.
            let rate = try #require(found["transfer_rate_bytes_per_second"] as? Double)
            #expect(rate == (100 / 0.0101).rounded())
            #expect(found["error_rate"] as? Double == 0)
            let service = try #require(fixture.service)
            let requests = await service.figures.requests
            fixture.stores[0].outage = ""
            let answer = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            #expect(answer.status == 503)
            fixture.stores[0].outage = nil
            found = try await statistics()
            // The backup looks twice, five times each; two rounds of the sync asked three times.
            #expect(await service.figures.failures == 10)
            let all = Double(requests + 10 + 3)
            #expect(abs((found["error_rate"] as? Double ?? 0) - 10 / all) < 1e-6)
        }
        #expect(outcome.violations == [])
    }

    @Test(arguments: [
        "", "{", "null", "[]", "\"text\"", "{}", #"{"backup_timestamp":"2024-01-01-12-00-00"}"#,
        #"{"local_path":"/restored"}"#, #"{"backup_timestamp":1,"local_path":"/restored"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":null}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":["/restored"]}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/restored"} x"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/restored"}{}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/restored""#,
        #"{"backup_timestamp":"2024-02-30-12-00-00","local_path":"/restored"}"#,
        #"{"backup_timestamp":"yesterday","local_path":"/restored"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":""}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"restored"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/a/../b"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/a//b"}"#,
        #"{"backup_timestamp":"2024-01-01-12-00-00","local_path":"/a/"}"#,
    ])
    func `a body that says nothing of use is refused, and nothing is done`(body: String) throws {
        try expect(400, for: Self.bytes(body))
    }

    @Test
    func `bytes that are no text, and more than are read, are refused`() throws {
        try expect(400, for: [0xFF, 0xFE, 0x00])
        let order = Self.restore("2024-01-01-12-00-00", to: "/restored")
        let space = [UInt8](repeating: 32, count: 65_536 - order.count)
        try expect(404, for: order + space)
        try expect(413, for: order + space + [32])
    }

    @Test
    func `an unknown time stamp is not found`() throws {
        try expect(404, for: Self.restore("2024-01-01-12-00-00", to: "/restored"))
    }

    /// Whether a restore is refused with a reason, before anything is written.
    private func expect(_ status: Int, for body: [UInt8]) throws {
        let fixture = try fixture()
        let outcome = fixture.perform { [node = fixture.node] here in
            _ = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            let answer = try await fixture.answer(
                .post,
                Self.prefix + "restore",
                body,
                from: here
            )
            #expect(answer.status == status)
            let reason = try Self.object(answer)
            #expect(reason["status"] as? String == "failure")
            #expect((reason["message"] as? String)?.isEmpty == false)
            #expect(try await node.disk.names() == [])
        }
        #expect(outcome.violations == [])
    }

    /// RFC 9110, sections 15.5.5 and 15.5.6.
    @Test
    func `other methods are not allowed, and other paths not found`() throws {
        let fixture = try fixture()
        let allowed: [(path: String, method: HTTPMethod)] = [
            ("/health", .get), (Self.prefix + "stats", .get), (Self.prefix + "backups", .get),
            (Self.prefix + "backup", .post), (Self.prefix + "restore", .post),
        ]
        let outcome = fixture.perform { here in
            for (path, method) in allowed {
                for other in HTTPMethod.allCases where other != method {
                    let answer = try await fixture.answer(other, path, from: here)
                    #expect(answer.status == 405)
                    #expect(answer.fields == [HTTPField("allow", method.rawValue)])
                }
            }
            for path in ["/", "/stats", Self.prefix, Self.prefix + "stats/", "/api/v1/s3"] {
                for method in HTTPMethod.allCases {
                    #expect(try await fixture.answer(method, path, from: here).status == 404)
                }
            }
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.begun == 0)
    }

    @Test
    func `of two that come together one is done and the other is told so`() throws {
        let fixture = try fixture()
        let outcome = fixture.perform { [node = fixture.node] here in
            try await node.disk.write(Self.bytes("one"), to: "/data/a")
            async let first = fixture.answer(.post, Self.prefix + "backup", from: here)
            async let second = fixture.answer(.post, Self.prefix + "backup", from: here)
            let answers = try await [first, second]
            #expect(answers.map(\.status).sorted() == [200, 409])
            let name = try #require(fixture.checker.names(in: "region-0").first).description
            let orders = ["/one", "/two"].map { Self.restore(name, to: $0) }
            async let third = fixture.answer(.post, Self.prefix + "restore", orders[0], from: here)
            async let fourth = fixture.answer(.post, Self.prefix + "restore", orders[1], from: here)
            #expect(try await [third, fourth].map(\.status).sorted() == [200, 409])
        }
        #expect(outcome.violations == [])
        #expect(fixture.journal.counts.begun == 1)
        #expect(fixture.journal.counts.restores == 1)
        #expect(fixture.problems == [])
    }

    /// The caller is not answered; asked again, the node says what there is.
    @Test
    func `a node that crashes in the middle answers nothing, and knows all when it is back`()
        throws
    {
        let fixture = try fixture()
        let outcome = fixture.perform { here in
            try await fixture.node.disk.write(Self.bytes("one"), to: "/data/a")
            try await fixture.node.disk.synchronize()
            _ = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            fixture.stores[0].crash = (fixture.stores[0].requests + 3, .before)
            await #expect(throws: CallError.self) {
                try await fixture.answer(.post, Self.prefix + "backup", from: here)
            }
            fixture.stores[0].crash = nil
            #expect(!fixture.node.current.isAlive)
            fixture.node.current.restart()
            let listed = try await fixture.answer(.get, Self.prefix + "backups", from: here)
            let backups = try #require(try Self.object(listed)["backups"] as? [NSDictionary])
            let names = backups.compactMap { $0["backup_timestamp"] as? String }
            #expect(names == fixture.checker.names(in: "region-0").map(\.description))
            #expect(names.first == "2026-11-22-12-00-01")
            let made = try await fixture.answer(.post, Self.prefix + "backup", from: here)
            #expect(made.status == 200)
            for name in names {
                let order = Self.restore(name, to: "/restored/\(name)")
                let answer = try await fixture.answer(
                    .post,
                    Self.prefix + "restore",
                    order,
                    from: here
                )
                #expect(answer.status == 200)
            }
        }
        #expect(outcome.violations == [])
        #expect(fixture.problems == [])
    }
}
