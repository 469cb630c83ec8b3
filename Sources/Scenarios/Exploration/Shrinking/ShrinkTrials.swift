import Simulator

/// How much may be spent on making a scenario smaller.
public struct ShrinkLimits: Sendable {
    /// How often the simulator is run at most.
    public var runs: Int
    /// Whether something else, such as real time, is used up.
    public var isOver: @Sendable () -> Bool

    /// So many runs, as long as nothing else is used up.
    public init(runs: Int, isOver: @escaping @Sendable () -> Bool = { false }) {
        self.runs = runs
        self.isOver = isOver
    }
}

/// How far it is.
public struct ShrinkProgress: Equatable, Sendable {
    /// How often the simulator was run.
    public var runs: Int
    /// How large the smallest scenario is that was found to fail.
    public var smallest: ScenarioSize
}

/// Tries scenarios, and knows the smallest that fails as it should.
final class ShrinkTrials {
    /// A scenario that failed as it should.
    struct Failing {
        /// What it says.
        var tree: YAMLNode
        /// The scenario.
        var scenario: Scenario
        /// Its run.
        var record: RunRecord
        /// Its failure.
        var failure: Failure
        /// What it says with every default filled in.
        fileprivate var key: String

        /// How large it is.
        var size: ScenarioSize { ScenarioSize(of: tree, record) }
    }

    private let runner: any ScenarioRunning
    private let sought: SoughtFailure
    private let folder: String?
    private let limits: ShrinkLimits
    private let progress: (ShrinkProgress) -> Void
    private let eventLimit: Int
    /// What must go on saying the same, and where it stands.
    private let kept: [(path: [String], node: YAMLNode)]
    /// What was tried in vain, with every default filled in.
    private var rejected: Set<String> = []
    /// Whether it is the faults that a figure is wrong by: then without them it has to be right, or
    /// a time-out of nothing would fail the same way.
    var needsFaults = false
    /// How often the simulator was run.
    private(set) var runs = 0
    /// Whether something was not tried because a limit was reached.
    private(set) var isCutShort = false
    /// The smallest scenario so far.
    private(set) var best: Failing?

    /// Trials that look for a failure.
    ///
    /// - Parameters:
    ///   - sought: The failure.
    ///   - folder: Where the files stand that the scenario names.
    ///   - events: How many events the scenario has that is made smaller. What takes many more does
    ///     not get smaller, however little it says.
    ///   - kept: What must go on saying the same, and where it stands.
    init(
        of sought: SoughtFailure,
        in folder: String?,
        events: UInt64,
        keeping kept: [(path: [String], node: YAMLNode)] = [],
        _ runner: any ScenarioRunning,
        _ limits: ShrinkLimits,
        _ progress: @escaping (ShrinkProgress) -> Void
    ) {
        self.sought = sought
        self.folder = folder
        self.runner = runner
        self.limits = limits
        self.progress = progress
        self.kept = kept
        eventLimit = Int(clamping: events + events / 4 + 1_000)
    }

    /// Takes `tree` for the best where it loads without any problem and fails as it should.
    ///
    /// - Parameter growth: How many more events it may have than the best, as a part of those;
    ///   nothing where it may have as many as the scenario that is made smaller.
    /// - Returns: Whether it was taken.
    func take(_ tree: YAMLNode, growth: Double? = nil) -> Bool {
        guard let cell = load(tree) else { return false }
        let key = YAMLWriter.flow(ScenarioLoader.format.write(cell.scenario))
        if let best, best.key == key {
            // It says the same in other words.
            self.best?.tree = tree
            return true
        }
        if rejected.contains(key) { return false }
        guard let found = run(cell, tree, key, growth) else {
            if !isCutShort { rejected.insert(key) }
            return false
        }
        best = found
        return true
    }

    /// The only cell of a scenario; nothing where anything is wrong with it, or where something
    /// changed that is kept.
    func load(_ tree: YAMLNode) -> ScenarioCell? {
        let isKept = kept.allSatisfy { tree.node(at: $0.path)?.says($0.node) == true }
        guard isKept else { return nil }
        let bytes = Array(ScenarioText.of(tree).utf8)
        let loaded = try? ScenarioLoader.load(bytes: bytes, name: "shrunk.yaml", folder: folder)
        return loaded?.cells.first
    }

    private func run(
        _ cell: ScenarioCell,
        _ tree: YAMLNode,
        _ key: String,
        _ growth: Double?
    ) -> Failing? {
        // What nothing smaller was found for is tried in any case.
        guard best == nil || runs < limits.runs && !limits.isOver() else {
            isCutShort = true
            return nil
        }
        var limited = cell
        var most = eventLimit
        if let growth, let best {
            let events = Double(best.record.outcome.events)
            most = min(most, Int(events * (1 + growth)) + Self.slack)
        }
        limited.scenario.eventLimit = min(cell.scenario.eventLimit, most)
        runs += 1
        defer { if let best { progress(ShrinkProgress(runs: runs, smallest: best.size)) } }
        guard let record = try? runner.run(limited, keeping: .withoutCharts, observer: nil),
            let failure = sought.found(in: CellResult(of: cell, record: record))
        else { return nil }
        if needsFaults, failsWithoutFaults(limited) { return nil }
        return Failing(
            tree: tree,
            scenario: cell.scenario,
            record: record,
            failure: failure,
            key: key
        )
    }

    /// Whether the same is wrong where nothing befalls anybody; that run counts for no trial.
    func failsWithoutFaults(_ cell: ScenarioCell) -> Bool {
        var calm = cell
        calm.scenario.faults = []
        calm.scenario.swarm = nil
        guard let record = try? runner.run(calm, keeping: .withoutCharts, observer: nil) else {
            return false
        }
        return sought.found(in: CellResult(of: calm, record: record)) != nil
    }

    /// Events that no small scenario is refused for.
    private static let slack = 100
}
