import OrderedCollections
import Testing

@testable import Simulator

/// The gateway's interface, its limits, and what it does while coordinators are away.
struct GatewayTests {
    /// A cluster with a gateway, and a node that speaks HTTP to it.
    struct Bed {
        let simulation: Simulation
        let network: Network
        let cluster: MapReduceCluster
        let client: Node
        let topic = MemoryTopic(
            "application-logs",
            partitions: [Array("b a b\n".utf8), Array("c b 12\n".utf8)]
        )

        /// An answer and when it came.
        struct Answer: Equatable {
            let status: Int
            let body: String
            let instant: VirtualInstant
        }

        let answers = Collected<Answer>()

        init(
            seed: UInt64 = 1,
            coordinators: Int = 1,
            _ gateway: GatewaySettings = GatewaySettings(),
            gateways: Int = 1
        ) {
            simulation = Simulation(seed: seed)
            network = Network(simulation: simulation)
            var settings = MapReduceClusterSettings(coordinators: coordinators)
            settings.gateways = gateways
            settings.gateway = gateway
            settings.databaseReplicas = 1
            cluster = MapReduceCluster(
                settings,
                in: simulation,
                network: network,
                library: CatalogLibrary(topics: [topic.name: topic])
            )
            client = simulation.addNode("client")
        }

        /// Sends a request and waits for the answer.
        func send(
            _ method: HTTPMethod,
            _ path: String,
            _ body: String = ""
        ) async throws -> Answer {
            let response = try await network.call(
                .http,
                of: "gateway-1",
                from: client,
                HTTPRequest(method, path, body: Array(body.utf8)),
                timeout: .seconds(60)
            )
            let answer = Answer(
                status: response.status,
                body: String(decoding: response.body, as: UTF8.self),
                instant: client.now
            )
            answers.values.append(answer)
            return answer
        }

        /// Does something in order, after a second in which a coordinator has begun to lead.
        func run(_ body: @escaping @Sendable () async throws -> Void) -> [Answer] {
            client.spawn("test") { [client] in
                try await client.sleep(until: .at(.seconds(1)))
                try await body()
            }
            let run = simulation.run()
            #expect(run.violations.isEmpty)
            simulation.shutDown()
            return answers.values
        }
    }

    private static let job = JobRequestBodyTests.original

