import OrderedCollections
import Testing

@testable import Simulator

/// What a client asks for, as it stands in the database.
struct JobSubmissionTests {
    /// Characters that mean something where parameters are written, and some that are not ASCII.
    private static let letters = Array("ab&=%+ \\/\"'\n\u{0}é→𝄞;?")

    private static func text(_ random: inout Xoshiro256) -> String {
        String((0..<Int(random.next() % 8)).map { _ in letters[Int(random.next() % 16)] })
    }

    private static func call(_ name: String, _ random: inout Xoshiro256) -> FunctionCall {
        var parameters: [String: String] = [:]
        for _ in 0..<(random.next() % 4) { parameters[text(&random)] = text(&random) }
        return FunctionCall(name, parameters)
    }

    private static func window(_ random: inout Xoshiro256) -> WindowSettings? {
        func duration() -> Duration { .nanoseconds(Int64(random.next() % 1_000_000_000_000)) }
        let shape: WindowSettings.Shape
        switch random.next() % 4 {
        case 0: return nil
        case 1: shape = .tumbling(size: duration())
        case 2: shape = .sliding(size: duration(), slide: duration())
        default: shape = .session(gap: duration())
        }
        let formats: [TimestampFormat] = [
            .apache, .syslog(year: 1 + Int(random.next() % 9_999)), .hdfs, .iso8601,
        ]
        return WindowSettings(
            shape,
            timestamps: formats[Int(random.next() % 4)],
            outOfOrderness: duration(),
            allowedLateness: duration()
        )
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `a submission reads back from its columns`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let submission = JobSubmission(
            name: Self.text(&random),
            inputTopic: Self.text(&random),
            mappers: 1 + Int(random.next() % 100),
            reducers: 1 + Int(random.next() % 100),
            map: Self.call("REGEX", &random),
            reduce: Self.call("TOP_K", &random),
            window: Self.window(&random),
            combines: random.next() % 2 == 0,
            badRecords: random.next() % 2 == 0 ? .skip : .fail
        )
        #expect(JobSubmission(columns: submission.columns) == submission)
    }

    @Test func `columns have the spelling of the interface`() {
        let submission = JobSubmission(
            name: "paths",
            inputTopic: "logs",
            mappers: 1,
            reducers: 1,
            map: FunctionCall("url-path"),
            reduce: FunctionCall("top-k", ["k": "3", "a b": "ü"])
        )
        #expect(submission.columns["map_function"] == .text("URL_PATH"))
        #expect(submission.columns["reduce_function"] == .text("TOP_K"))
        #expect(submission.columns["reduce_parameters"] == .text("a%20b=%C3%BC&k=3"))
    }

    @Test(arguments: ["a", "a=b=c", "a=%4", "a=%zz", "%ff=a"])
    func `a text that is none of parameters is refused`(text: String) {
        #expect(ParameterText.parameters(text) == nil)
    }

    /// The coordinator that began the job is gone for good before the maps are done.
    @Test func `a coordinator that takes over knows all that was asked for`() {
        var bed = ClusterBed()
        bed.settings.coordinators = 2
        bed.settings.costs.perEvent = .milliseconds(100)
        bed.map = FunctionCall("regex", ["expression": "w(1?[0-9])&?(?: |$)"])
        bed.reduce = FunctionCall("top-k", ["k": "1"])
        bed.mappers = 8
        bed.badRecords = .fail
        bed.plans = [
            FaultPlan(.once(at: .seconds(12)), .name("coordinator-1"), .all, [.crash])
        ]
        let result = bed.run()
        #expect(result.problems == [])
        #expect(result.outcomes.map(\.status) == [.completed])
        #expect(result.journal.leaders.map(\.name) == ["coordinator-1", "coordinator-2"])
        let results = Array((result.outcomes.first?.results ?? []).joined())
        let lines = results.split(separator: 0x0A)
        #expect(lines.count == 20)
        #expect(lines.allSatisfy { $0.suffix(4).elementsEqual("\t[1]".utf8) })
    }

    @Test(
        arguments: [
            (
                FunctionCall("WORD_CUONT"), FunctionCall("SUM"),
                "unknown map function 'WORD_CUONT'; did you mean 'word-count'?"
            ),
            (
                FunctionCall("WORD_COUNT"), FunctionCall("POSTINGS"),
                "the map function 'word-count' gives whole numbers, and the reduce function "
                    + "'postings' takes bytes"
            ),
        ]
    )
    func `a job that cannot be done fails with the reason`(
        map: FunctionCall,
        reduce: FunctionCall,
        reason: String
    ) {
        var bed = ClusterBed()
        bed.map = map
        bed.reduce = reduce
        let result = bed.run()
        #expect(result.outcomes.map(\.status) == [.failed])
        #expect(result.outcomes.map(\.error) == [reason])
    }
}
