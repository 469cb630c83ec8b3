import Testing

@testable import Scenarios

/// A cluster whose only topic is this one.
private func topic(_ text: String) -> String { "cluster: {topics: [\(text)]}" }

/// A cluster whose only topic has these generated lines.
private func lines(_ text: String) -> String { topic("{name: t, generate: \(text)}") }

private let badTopics: [BadInput] = [
    .init("a topic without a name", topic("§{file: x}"), "the key 'name' is missing"),
    .init("a topic without lines", topic("§{name: t}"), "has no lines", "generate, or file"),
    .init(
        "a topic with two sources",
        topic("{name: t, generate: {}, §file: x}"),
        "'generate' and 'file' exclude each other"
    ),
    .init("a topic that is a name", topic("§t"), "found \"t\"", "name, partitions"),
    .init("topics that are a mapping", "cluster: {topics: §{name: t}}", "put '- ' before"),
    .init(
        "two topics of one name",
        topic("{name: t, file: a}, {name: u, file: b}, {name: §t, file: c}"),
        "cluster.topics.2.name: a second topic named \"t\""
    ),
    .init(
        "no partitions",
        topic("{name: t, partitions: §0, file: x}"),
        "is too small",
        "from 1 to 100,000"
    ),
    .init(
        "an unknown dealing",
        topic("{name: t, dealing: §by-users, file: x}"),
        "did you mean 'by-user'?"
    ),
    .init(
        "a size for a number",
        topic("{name: t, bytes-per-second: §1MB, file: x}"),
        "is not a whole number"
    ),
    .init("a file that is a list", topic("{name: t, file: §[x]}"), "found a list"),
    .init("a file that is empty", topic("{name: t, file: §\"\"}"), "names nothing"),
    .init("a file above", topic("{name: t, file: §../x}"), "leads out of the scenario's folder"),
    .init("a file above below", topic("{name: t, file: §a/../../x}"), "leads out"),
    .init("an absolute file", topic("{name: t, file: §/etc/passwd}"), "leads out"),
    .init("a file with a zero byte", topic("{name: t, file: §\"a\\0b\"}"), "a zero byte"),
    .init(
        "a key of a topic that is misspelt",
        topic("{name: t, §partition: 3, file: x}"),
        "did you mean 'partitions'?"
    ),
]

private let badLines: [BadInput] = [
    .init("an unknown format", lines("{logs: §apach}"), "did you mean 'apache'?"),
    .init("a negative count", lines("{count: §-1}"), "is negative"),
    .init("no words at all", lines("{vocabulary: §0}"), "is too small"),
    .init("a skew past all bounds", lines("{skew: §21}"), "is too large", "from 0 to 20"),
    .init("a part that is more than all", lines("{errors: §200%}"), "is more than 1"),
    .init("a rate without a unit", lines("{rate: §100}"), "has no unit"),
    .init("a duration without a unit", lines("{disorder: §5}"), "has no unit"),
    .init("late without a ratio", lines("{late: §5s}"), "is not a ratio"),
    .init("no users", lines("{users: §0}"), "is too small"),
    .init("a line without a unit", lines("{line-length: §100}"), "has no unit"),
    .init("a line past all bounds", lines("§{line-length: 2MiB}"), "a megabyte at most"),
    .init(
        "sessions of everybody",
        lines("§{users: 5, sessions: {concurrent: 5}}"),
        "more users than concurrent sessions"
    ),
    .init("a session of nothing", lines("{sessions: {events: §0.5}}"), "is too small"),
    .init("sessions that are a number", lines("{sessions: §5}"), "concurrent, events"),
    .init("a time that is no duration", lines("{request-time: §yes}"), "did you mean 'true'?"),
    .init(
        "long lines past all memory",
        lines("{line-length: 1MiB, count: §100_000_000}"),
        "100,000,000 lines of up to 1,048,576 bytes are too much",
        "at most 1GiB of all generated lines together"
    ),
    .init(
        "many words past all memory",
        lines("{words: 10_000, count: §1_000_000}"),
        "1,000,000 lines of up to 50,048 bytes are too much"
    ),
    .init(
        "two topics past all memory",
        topic(
            """
            {name: a, generate: {count: 600, line-length: 1MiB}}, \
            {name: b, generate: {count: §500, line-length: 1MiB}}
            """
        ),
        "cluster.topics.1.generate.count: 500 lines"
    ),
]

struct BadTopicTests {
    @Test(arguments: badTopics)
    func `a wrong topic is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test(arguments: badLines)
    func `wrong lines are reported where they stand`(input: BadInput) {
        input.check()
    }

    private static func explanation(ofFile file: String) -> Result<String, ScenarioLoadingError> {
        let text = """
            version: 1
            name: x
            seed: 1
            cluster: {topics: [{name: t, file: x}]}
            workload: [jobs: {count: 1, topic: t}]
            """
        let overrides = ScenarioOverrides(settings: ["cluster.topics.0.file=\(file)"])
        do throws(ScenarioLoadingError) {
            return .success(
                try ScenarioLoader.explain(
                    bytes: Array(text.utf8),
                    name: "x",
                    overrides: overrides
                )
            )
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: ["/elsewhere/y", "../y"])
    func `what no file may say is not explained as if it might`(file: String) throws {
        let problem = #expect(throws: ScenarioLoadingError.self) {
            try Self.explanation(ofFile: file).get()
        }
        let message = try #require(problem).description
        #expect(message.contains("--set:1:"))
        #expect(message.contains("\"\(file)\" leads out of the scenario's folder"))
        #expect(message.contains("only the command line of a run may say it"))
    }

    @Test
    func `a file of the command line that a scenario may name is explained and reads back`() throws
    {
        let text = try Self.explanation(ofFile: "logs/y").get()
        #expect(text.contains("file: logs/y"))
        _ = try ScenarioLoader.load(bytes: Array(text.utf8), name: "x", folder: "scenarios")
    }

    @Test
    func `the command line may name a file anywhere`() throws {
        let text = "version: 1\nname: x\nseed: 1\ncluster: {topics: [{name: t, file: x}]}\n"
        let path = "cluster.topics.0.file"
        let overrides = ScenarioOverrides(settings: ["\(path)=/elsewhere/y"])
        let loaded = try ScenarioLoader.load(
            bytes: Array(text.utf8),
            name: "x",
            folder: "scenarios",
            overrides: overrides
        )
        let content = loaded.cells[0].scenario.cluster.mapReduce?.topics.first?.content
        guard case .file(let file) = content else {
            Issue.record("\(String(describing: content))")
            return
        }
        #expect(file.path(in: loaded.cells[0].folder) == "/elsewhere/y")
        #expect(
            FileReference(path: "y", isFromCommandLine: false).path(in: "scenarios")
                == "scenarios/y"
        )
    }
}
