import Testing

@testable import Simulator

/// The steps of the original's conformance script, `runtestapi.py` at commit 4fb4ff6, and what it
/// answers by its sources where something is wrong.
struct ManagerTests {
    /// Requests to a manager that fail the test where the answer is not what is expected.
    private struct Script: Sendable {
        let network: Network
        let node: Node

        /// The message of an answer, which has this status; other fields too where they are named.
        func ask(
            _ name: String,
            _ method: HTTPMethod,
            _ path: String,
            _ body: String = "",
            status: Int = 200
        ) async throws -> JSONDocument {
            let response = try await network.call(
                .http,
                of: name,
                from: node,
                HTTPRequest(method, path, body: Array(body.utf8)),
                timeout: .seconds(30)
            )
            #expect(response.status == status, "\(method) \(path)")
            let document = try JSONDocument(response.body)
            guard case .object(let members) = document else {
                Issue.record("no object: \(document)")
                return .null
            }
            let word = members.first { $0.name == "status" }?.value
            #expect(word == .string(status == 200 ? "success" : "failure"))
            if path.hasPrefix("/consumer/consume"), status < 500 {
                #expect(members.map(\.name) == ["message", "topic", "status"])
            }
            return members.first { $0.name == "message" }?.value ?? .null
        }

        func get(_ path: String, _ message: JSONDocument, status: Int = 200) async throws {
            let answer = try await ask("manager-2", .get, path, status: status)
            #expect(answer == message, "\(path)")
        }

        func post(
            _ path: String,
            _ body: String,
            _ message: JSONDocument,
            status: Int = 200,
            to name: String = "manager"
        ) async throws {
            let answer = try await ask(name, .post, path, body, status: status)
            #expect(answer == message, "\(path) \(body)")
        }
    }

    private func run(
        _ bed: QueueBed,
        _ body: @escaping @Sendable (Script) async throws -> Void
    ) -> RunOutcome {
        bed.cluster.addManager("manager", QueueManagerSettings())
        var reading = QueueManagerSettings()
        reading.isReadOnly = true
        bed.cluster.addManager("manager-2", reading)
        return bed.run { [network = bed.network] node in
            try await node.sleep(for: .seconds(1))
            try await body(Script(network: network, node: node))
        }
    }

    private var bed: QueueBed {
        var settings = QueueBed.Settings()
        settings.brokers = 1
        settings.topics = []
        return QueueBed(settings)
    }

    @Test
    func `The conformance script of the original passes`() {
        let bed = bed
        let outcome = run(bed) { script in
            try await script.get("/topics", .object([]))
            for part in ["P77", "P1"] {
                try await script.post(
                    "/topics/add",
                    #"{"topic": "T5", "part": "\#(part)"}"#,
                    .string("Topic:T5x\(part) created successfully")
                )
            }
            try await script.get(
                "/topics",
                .object(["T5": .object(["P77": .string("broker0"), "P1": .string("broker0")])])
            )
            try await script.post(
                "/consumer/register",
                #"{"topic": "T3", "part": "P1"}"#,
                .string("T3:P1 does not exist, thus can not register as consumer"),
                status: 400,
                to: "manager-2"
            )
            let register = #"{"topic": "T5", "part": "P77"}"#
            try await script.post("/consumer/register", register, .integer(0), to: "manager-2")
            try await script.get("/size?consumer_id=0", .integer(0))
            try await script.get(
                "/consumer/consume?consumer_id=0",
                .string("Empty logs for Comsumer:0 for Topic:T5xP77"),
                status: 400
            )
            try await script.post("/producer/register", #"{"topic": "T5"}"#, .integer(0))
            let message = #"{"producer_id": 0, "message": "msg"}"#
            for part in ["P77", "P1", "P77"] {
                let answer = JSONDocument.string("T5x\(part):Success")
                try await script.post("/producer/produce", message, answer)
            }
            try await script.get("/size?consumer_id=0", .integer(2))
            try await script.get("/consumer/consume?consumer_id=0", .string("msg"))
            try await script.get("/size?consumer_id=0", .integer(1))
            let all = #"{"topic": "T5"}"#
            try await script.post("/consumer/register", all, .integer(1), to: "manager-2")
            try await script.get("/size?consumer_id=1", .integer(0))
            for part in ["P1", "P77", "P1"] {
                let answer = JSONDocument.string("T5x\(part):Success")
                try await script.post("/producer/produce", message, answer)
            }
            try await script.get("/size?consumer_id=0", .integer(2))
            try await script.get("/size?consumer_id=1", .integer(3))
            try await Self.useBrokers(script)
        }
        #expect(outcome.ending == .quiescent)
    }

    private static func useBrokers(_ script: Script) async throws {
        try await script.get("/brokers", .array([.string("broker0")]))
        func ask(_ path: String, status: Int = 200) async throws -> JSONDocument {
            try await script.ask("manager", .get, path, status: status)
        }
        #expect(
            try await ask("/brokers/add?broker_name=broker1")
                == .string("successfully added broker1")
        )
        try await script.node.sleep(for: .seconds(20))
        try await script.get("/brokers", .array([.string("broker0"), .string("broker1")]))
        let trial = try await ask("/brokers/test?broker_name=broker1")
        guard case .string(let text) = trial else { return #expect(Bool(false), "\(trial)") }
        #expect(text.contains("All test cases are passed"), "\(text)")
        #expect(!text.contains("Error"), "\(text)")
        #expect(
            try await ask("/brokers/rm?broker_name=broker1") == .string("Removed broker1")
        )
        for path in ["rm", "test"] {
            let answer = try await ask("/brokers/\(path)?broker_name=broker1", status: 400)
            #expect(answer == .string("broker1 does not exist"))
        }
    }