    private func identifier(_ answer: Bed.Answer) -> String {
        String(answer.body.dropFirst(#"{"jobId":""#.count).prefix(36))
    }

    @Test func `the original's request gets the original's answer`() throws {
        let bed = Bed()
        let answers = bed.run { _ = try await bed.send(.post, "/api/jobs", Self.job) }
        #expect(answers.map(\.status) == [200])
        let job = identifier(answers[0])
        #expect(
            answers[0].body == #"{"jobId":"\#(job)","status":"RUNNING","#
                + #""message":"Job submitted successfully"}"#
        )
        // A UUID of version 4.
        let groups = job.split(separator: "-")
        #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
        #expect(job.allSatisfy { $0 == "-" || ($0.isHexDigit && !$0.isUppercase) })
        #expect(groups[2].first == "4" && "89ab".contains(groups[3].first ?? "x"))
    }

    @Test func `status, the largest results and partitions of a job`() throws {
        let bed = Bed()
        let answers = bed.run {
            let job = identifier(try await bed.send(.post, "/api/jobs", Self.job))
            _ = try await bed.send(.get, "/api/jobs/\(job)")
            _ = try await bed.send(.get, "/api/jobs/\(job)/results")
            try await bed.client.sleep(for: .seconds(20))
            _ = try await bed.send(.get, "/api/jobs/\(job)")
            _ = try await bed.send(.get, "/api/jobs/\(job)/results")
            _ = try await bed.send(.get, "/api/jobs/\(job)/results?limit=2")
            for partition in 0..<3 {
                _ = try await bed.send(.get, "/api/jobs/\(job)/results/\(partition)")
            }
        }
        let job = identifier(answers[0])
        let start = #"{"jobId":"\#(job)","jobName":"word-count-analysis","status":""#
        #expect(
            answers[1].body == start
                + #"RUNNING","progress":{"mapTasks":4,"completedMapTasks":0,"#
                + #""reduceTasks":2,"completedReduceTasks":0}}"#
        )
        #expect(answers[2].status == 409)
        #expect(
            answers[3].body == start
                + #"COMPLETED","progress":{"mapTasks":4,"completedMapTasks":4,"#
                + #""reduceTasks":2,"completedReduceTasks":2}}"#
        )
        let head = #"{"jobId":"\#(job)","results":[{"key":"b","value":3},{"key":"12","value":1}"#
        #expect(answers[4].body == head + #",{"key":"a","value":1},{"key":"c","value":1}]}"#)
        #expect(answers[5].body == head + "]}")
        let lines = (answers[6].body + answers[7].body).split(separator: "\n").sorted()
        #expect(lines == ["12\t1", "a\t1", "b\t3", "c\t1"])
        #expect(answers[8].status == 404)
    }

    private func row(
        _ table: String,
        _ key: String,
        _ row: DatabaseRow
    ) -> DatabaseTransaction.Change {
        .put(DatabaseKey(table, key), row, inserts: 1)
    }

    /// A disk said that it had written, and had not.
    @Test func `results of which a part is lost are never given for the whole`() {
        let bed = Bed()
        let database = DatabaseClient(MapReduceCluster.databaseName, network: bed.network)
        let answers = bed.run {
            let results: DatabaseRow = [
                "job_id": .text("j"), "partition": .integer(0), "attempt": .integer(1),
                "batch": .integer(1), "rows": .bytes(Array("b\t2\n".utf8)),
            ]
            let changes = [
                row("jobs", "j", ["status": .text("COMPLETED")]),
                row(
                    "tasks",
                    "j/reduce/0",
                    [
                        "job_id": .text("j"), "task_type": .text("REDUCE"),
                        "task_index": .integer(0), "status": .text("COMPLETED"),
                        "winner": .integer(1), "result_batches": .integer(2),
                    ]
                ),
                row("results", "1", results),
            ]
            _ = try await database.commit(DatabaseTransaction(changes), from: bed.client)
            _ = try await bed.send(.get, "/api/jobs/j/results")
            _ = try await bed.send(.get, "/api/jobs/j/results/0")
            let first = results.merging(
                ["batch": .integer(0), "rows": .bytes(Array("a\t1\n".utf8))]
            ) { $1 }
            let change = row("results", "0", first)
            _ = try await database.commit(DatabaseTransaction([change]), from: bed.client)
            try await bed.client.sleep(for: .seconds(1))
            _ = try await bed.send(.get, "/api/jobs/j/results/0")
        }
        #expect(answers.map(\.status) == [410, 410, 200])
        #expect(answers.last?.body == "a\t1\nb\t2\n")
    }

    @Test func `what is wrong is answered as such`() {
        let requests: [(HTTPMethod, String, String, Int, String)] = [
            (.get, "/health", "", 200, #"{"status":"UP","breaker":"closed"}"#),
            (.post, "/health", "", 405, "GET is allowed"),
            (.get, "/api/jobs", "", 405, "POST is allowed"),
            (.delete, "/api/jobs/7", "", 405, "GET is allowed"),
            (.get, "/", "", 404, "Not Found"), (.get, "/api/jobs/7/logs", "", 404, "Not Found"),
            (.get, "/api/jobs/7", "", 404, "there is no job '7'"),
            (.get, "/api/jobs/7/results", "", 404, "there is no job '7'"),
            (.get, "/api/jobs/7/results?limit=0", "", 400, "'limit' is '0'"),
            (.get, "/api/jobs/7/results?limit=x", "", 400, "'limit' is 'x'"),
            (.post, "/api/jobs", "{", 400, "bad JSON at byte 1"),
            (.post, "/api/jobs", String(repeating: " ", count: 70_000), 413, "65536 bytes"),
            (
                .post, "/api/jobs", Self.job.replacing("WORD_COUNT", with: "WORD_CONT"), 400,
                "unknown map function 'WORD_CONT'; did you mean 'word-count'?"
            ),
            (
                .post, "/api/jobs", Self.job.replacing("SUM", with: "POSTINGS"), 400,
                "the map function 'word-count' gives whole numbers"
            ),
            (
                .post, "/api/jobs", Self.job.replacing("application", with: "other"), 400,
                "no topic 'other-logs'"
            ),
        ]
        let bed = Bed()
        let answers = bed.run {
            for request in requests { _ = try await bed.send(request.0, request.1, request.2) }
        }
        for (answer, request) in zip(answers, requests) {
            #expect(answer.status == request.3 && answer.body.contains(request.4), "\(request)")
        }
        #expect(answers.count == requests.count)
    }

    /// In eighths of a token, which are whole numbers: one comes in every millisecond.
    @Test func `requests beyond the rate are refused, to the token`() {
        let bed = Bed(GatewaySettings(rate: 125, burst: 5))
        var random = Xoshiro256(seed: 4)
        let pauses = (0..<300).map { _ in Int(random.next() % 12) }
        let answers = bed.run {
            for pause in pauses {
                try await bed.client.sleep(for: .milliseconds(pause))
                _ = try await bed.send(.get, "/nothing")
            }
        }
        var eighths = 40
        var last: Int?
        let expected = answers.map { answer -> Int in
            // An answer takes a millisecond.
            let instant = Int(answer.instant.nanoseconds / 1_000_000) - 1
            eighths = min(40, eighths + instant - (last ?? instant))
            last = instant
            guard eighths >= 8 else { return 429 }
            eighths -= 8
            return 404
        }
        #expect(answers.map(\.status) == expected)
        #expect(expected.count { $0 == 429 } > 20 && expected.count { $0 == 404 } > 20)
    }

    /// Four failures open it for ten seconds; then two trials decide.
    @Test func `the breaker opens, tries and closes`() throws {
        let settings = GatewaySettings(
            breaker: .init(
                window: 4,
                minimumCalls: 4,
                failureRate: 0.5,
                wait: .seconds(10),
                trials: 2
            ),
            deadline: .seconds(1)
        )
        let bed = Bed(settings)
        let answers = bed.run {
            func post() async throws -> Bed.Answer {
                try await bed.send(.post, "/api/jobs", Self.job)
            }
            func wait(since opened: VirtualInstant, _ time: Duration) async throws {
                // A millisecond there.
                try await bed.client.sleep(until: opened.advanced(by: time - .milliseconds(2)))
            }
            bed.simulation.node(named: "coordinator-1")?.crash()
            for _ in 0..<4 { _ = try await post() }
            var opened = bed.client.now
            _ = try await post()
            _ = try await bed.send(.get, "/health")
            // Still away: both trials fail, and it opens again.
            try await wait(since: opened, .seconds(10) - .nanoseconds(1))
            _ = try await post()
            try await wait(since: opened, .seconds(10))
            for _ in 0..<2 { _ = try await post() }
            opened = bed.client.now
            _ = try await post()
            bed.simulation.node(named: "coordinator-1")?.restart()
            try await wait(since: opened, .seconds(10))
            for _ in 0..<2 { _ = try await post() }
            _ = try await bed.send(.get, "/health")
        }
        let open = "no coordinator answers"
        #expect(
            answers.map(\.status) == [
                503, 503, 503, 503, 503, 200, 503, 503, 503, 503, 200, 200, 200,
            ]
        )
        #expect(answers.indices.filter { answers[$0].body.contains(open) } == [4, 6, 9])
        #expect(answers[5].body.contains("open") && answers[12].body.contains("closed"))
    }
}
