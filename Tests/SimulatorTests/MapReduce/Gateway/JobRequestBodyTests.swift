import Testing

@testable import Simulator

struct JobRequestBodyTests {
    /// The body of the original's example, byte for byte.
    static let original = """
        {
            "jobName": "word-count-analysis",
            "inputTopic": "application-logs",
            "numMappers": 4,
            "numReducers": 2,
            "mapFunction": "WORD_COUNT",
            "reduceFunction": "SUM"
          }
        """

    @Test func `the original's body is read`() throws {
        let body = try JobRequestBody(Array(Self.original.utf8))
        #expect(
            body.submission
                == JobSubmission(
                    name: "word-count-analysis",
                    inputTopic: "application-logs",
                    mappers: 4,
                    reducers: 2
                )
        )
        #expect(body.idempotencyKey == nil)
    }

    @Test func `every optional field is read`() throws {
        let text = """
            {"jobName":"n","inputTopic":"t","numMappers":1,"numReducers":1,
             "mapFunction":"json-field","mapParameters":{"key":"path","value":"latency_ms"},
             "reduceFunction":"percentile","reduceParameters":{"percent":99.5},
             "window":{"type":"sliding","sizeSeconds":300,"slideSeconds":1.5,"timestamps":"syslog",
             "year":2024,"outOfOrdernessSeconds":2,"allowedLatenessSeconds":0.001},
             "combine":false,"badRecords":"FAIL","idempotencyKey":"k"}
            """
        let body = try JobRequestBody(Array(text.utf8))
        #expect(
            body.submission
                == JobSubmission(
                    name: "n",
                    inputTopic: "t",
                    mappers: 1,
                    reducers: 1,
                    map: FunctionCall("json-field", ["key": "path", "value": "latency_ms"]),
                    reduce: FunctionCall("percentile", ["percent": "99.5"]),
                    window: WindowSettings(
                        .sliding(size: .seconds(300), slide: .milliseconds(1_500)),
                        timestamps: .syslog(year: 2_024),
                        outOfOrderness: .seconds(2),
                        allowedLateness: .milliseconds(1)
                    ),
                    combines: false,
                    badRecords: .fail
                )
        )
        #expect(body.idempotencyKey == "k")
        #expect(try JobRequestBody(body.bytes) == body)
    }

    @Test(arguments: [
        WindowSettings(.tumbling(size: .seconds(60)), timestamps: .apache),
        WindowSettings(.session(gap: .nanoseconds(1)), timestamps: .hdfs), nil,
    ])
    func `what a client writes is read as what it meant`(window: WindowSettings?) throws {
        let submission = JobSubmission(
            name: "a \"name\"\n",
            inputTopic: "t\u{e9}",
            mappers: 10_000,
            reducers: 1,
            map: FunctionCall("REGEX", ["expression": "\\d+"]),
            window: window
        )
        let body = JobRequestBody(submission, idempotencyKey: "k-1")
        #expect(try JobRequestBody(body.bytes) == body)
    }

    /// What is replaced in the original's body, by what, and what is wrong with that.
    @Test(arguments: [
        ("\"jobName\": \"word-count-analysis\",", "", "'jobName' is missing"),
        ("\"word-count-analysis\"", "7", "'jobName' must be a string, not a number"),
        ("\"word-count-analysis\"", "\"\"", "'jobName' must have 1 to 10000 bytes"),
        ("\"application-logs\"", "null", "'inputTopic' is missing"),
        ("4", "0", "'numMappers' is 0, expected a whole number from 1 to 10000"),
        ("4", "1.5", "'numMappers' is 1.5, expected a whole number from 1 to 10000"),
        ("4", "10001", "'numMappers' is 10001, expected a whole number from 1 to 10000"),
        ("2,", "\"2\",", "'numReducers' must be a whole number, not a string"),
        ("\"SUM\"", "[]", "'reduceFunction' must be a string, not an array"),
        ("\"jobName\"", "\"jobNme\"", "unknown field 'jobNme'; did you mean 'jobName'?"),
        ("4,", "4, \"numMappers\": 4,", "'numMappers' occurs twice"),
        ("4,", "4, \"combine\": 1,", "'combine' must be a boolean, not a number"),
        (
            "4,", "4, \"badRecords\": \"KEEP\",",
            "'badRecords' is 'KEEP', expected one of SKIP, FAIL"
        ),
        ("4,", "4, \"mapParameters\": 1,", "'mapParameters' must be an object, not a number"),
        (
            "4,", "4, \"mapParameters\": {\"a\": true},",
            "'mapParameters.a' must be a string or a number, not a boolean"
        ),
        ("4,", "4, \"window\": 1,", "'window' must be an object, not a number"),
        ("4,", "4, \"window\": {},", "'window.type' is missing"),
        (
            "4,", "4, \"window\": {\"type\": \"tumbling\"},", "'window.sizeSeconds' is missing"
        ),
        (
            "4,", "4, \"window\": {\"type\": \"session\", \"gapSeconds\": -1},",
            "'window.gapSeconds' is -1, expected a number of seconds"
        ),
        (
            "4,",
            #"4, "window": {"type": "session", "gapSeconds": 1, "timestamps": "syslog"},"#,
            "'window.timestamps': times of syslog need a year"
        ),
        (
            "4,", "4, \"window\": {\"type\": \"session\", \"gapSeconds\": 1, \"gap\": 1},",
            "unknown field 'window.gap'"
        ),
        ("\"SUM\"\n", "\"SUM\"", ""),
        ("}", "", "bad JSON at byte "),
    ])
    func `what is wrong is said`(old: String, new: String, reason: String) {
        let text = Self.original.replacing(old, with: new, maxReplacements: 1)
        var reasons: [String] = []
        do throws(JobRequestBody.Refusal) {
            _ = try JobRequestBody(Array(text.utf8))
        } catch {
            reasons = error.reasons
        }
        if reason.isEmpty {
            #expect(reasons == [])
        } else {
            #expect(reasons.contains { $0.hasPrefix(reason) }, "\(reasons)")
        }
    }

    @Test func `everything that is wrong is said at once`() {
        var reasons: [String] = []
        do throws(JobRequestBody.Refusal) {
            _ = try JobRequestBody(Array("{\"numMappers\":0,\"combine\":2}".utf8))
        } catch {
            reasons = error.reasons
        }
        #expect(reasons.count == 7, "\(reasons)")
        #expect(
            throws: JobRequestBody.Refusal(reasons: ["the body must be an object, not an array"])
        ) {
            try JobRequestBody(Array("[]".utf8))
        }
    }
}
