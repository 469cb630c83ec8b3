import Scenarios
import Simulator
import Synchronization
import Testing

@testable import bench

/// Where two runs part that are not the same, and what is said of the cause.
struct DivergenceTests {
    /// Simulates three nodes by a scenario's seed; what goes wrong in the second run is planted.
    private struct Planted: ScenarioRunning {
        /// What the second run does otherwise.
        enum Bug: CaseIterable {
            case none
            /// A task sleeps for as long as the system's generator says.
            case sleep
            /// A task draws once more from its own stream.
            case draw
            /// A task draws from another stream.
            case stream
            /// Every stream begins elsewhere, as after a change of seeds.
            case seeds
            /// A handler is scheduled once more, without any draw.
            case handler
            /// The second run ends early.
            case end
        }

        var bug: Bug

        private final class Shared: Sendable {
            let runs = Mutex(0)
        }
        private let shared = Shared()

        init(_ bug: Bug) { self.bug = bug }

        func run(
            _ cell: ScenarioCell,
            keeping details: RunDetails,
            observer: (any EventObserver)?
        ) throws(ScenarioRunningError) -> RunRecord {
            let isLater = shared.runs.withLock { runs in
                runs += 1
                return runs > 1
            }
            let bug = isLater ? self.bug : .none
            var settings = Simulation.Settings()
            settings.streamSalt = bug == .seeds ? 99 : 0
            let simulation = Simulation(
                seed: cell.scenario.seed,
                settings: settings,
                decisions: observer?.decisions
            )
            defer { simulation.shutDown() }
            simulation.observe(observer)
            start(simulation, bug)
            return RunRecord(seed: cell.scenario.seed, outcome: simulation.run())
        }

        /// Whether the second run differs is nothing that a scenario could say.
        private func start(_ simulation: Simulation, _ bug: Bug) {
            let node = simulation.addNode("clock")
            node.spawn("ticker") {
                for _ in 0..<(bug == .end ? 9 : 10) { try await node.sleep(for: .seconds(1)) }
            }
            let other = simulation.addNode("worker")
            let stream = simulation.random("work")
            let second = simulation.random("other")
            let host = Host(node: other)
            let handler = Handler("extra", of: host) { _ in }
            other.spawn("jitter") {
                var random = stream
                var others = second
                for round in 0..<10 {
                    let isOdd = round == 4
                    if isOdd, bug == .draw { _ = random.next() }
                    if isOdd, bug == .stream { _ = others.next() } else { _ = random.next() }
                    if isOdd, bug == .handler {
                        handler.schedule(after: .milliseconds(500), .background)
                    }
                    var pause = Duration.milliseconds(900)
                    if isOdd, bug == .sleep {
                        var system = SystemRandomNumberGenerator()
                        pause -= .nanoseconds(Int64(system.next() % 1_000_000) + 1)
                    }
                    try await other.sleep(for: pause)
                }
            }
        }
    }

    private actor Host: SimulatedActor {
        nonisolated let node: Node
        init(node: Node) { self.node = node }
    }

    private func verify(_ bug: Planted.Bug) throws -> (status: ProgramStatus, text: String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("version: 1\nname: planted\nseed: 1\n", to: "test.yaml")
        let output = MemoryOutput()
        let program = CommandLineProgram(
            runner: Planted(bug),
            output: output,
            errors: MemoryOutput(),
            terminal: Terminal.none
        )
        let status = program.run(arguments: ["verify", path])
        return (status, output.text)
    }

    private func words(_ text: String) -> String {
        text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    }

    @Test func `the same runs are deterministic`() throws {
        let (status, text) = try verify(.none)
        #expect(status == .success)
        #expect(text.contains("planted: deterministic: run again once, 20 events"))
    }

