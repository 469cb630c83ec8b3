import Testing

@testable import Simulator

/// Functions by their names.
struct FunctionCatalogTests {
    private static let calls: [FunctionCall] = [
        .init("word-count"), .init("log-level"), .init("ipv4"), .init("http-status"),
        .init("url-path"), .init("regex", ["expression": "[a-z]+"]),
        .init("grep", ["expression": "GET"]), .init("inverted-index"),
        .init("json-field", ["key": "path"]),
        .init("json-field", ["key": "path", "value": "time.total"]),
    ]

    private static let text = #"""
        127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326
        127.0.0.1 - - [10/Oct/2000:13:56:36 -0700] "GET /b.gif?c HTTP/1.0" 404 12
        {"path": "/a", "time": {"total": 1.5}, "at": "[10/Oct/2000:13:57:36 -0700]", "level": "info"}
        {"path": "/a", "time": {"total": 2}, "at": "[10/Oct/2000:13:57:37 -0700]", "level": "warn"}
        {"path": "/b", "time": {"total": 0.25}, "at": "[10/Oct/2000:13:57:39 -0700]"}
        127.0.0.2 - - [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 1 ERROR

        """#

    /// What fits, by what the descriptions say of values.
    private func fits(_ map: FunctionCall, _ reduce: String) -> Bool {
        let isNumeric =
            ["sum", "mean", "percentile", "percentile-sketch"].contains(reduce)
        if reduce == "sessions" { return false }
        if reduce == "postings" {
            return map.name == "inverted-index" || map.parameters["value"] != nil
        }
        return map.name != "inverted-index" || !isNumeric
    }

    @Test(arguments: calls)
    func `every pair runs, or says why it does not fit`(map: FunctionCall) throws {
        for reduce in FunctionCatalog.reduces {
            let call = FunctionCall(reduce.name)
            guard fits(map, reduce.name) else {
                #expect(throws: JobError.self) {
                    _ = try FunctionCatalog.code(map: map, reduce: call)
                }
                continue
            }
            let code = try FunctionCatalog.code(map: map, reduce: call)
            #expect(code.isCombinable == (reduce.name != "percentile"))
            let expected = try MemoryJob(code).runSequentially([Self.text], splitSize: 150)
            #expect(try MemoryJob(code).run([Self.text], splitSize: 150) == expected)
            #expect(!expected.isEmpty)
        }
    }

    @Test(arguments: calls)
    func `every map function runs in windows`(map: FunctionCall) throws {
        let tumbling = WindowSettings(.tumbling(size: .seconds(60)), timestamps: .apache)
        let code = try FunctionCatalog.code(map: map, reduce: .init("count"), window: tumbling)
        let counts = try MemoryJob(code).runSequentially([Self.text], splitSize: 1_000)
        #expect(try MemoryJob(code).run([Self.text], splitSize: 1_000) == counts)
        #expect(counts.keys.allSatisfy { $0.hasPrefix("2000-10-10T20:5") })
        let session = WindowSettings(.session(gap: .seconds(2)), timestamps: .apache)
        let sessions = try FunctionCatalog.code(
            map: map,
            reduce: .init("SESSIONS"),
            window: session
        )
        let results = try MemoryJob(sessions).runSequentially([Self.text], splitSize: 1_000)
        #expect(try MemoryJob(sessions).run([Self.text], splitSize: 1_000) == results)
        #expect(results.values.allSatisfy { $0.contains(" events=") })
    }

    @Test(
        arguments: [
            (FunctionCall("WORD_COUNT"), FunctionCall("SUM"), "/a.gif", "2"),
            (.init("HTTP_STATUS"), .init("COUNT"), "200", "2"),
            (.init("url-path"), .init("sum"), "/a.gif", "2"),
            (.init("ipv4"), .init("sum"), "127.0.0.1", "2"),
            (.init("log-level"), .init("sum"), "WARN", "1"),
            (
                .init("json-field", ["key": "path", "value": "time.total"]), .init("sum"), "/a",
                "3.5"
            ),
            (
                .init("json-field", ["key": "path", "value": "time.total"]), .init("mean"), "/a",
                "1.75"
            ),
            (.init("json-field", ["key": "path", "value": "time.total"]), .init("max"), "/a", "2"),
            (
                .init("json-field", ["key": "path", "value": "level"]), .init("postings"), "/a",
                "[info,warn]"
            ),
            (
                .init("json-field", ["key": "path", "value": "time.total"]),
                .init("percentile", ["percent": "50"]), "/a", "1.5"
            ),
            (
                .init("json-field", ["key": "path", "value": "time.total"]),
                .init("TOP_K", ["k": "1"]), "/a", "[2]"
            ),
            (.init("regex", ["expression": #""(GET|POST) "#]), .init("distinct"), "GET", "1"),
        ] as [(FunctionCall, FunctionCall, String, String?)]
    )
    func `names in both spellings, with parameters`(
        map: FunctionCall,
        reduce: FunctionCall,
        key: String,
        result: String?
    ) throws {
        let code = try FunctionCatalog.code(map: map, reduce: reduce)
        #expect(try MemoryJob(code).run([Self.text], splitSize: 200)[key] == result)
    }

    @Test(
        arguments: [
            (
                FunctionCall("wordcount"), FunctionCall("sum"),
                "unknown map function 'wordcount'; did you mean 'word-count'?"
            ),
            (
                .init("Word_Count"), .init("sum"),
                "unknown map function 'Word_Count'; did you mean 'word-count'?"
            ),
            (
                .init("word-count"), .init("summ"),
                "unknown reduce function 'summ'; did you mean 'sum'?"
            ),
            (.init("word-count"), .init("zzzzzz"), "unknown reduce function 'zzzzzz'"),
            (
                .init("inverted-index"), .init("sum"),
                "the map function 'inverted-index' gives bytes, and the reduce function 'sum' "
                    + "takes whole numbers or decimal numbers"
            ),
            (
                .init("word-count"), .init("postings"),
                "the map function 'word-count' gives whole numbers, and the reduce function "
                    + "'postings' takes bytes"
            ),
            (
                .init("word-count", ["key": "a"]), .init("sum"),
                "'word-count' has no parameter 'key'; it has none"
            ),
            (
                .init("json-field", ["kee": "a"]), .init("sum"),
                "'json-field' has no parameter 'kee'; it has key and value"
            ),
            (.init("json-field"), .init("sum"), "'json-field' needs the parameter 'key'"),
            (
                .init("regex", ["expression": "a("]), .init("sum"),
                "'regex': expression: missing ): a( (at byte 0)"
            ),
            (
                .init("word-count"), .init("percentile", ["percent": "101"]),
                "'percentile': percent is '101', expected a number from 0 to 100"
            ),
            (
                .init("word-count"), .init("top-k", ["k": "many"]),
                "'top-k': k is 'many', expected a whole number from 1 to 100000"
            ),
            (
                .init("word-count"), .init("percentile-sketch", ["accuracy": "0"]),
                "'percentile-sketch': accuracy is '0', expected a number from 0.0001 to 0.5"
            ),
            (
                .init("word-count"), .init("sessions"),
                "the reduce function 'sessions' needs a session window"
            ),
        ] as [(FunctionCall, FunctionCall, String)]
    )
    func `what does not fit is said precisely`(
        map: FunctionCall,
        reduce: FunctionCall,
        message: String
    ) {
        do throws(JobError) {
            _ = try FunctionCatalog.code(map: map, reduce: reduce)
            Issue.record("the job was taken")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func `a session window goes with sessions alone`() {
        let session = WindowSettings(.session(gap: .seconds(2)), timestamps: .hdfs)
        #expect(throws: JobError.sessionsOnly(reduce: "sum")) {
            _ = try FunctionCatalog.code(
                map: .init("word-count"),
                reduce: .init("sum"),
                window: session
            )
        }
    }

    @Test func `formats of times have names`() throws {
        for name in TimestampFormat.names {
            #expect(try TimestampFormat(named: name, year: 2024).description == name)
        }
        #expect(throws: JobError.badWindow("times of syslog need a year")) {
            _ = try TimestampFormat(named: "syslog", year: nil)
        }
        let message = "unknown format of times 'apach'; did you mean 'apache'?"
        #expect(throws: JobError.badWindow(message)) {
            _ = try TimestampFormat(named: "apach", year: nil)
        }
    }

    @Test func `every function is described`() {
        let functions = FunctionCatalog.maps + FunctionCatalog.reduces
        #expect(functions.allSatisfy { !$0.summary.isEmpty })
        #expect(Set(functions.map(\.name)).count == functions.count)
        #expect(Set(Self.calls.map(\.name)) == Set(FunctionCatalog.maps.map(\.name)))
    }
}
