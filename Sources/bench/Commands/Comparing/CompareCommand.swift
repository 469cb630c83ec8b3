import ArgumentParser
import Scenarios

/// `bench compare`.
struct CompareCommand: ProgramCommand {
    /// The formats of comparisons.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown
    }

    /// What may stand for the times of a workload.
    enum Statistic: String, ExpressibleByArgument, CaseIterable {
        case median, mean

        /// The same in the library's words.
        var asBootstrap: Bootstrap.Statistic { self == .median ? .median : .mean }
    }

    /// Which times may be compared.
    enum Clock: String, ExpressibleByArgument, CaseIterable {
        case wall, processor

        /// The same in the library's words.
        var asCompared: TimeComparison.Clock { self == .wall ? .wall : .processor }
    }

    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Say what moved between earlier results and new ones.",
        discussion: """
            Example: bench compare results new
            Example: bench compare results/a-1 new/a-1 --full
            Example: bench compare before.json after.json --tolerance 10%

            Results are in virtual time, so they are compared exactly: every difference is a \
            change, for the better too, and the exit code is 2 until --accept makes the new \
            results the base.

            Real times, as 'bench measure --save' and 'hyperfine --export-json' write them, are \
            compared by their ratio. The exit code is 2 where all of its interval of 95% lies \
            above the tolerance.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "What was before: a result.json, its folder, a folder of such folders, or times.",
            valueName: "base"
        ),
        completion: .file()
    )
    var base: String

    @Argument(
        help: ArgumentHelp("What is now, in the same form.", valueName: "new"),
        completion: .file()
    )
    var new: String

    @Option(
        help: "What is printed: \(Format.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var format = Format.text

    @Flag(help: "Show every change, not the largest ones alone.")
    var full = false

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(
        help: ArgumentHelp("How much slower a workload may be.", valueName: "percent")
    )
    var tolerance = Percentage(fraction: 0.05)

    @Option(help: "What stands for the times of a workload: median or mean.")
    var statistic = Statistic.median

    @Option(help: "Which times are compared: wall or processor.")
    var clock = Clock.wall

    @Flag(help: "Make the new results the base, after saying what moved.")
    var accept = false

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let sides: (base: ComparedSide, new: ComparedSide)
        do throws(ResultLoadingError) {
            sides = (try ComparedSide(base), try ComparedSide(new))
        } catch {
            program.report(error.description)
            return error.status
        }
        switch (sides.base.content, sides.new.content) {
        case (.times(let base), .times(let new)): return try compare(base, new, program)
        case (.results(let base), .results(let new)): return try compare(base, new, program)
        case (.times, .results), (.results, .times):
            program.report("\(new): error: it cannot be compared with \(base): one holds times\n")
            return .badData
        }
    }

    // MARK: Results

    private func compare(
        _ base: [ComparedSide.Entry],
        _ new: [ComparedSide.Entry],
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        let matches = ResultMatch.all(base, new)
        for case .both(let old, let new) in matches
        where old.document.scenario != new.document.scenario {
            program.report(
                "\(new.path): error: it is a result of '\(new.document.scenario)', and "
                    + "\(old.path) one of '\(old.document.scenario)'\n"
            )
            return .badData
        }
        let comparison = ResultSetComparison(matches.map(\.entry))
        try program.output.write(report(program).render(comparison))
        guard accept else { return comparison.isChanged ? .changed : .success }
        try Acceptance(of: matches, baseFolder: self.base).write(program)
        return comparison.missing.isEmpty ? .success : .changed
    }

    // MARK: Times

    private func compare(
        _ base: Measurements,
        _ new: Measurements,
        _ program: CommandLineProgram
    ) throws -> ProgramStatus {
        let comparison: TimeComparison
        do throws(TimeComparison.Failure) {
            comparison = try TimeComparison(
                from: base,
                to: new,
                tolerance: tolerance.fraction,
                clock: clock.asCompared,
                bootstrap: Bootstrap(of: statistic.asBootstrap)
            )
        } catch {
            program.report("\(self.new): error: \(error)\n")
            return .badData
        }
        try program.output.write(report(program).render(comparison))
        guard accept else { return comparison.isSlower ? .changed : .success }
        try Acceptance(file: self.new, over: self.base).write(program)
        return .success
    }

    private func report(_ program: CommandLineProgram) -> ComparisonReport {
        let shape: ComparisonReport.Format =
            switch format {
            case .json: .json
            case .markdown: .markdown
            case .text:
                .text(
                    .init(
                        width: program.terminal.width,
                        isColoured: program.terminal.isColoured,
                        isASCII: ascii
                    )
                )
            }
        return ComparisonReport(format: shape, isFull: full)
    }
}
