import Scenarios
import Testing

@testable import bench

/// What depends on the order of simultaneous events.
struct TieVerificationTests {
    /// A server that can do one thing at a time, and whom two ask at the same instant.
    private static func contended(
        second: String = "1s",
        statuses: (Int, Int) = (200, 502)
    ) -> String {
        """
        version: 1
        name: contended
        seed: 42
        until: 10s
        cluster:
          servers: {count: 1, service: 10ms, concurrency: 1, queue: 0}
          balancer: {retries: {tries: 1}}
        workload:
          - calls:
            - {at: 1s, path: /home, expect: {status: \(statuses.0)}}
            - {at: \(second), path: /home, expect: {status: \(statuses.1)}}
        """
    }

    /// Three servers that a fake runner has requests for.
    private static let served = """
        version: 1
        name: x
        seed: 1
        cluster: {servers: {count: 3}, balancer: {}}
        workload: [{requests: {count: 6, arrival: {all-at: 0s}}}]

        """

    private func verify(
        _ text: String,
        _ arguments: String...,
        runner: any ScenarioRunning = ScenarioRunner(),
        width: Int = 80
    ) throws -> (status: ProgramStatus, output: String, path: String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(text, to: "test.yaml")
        let output = MemoryOutput()
        let errors = MemoryOutput()
        var terminal = Terminal.none
        terminal.width = width
        let program = CommandLineProgram(
            runner: runner,
            output: output,
            errors: errors,
            terminal: terminal
        )
        let status = program.run(arguments: ["verify", path] + arguments)
        return (status, output.text + errors.text, path)
    }

    @Test
    func `who comes first is served, and that is 1 where each expects something`() throws {
        let (status, output, path) = try verify(Self.contended(), "--ties", "reversed")
        #expect(status == .failed)
        #expect(output.contains("what is expected holds in one order and not in another"))
        #expect(output.contains("held with ties first, failed (status"), "\(output)")
        let command = "bench run \(path) --seed 42 --set ties=reversed"
        #expect(output.hasSuffix("Run it in that order:\n  \(command)\n"))
    }

    @Test
    func `one of many random orders is enough, and is named`() throws {
        let (status, output, _) = try verify(
            Self.contended(),
            "--ties",
            "random",
            "--repeat",
            "10"
        )
        #expect(status == .failed)
        #expect(output.contains("10 random orders of ties"))
        #expect(output.contains("--set 'ties={random: {draw: "), "\(output)")
    }

    @Test(arguments: ["reversed", "random"])
    func `where nothing happens at the same instant nothing depends on it`(
        _ ties: String
    ) throws {
        let text = Self.contended(second: "2s", statuses: (200, 200))
        let (status, output, _) = try verify(text, "--ties", ties)
        #expect(status == .success)
        #expect(
            output.split(separator: "\n").joined(separator: " ")
                == "✓ contended, ties \(ties): no figure depends on the order of simultaneous   "
                + "events"
        )
    }

    @Test
    func `figures are listed with both values, and do not decide`() throws {
        let text = Self.served
        let runner = FakeRunner(trouble: .ties)
        let (status, output, _) = try verify(
            text,
            "--ties",
            "reversed",
            runner: runner,
            width: 200
        )
        #expect(status == .success)
        #expect(runner.runs.value == 2)
        #expect(output.contains("what is expected comes out the same"))
        let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains(["figure", "first", "reversed", "difference"]), "\(output)")
        #expect(
            lines.contains { $0.starts(with: ["requests.completed", "6", "9", "+3"]) },
            "\(output)"
        )
    }

    @Test
    func `of several random orders the least and the greatest value are listed`() throws {
        let text = Self.served
        let runner = FakeRunner(trouble: .ties)
        let (status, output, _) = try verify(
            text,
            "--ties",
            "random",
            "--repeat",
            "4",
            runner: runner,
            width: 200
        )
        #expect(status == .success)
        #expect(runner.runs.value == 5)
        let lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(
            lines.contains(["requests.completed", "6", "9", "18", "4", "of", "4"]),
            "\(output)"
        )
    }

    @Test
    func `what says nothing is refused`() throws {
        #expect(try verify(Self.contended(), "--ties", "last").status == .usage)
        let text = Self.contended()
        #expect(try verify(text, "--ties", "reversed", "--repeat", "2").status == .usage)
        let reversed = Self.contended() + "\nties: reversed\n"
        #expect(try verify(reversed, "--ties", "reversed").status == .usage)
        #expect(try verify(Self.contended(), "--ties", "random", "--repeat", "0").status == .usage)
    }

    @Test
    func `a scenario that is random itself is compared with other draws`() throws {
        let text = Self.served + "ties: random\n"
        let runner = FakeRunner(trouble: .ties)
        let (_, output, _) = try verify(text, "--ties", "random", runner: runner)
        #expect(output.contains("random  {random: {draw: 2}}"), "\(output)")
    }
}