    @Test
    func `What is wrong is answered as the original answers it`() {
        let outcome = run(bed) { script in
            let place = #"{"topic": "T1", "part": "P1"}"#
            try await script.post(
                "/producer/register",
                #"{"topic": "T9"}"#,
                .string("T9 does not exist thus no partitions are available"),
                status: 400
            )
            try await script.post("/producer/register", place, .integer(0))
            try await script.post(
                "/topics/add",
                place,
                .string("T1:P1 already exist"),
                status: 400
            )
            try await script.post(
                "/consumer/register",
                #"{"topic": "T9"}"#,
                .string("T9 does not exist, thus can not register as consumer"),
                status: 400,
                to: "manager-2"
            )
            let internalError = JSONDocument.string("Internal server Error: check params")
            for body in [#"{"producer_id": 7, "message": "a"}"#, #"{"message": "a"}"#, "nothing"] {
                try await script.post("/producer/produce", body, internalError, status: 500)
            }
            for path in ["/size", "/size?consumer_id=x", "/consumer/consume?consumer_id=3"] {
                try await script.get(path, internalError, status: 500)
            }
            for name in ["a|b", "subl", "ax", "T@1"] {
                let body = #"{"topic": "\#(name)", "part": "P1"}"#
                let answer = JSONDocument.string("Name: \(name) is not allowed")
                try await script.post("/topics/add", body, answer, status: 400)
            }
            let answers = [
                "add?broker_name=node": "node does not contain broker keyword",
                "add?broker_name=broker0": "broker0 already exist",
                "rm?broker_name=broker0": "Unable to remove broker0 - check manager logs",
                "rm?broker_name=broker7": "broker7 does not exist",
            ]
            for (path, message) in answers.sorted(by: { $0.key < $1.key }) {
                let answer = try await script.ask("manager", .get, "/brokers/\(path)", status: 400)
                #expect(answer == .string(message))
            }
            // One that only reads makes nothing.
            for (method, path) in [
                (HTTPMethod.post, "/topics/add"), (.get, "/brokers/add"),
                (.post, "/producer/register"),
            ] {
                _ = try await script.ask("manager-2", method, path, place, status: 404)
            }
            _ = try await script.ask("manager", .get, "/topics/add", status: 405)
        }
        #expect(outcome.ending == .quiescent)
    }

    @Test
    func `A manager that crashes knows whom it registered and how far they have read`() {
        let bed = bed
        let outcome = run(bed) { script in
            let place = #"{"topic": "T1", "part": "P1"}"#
            try await script.post("/producer/register", place, .integer(0))
            try await script.post("/consumer/register", place, .integer(0), to: "manager-2")
            for text in ["a", "b", "c"] {
                let body = #"{"producer_id": "0", "message": "\#(text)"}"#
                try await script.post("/producer/produce", body, .string("T1xP1:Success"))
            }
            try await script.get("/consumer/consume?consumer_id=0", .string("a"))
            for name in ["manager", "manager-2"] {
                bed.simulation.node(named: name)?.current.restart()
            }
            try await script.node.sleep(for: .seconds(1))
            try await script.get("/size?consumer_id=0", .integer(2))
            try await script.get("/consumer/consume?consumer_id=0", .string("b"))
            let body = #"{"producer_id": 0, "message": "d"}"#
            try await script.post("/producer/produce", body, .string("T1xP1:Success"))
            try await script.get("/size?consumer_id=0", .integer(2))
            try await script.post("/consumer/register", place, .integer(1), to: "manager-2")
            try await script.get("/size?consumer_id=1", .integer(0))
        }
        #expect(outcome.ending == .quiescent)
    }

    @Test
    func `All brokers can be stopped and started again, and a removed one comes back`() {
        let outcome = run(bed) { script in
            let place = #"{"topic": "T1", "part": "P1"}"#
            try await script.post("/producer/register", place, .integer(0))
            _ = try await script.ask("manager", .get, "/brokers/add?broker_name=broker1")
            try await script.node.sleep(for: .seconds(5))
            _ = try await script.ask("manager", .get, "/brokers/rm?broker_name=broker0")
            try await script.get("/brokers", .array([.string("broker1")]))
            try await script.node.sleep(for: .seconds(5))
            try await script.get(
                "/topics",
                .object(["T1": .object(["P1": .string("broker1")])])
            )
            _ = try await script.ask("manager", .get, "/brokers/add?broker_name=broker0")
            try await script.node.sleep(for: .seconds(5))
            try await script.get("/brokers", .array([.string("broker0"), .string("broker1")]))
            let removed = try await script.ask("manager", .get, "/brokers/rm?broker_name=all")
            #expect(removed == .string("Removed all brokers"))
            try await script.get("/brokers", .array([]))
            try await script.post(
                "/producer/produce",
                #"{"producer_id": 0, "message": "a"}"#,
                .string("T1:P1@none does not exist, thus can not produce"),
                status: 400
            )
            for name in ["broker0", "broker1"] {
                _ = try await script.ask("manager", .get, "/brokers/add?broker_name=\(name)")
            }
            try await script.node.sleep(for: .seconds(5))
            try await script.post(
                "/producer/produce",
                #"{"producer_id": 0, "message": "a"}"#,
                .string("T1xP1:Success")
            )
        }
        #expect(outcome.ending == .quiescent)
    }
}
