import Simulator

/// Makes a scenario that fails as small as it gets and still fails the same way.
///
/// What it tries is a scenario each time, loaded from text and run, so that what it finds can be
/// written down. It goes from the large to the small: one cell instead of a matrix, then faults,
/// then the size of the workload, then all other keys and items, then numbers; and again, as long
/// as anything goes.
///
/// Random streams are split by label, so that without one fault the others are as they were.
public struct ScenarioShrinker {
    private let runner: any ScenarioRunning
    private let limits: ShrinkLimits
    private let comparesPlaces: Bool
    private let kept: [String]
    private let progress: (ShrinkProgress) -> Void
    /// So many times it begins anew at most.
    private static let roundsMaximum = 20

    /// A shrinker that runs scenarios with `runner`.
    ///
    /// - Parameters:
    ///   - runner: What runs them.
    ///   - limits: How much may be spent.
    ///   - comparesPlaces: Whether failures are the same only where the same is wrong, in the same
    ///     words but for numbers; else it is enough that the same checker fails.
    ///   - kept: Paths such as `cluster.queue`, whose values stay as they are: what else would be
    ///     a failure for another reason.
    ///   - progress: Is told after every run how far it is.
    public init(
        runner: any ScenarioRunning,
        limits: ShrinkLimits,
        comparesPlaces: Bool = true,
        keeping kept: [String] = [],
        progress: @escaping (ShrinkProgress) -> Void = { _ in }
    ) {
        self.runner = runner
        self.limits = limits
        self.comparesPlaces = comparesPlaces
        self.kept = kept
        self.progress = progress
    }

    /// Shrinks a shipped scenario by its name, or a file by its path.
    public func shrink(
        _ reference: String,
        overrides: ScenarioOverrides = .none
    ) throws(ShrinkError) -> ShrinkOutcome {
        let source: (file: String, folder: String?, bytes: [UInt8])
        do throws(ScenarioLoadingError) {
            source = try ShippedScenario.resolve(reference)
        } catch {
            throw .loading(error)
        }
        return try shrink(
            bytes: source.bytes,
            name: source.file,
            folder: source.folder,
            overrides: overrides
        )
    }

    /// Shrinks the contents of a file; the name stands in messages, and the files that it names
    /// stand in the folder.
    public func shrink(
        bytes: [UInt8],
        name: String,
        folder: String? = nil,
        overrides: ScenarioOverrides = .none
    ) throws(ShrinkError) -> ShrinkOutcome {
        let cells: [ScenarioDraft.CheckedCell]
        do throws(ScenarioLoadingError) {
            cells = try ScenarioDraft(
                bytes: bytes,
                name: name,
                folder: folder,
                overrides: overrides
            ).cells()
        } catch {
            throw .loading(error)
        }
        var isUndecided = false
        for checked in cells {
            let result = CellResult(of: checked.cell, record: try run(checked.cell))
            if result.verdict == .undecided { isUndecided = true }
            guard let sought = SoughtFailure(in: result, comparesPlaces: comparesPlaces) else {
                continue
            }
            return .shrunk(try shrink(checked, result, sought))
        }
        return isUndecided ? .undecided : .nothingFails
    }

    private func run(_ cell: ScenarioCell) throws(ShrinkError) -> RunRecord {
        do throws(ScenarioRunningError) {
            return try runner.run(cell, keeping: .withoutCharts, observer: nil)
        } catch {
            throw .running(error)
        }
    }

    private func shrink(
        _ checked: ScenarioDraft.CheckedCell,
        _ result: CellResult,
        _ sought: SoughtFailure
    ) throws(ShrinkError) -> ShrunkScenario {
        let tree = Self.withoutMatrix(checked, sought)
        let kept = try self.kept(in: tree)
        let trials = ShrinkTrials(
            of: sought,
            in: checked.cell.folder,
            events: result.outcome.events,
            keeping: kept,
            runner,
            limits,
            progress
        )
        guard let cell = trials.load(tree) else { throw .unwritable }
        trials.needsFaults =
            !sought.failure.isOfPromise && !cell.scenario.faults.isEmpty
            && !trials.failsWithoutFaults(cell)
        guard trials.take(tree) else { throw .notRepeated }
        reduce(trials)
        guard let best = trials.best else { throw .notRepeated }
        return try verified(
            ShrunkScenario(
                name: best.scenario.name,
                failure: best.failure,
                seed: best.scenario.seed,
                cell: checked.cell.title,
                isReplicated: checked.cell.scenario.isReplicated,
                before: ScenarioSize(of: checked.tree, result.record),
                after: best.size,
                runs: trials.runs,
                isCutShort: trials.isCutShort,
                files: best.tree.fileNames,
                text: ScenarioText.of(best.tree)
            ),
            sought,
            in: checked.cell.folder
        )
    }