    @Test func `a task that asks the system is named, between both versions`() throws {
        let (status, text) = try verify(.sleep)
        #expect(status == .notDeterministic)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0].contains("planted: not deterministic: event 9"), "\(text)")
        let rows = lines.map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains("The last events in common"))
        #expect(rows.contains(["8", "4.000000000s", "clock", "task", "'ticker'", "wakes", "up"]))
        #expect(rows.contains(["first", "run", "run", "2"]), "\(text)")
        let instants = try #require(rows.first { $0.first == "at" }, "\(text)")
        #expect(instants.count == 3 && instants[1] == "4.500000000s", "\(text)")
        #expect(instants[2].hasPrefix("4.499"), "\(text)")
        #expect(rows.contains(["node", "worker", "worker"]), "\(text)")
        #expect(
            words(text).contains("what task 'jitter' wakes up task 'jitter' wakes up"),
            "\(text)"
        )
        let cause = words(text).components(after: "Cause: ")
        #expect(cause.hasPrefix("every draw and every pick before it is the same"), "\(text)")
        #expect(cause.contains("task 'jitter' of node 'worker' took another path"), "\(text)")
        #expect(cause.contains("comes at another instant"), "\(text)")
        #expect(cause.contains("random numbers of the system"), "\(text)")
    }

    @Test func `one draw more is named with its stream, number and task`() throws {
        let (status, text) = try verify(.draw)
        #expect(status == .notDeterministic)
        let cause = words(text).components(after: "Cause: ")
        #expect(
            cause.contains(
                "the other run drew number 6 of stream 'work', 0x"
            ) && cause.contains("in task 'jitter' of node 'worker', the first run did not"),
            "\(text)"
        )
    }

    @Test func `a draw from another stream is named with both`() throws {
        let (status, text) = try verify(.stream)
        #expect(status == .notDeterministic)
        let cause = words(text).components(after: "Cause: ")
        #expect(cause.hasPrefix("the first run drew number 5 of stream 'work', 0x"), "\(text)")
        #expect(cause.contains("the other run drew number 1 of stream 'other', 0x"), "\(text)")
    }

    @Test func `a draw of another value is named with both values`() throws {
        let (status, text) = try verify(.seeds)
        #expect(status == .notDeterministic)
        let cause = words(text).components(after: "Cause: ")
        #expect(cause.hasPrefix("draw 1 of stream 'work' is 0x"), "\(text)")
        #expect(
            cause.hasSuffix("; it was drawn by task 'jitter' of node 'worker'"),
            "\(text)"
        )
    }

    @Test func `an event that one run has alone is named`() throws {
        let (status, text) = try verify(.handler)
        #expect(status == .notDeterministic)
        #expect(words(text).contains("handler 'extra'"), "\(text)")
        let cause = words(text).components(after: "Cause: ")
        #expect(
            cause.contains("whoever scheduled handler 'extra' of node 'worker' took another path"),
            "\(text)"
        )
    }

    @Test func `a run that ends early is shown to have ended`() throws {
        let (status, text) = try verify(.end)
        #expect(status == .notDeterministic)
        #expect(words(text).contains("the run has ended"), "\(text)")
        #expect(words(text).contains("task 'ticker' of node 'clock' took another path"), "\(text)")
    }

    @Test func `a history that is full compares no more, and its run goes on`() {
        let names = HistoryNames()
        let history = RunHistory(names: names, limit: 3)
        let comparison = RunComparison(with: history)
        for event in 1...5 as ClosedRange<UInt64> {
            let instant = VirtualInstant(nanoseconds: event)
            history.observe(event: event, instant: instant, node: 0, digest: event)
            comparison.observe(
                event: event,
                instant: instant,
                node: 0,
                digest: event > 3 ? 0 : event
            )
        }
        #expect(history.entries.count == 3 && !history.isComplete)
        #expect(comparison.divergence(of: "x", number: 2) == nil)
    }

    @Test func `lines are as wide as the terminal at most`() {
        let event = { (number: UInt64) in
            RunDivergence.Event(
                number: number,
                instant: VirtualInstant(nanoseconds: number),
                node: "a node with a long name",
                what: "message to mailbox 'of a long name as well'",
                digest: number
            )
        }
        let divergence = RunDivergence(
            run: "x",
            number: 2,
            common: [event(1), event(2)],
            first: event(3),
            other: event(4),
            cause: String(repeating: "because ", count: 30)
        )
        for width in [40, 60, 80, 200] {
            let text = divergence.text(style: .init(width: width, isASCII: true))
            for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
        }
    }
}

extension String {
    /// What stands behind `separator`.
    fileprivate func components(after separator: String) -> String {
        guard let range = firstRange(of: separator) else { return "" }
        return String(self[range.upperBound...])
    }
}
