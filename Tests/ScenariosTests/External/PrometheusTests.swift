import Foundation
import Testing

@testable import Scenarios

/// Starts a Prometheus on a folder of blocks, asks it, and prints for each question how many
/// series answered and how many values they have together.
private let client = """
    import json, os, socket, subprocess, sys, time, urllib.parse, urllib.request
    folder = sys.argv[1]
    questions = json.load(sys.stdin)
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        address = '127.0.0.1:%d' % probe.getsockname()[1]
    open(folder + '/prometheus.yml', 'w').close()
    server = subprocess.Popen(['prometheus', '--config.file=' + folder + '/prometheus.yml',
        '--storage.tsdb.path=' + folder + '/blocks', '--storage.tsdb.retention.time=100y',
        '--web.listen-address=' + address], stderr=open(folder + '/log', 'w'))
    try:
        for attempt in range(300):
            try:
                urllib.request.urlopen('http://%s/-/ready' % address).read()
                break
            except OSError: time.sleep(0.1)
        for question in questions:
            path = 'query_range' if 'start' in question else 'query'
            body = urllib.parse.urlencode(question).encode()
            answer = json.load(urllib.request.urlopen('http://%s/api/v1/%s' % (address, path), body))
            found = answer['data']['result']
            print(len(found), sum(len(one.get('values', [1])) for one in found))
    finally:
        server.terminate()
        server.wait()
    """

/// Runs only when asked to: it needs Python and Debian's `prometheus`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["EXTERNAL_TESTS"] == "1"))
struct PrometheusTests {
    /// The saved results of a shipped scenario.
    private static func document(_ name: String) throws -> ResultDocument {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try ResultDocument(path: "/\(root)/results/\(name)")
    }

    private static func write(_ text: String, to place: URL) throws -> String {
        try Data(text.utf8).write(to: place)
        return place.path
    }

    /// Loads results into blocks of a folder.
    private static func load(_ documents: [ResultDocument], into folder: URL) throws {
        for document in documents {
            let text = OpenMetricsReport().render(document)
            let file = try write(text, to: folder.appendingPathComponent("run.txt"))
            _ = try ExternalProgram.output(
                of: [
                    "promtool", "tsdb", "create-blocks-from", "openmetrics", file,
                    folder.appendingPathComponent("blocks").path,
                ]
            )
        }
    }

    /// What a Prometheus answers.
    private static func ask(_ questions: [[String: String]], in folder: URL) throws -> [String] {
        let input = String(decoding: try JSONEncoder().encode(questions), as: UTF8.self)
        return try ExternalProgram.output(
            of: ["python3", "-c", client, folder.path],
            reading: input
        ).split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["a-1", "a-4", "l-3-failover", "m-2-load-test", "q-2-5p3c", "s-8-hot-prefix"])
    func `promtool finds nothing wrong, and loads every sample`(name: String) throws {
        let document = try Self.document(name)
        let text = OpenMetricsReport(form: .prometheus).render(document)
        _ = try ExternalProgram.output(of: ["promtool", "check", "metrics"], reading: text)
        try ExternalProgram.inFolder { folder in
            try Self.load([document], into: folder)
            // Only a server makes this folder, and the dump looks into it.
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("blocks/wal"),
                withIntermediateDirectories: true
            )
            let dump = try ExternalProgram.output(
                of: ["promtool", "tsdb", "dump", folder.appendingPathComponent("blocks").path]
            )
            let samples = text.split(separator: "\n").count { !$0.hasPrefix("#") }
            #expect(dump.split(separator: "\n").count == samples)
        }
    }

    /// The queries of the original's README.
    @Test
    func `the queries of the original answer`() throws {
        let name = "m-2-load-test"
        let document = try Self.document(name)
        let queries = [
            "rate(mapreduce_jobs_completed_total[5m])",
            """
            sum(rate(mapreduce_tasks_completed_total[5m])) /
            sum(rate(mapreduce_tasks_started_total[5m]))
            """,
            "rate(redis_commands_processed_total{cmd=\"rpush\"}[5m])",
            "process_cpu_usage{job=\"map-worker\"}",
            "jvm_memory_used_bytes{job=\"reduce-worker\"}",
        ]
        let end = try InstantText.parse(document.start).sinceEpoch.components.seconds
        let questions = queries.map { ["query": $0, "time": "\(end + 20)"] }
        let answers = try ExternalProgram.inFolder { folder in
            try Self.load([document], into: folder)
            return try Self.ask(questions, in: folder)
        }
        #expect(answers.count == queries.count)
        for (query, answer) in zip(queries, answers) {
            #expect(!answer.hasPrefix("0 "), "\(query)")
        }
    }

    @Test(arguments: Dashboard.all)
    func `every panel of a dashboard shows something of its scenario`(dashboard: Dashboard) throws {
        let document = try Self.document(dashboard.scenario)
        let start = try InstantText.parse(document.start).sinceEpoch.components.seconds
        let length = (document.cells.map(\.duration).max() ?? 0) / 1_000_000_000 + 1
        let queries = dashboard.panels.flatMap(\.queries)
        let questions = queries.map { query in
            [
                "query": query.filled(scenario: document.scenario, window: "1m"),
                "start": "\(start)", "end": "\(start + Int64(length))",
                "step": "\(max(1, length / 100))",
            ]
        }
        let answers = try ExternalProgram.inFolder { folder in
            try Self.load([document], into: folder)
            return try Self.ask(questions, in: folder)
        }
        #expect(answers.count == queries.count)
        for (query, answer) in zip(queries, answers) {
            #expect(!answer.hasPrefix("0 "), "\(query.text)")
        }
    }
}