    /// What stands where nothing may change.
    private func kept(in tree: YAMLNode) throws(ShrinkError) -> [(path: [String], node: YAMLNode)] {
        var found: [(path: [String], node: YAMLNode)] = []
        for path in kept {
            guard let steps = try? NameText.steps(path), let node = tree.node(at: steps) else {
                throw .nothingToKeep(path)
            }
            found.append((steps, node))
        }
        return found
    }

    private func reduce(_ trials: ShrinkTrials) {
        takeSimplestOrder(trials)
        endAtTheFailure(trials)
        for _ in 0..<Self.roundsMaximum {
            let before = trials.best?.tree
            FaultReduction(trials).reduce()
            ValueReduction(trials).reduce { ["workload", "until"].contains($0) }
            StructureReduction(trials).reduce()
            ValueReduction(trials).reduce()
            guard let before, let after = trials.best?.tree, !after.says(before) else { return }
        }
    }

    /// Runs what is ready in the order in which it got ready, where it fails so too: what is left
    /// out later does not change an order then.
    private func takeSimplestOrder(_ trials: ShrinkTrials) {
        guard let tree = trials.best?.tree else { return }
        _ = trials.take(tree.setting("schedule", to: nil))
    }

    /// Ends the run where something is wrong, if it goes on for long after that.
    private func endAtTheFailure(_ trials: ShrinkTrials) {
        guard let best = trials.best, let instant = best.record.firstViolation else { return }
        let end = VirtualInstant.zero.duration(to: instant)
        let whole = VirtualInstant.zero.duration(to: best.record.outcome.instant)
        guard end > .zero, end * 2 < whole else { return }
        let seconds = end.components.seconds + 1
        let text = DurationText.written(.seconds(seconds))
        _ = trials.take(best.tree.setting("until", to: .scalar(text)))
    }

    /// What concerns the failing cell alone: its values, and of the conditions the one that failed.
    private static func withoutMatrix(
        _ checked: ScenarioDraft.CheckedCell,
        _ sought: SoughtFailure
    ) -> YAMLNode {
        let scenario = checked.cell.scenario
        let suffix = "-shrunk"
        let isLong = scenario.name.count + suffix.count > NameText.longest
        let name =
            isLong || scenario.name.hasSuffix(suffix) ? scenario.name : scenario.name + suffix
        let expectation = sought.expectation(in: scenario)
        let asides = ["title", "matrix-seeds", "claims", "report", "replicate", "small", "swarm"]
        return asides.reduce(withDrawnFaults(checked)) { $0.setting($1, to: nil) }
            .setting("name", to: .scalar(name))
            .setting("seed", to: .scalar(String(checked.cell.seed)))
            .setting("expect", to: expectation.map { .sequence([$0]) })
    }

    /// The tree with the faults that the seed drew from the swarm.
    private static func withDrawnFaults(_ checked: ScenarioDraft.CheckedCell) -> YAMLNode {
        let drawn = checked.cell.withDrawnFaults.scenario.faults
            .dropFirst(checked.cell.scenario.faults.count)
        guard !drawn.isEmpty else { return checked.tree }
        let stated = checked.tree.entry("faults")?.value.items ?? []
        let written = drawn.map { ValueFormat<FaultSpecification>.section.write($0) }
        return checked.tree.setting("faults", to: .sequence(stated + written))
    }

    /// Runs the text once more as anybody would who has nothing but the file.
    private func verified(
        _ shrunk: ShrunkScenario,
        _ sought: SoughtFailure,
        in folder: String?
    ) throws(ShrinkError) -> ShrunkScenario {
        let file = shrunk.file(origin: shrunk.name, command: shrunk.name)
        let loaded: LoadedScenario
        do throws(ScenarioLoadingError) {
            loaded = try ScenarioLoader.load(
                bytes: Array(file.utf8),
                name: shrunk.name,
                folder: folder
            )
        } catch {
            throw .loading(error)
        }
        guard let cell = loaded.cells.first, loaded.cells.count == 1 else { throw .notRepeated }
        let result = CellResult(of: cell, record: try run(cell))
        guard sought.found(in: result) != nil else { throw .notRepeated }
        return shrunk
    }
}

extension YAMLNode {
    /// The files that a scenario names.
    fileprivate var fileNames: [String] {
        (entries ?? []).compactMap { $0.key == "file" ? $0.value.text : nil }
            + children.flatMap(\.fileNames)
    }
}
