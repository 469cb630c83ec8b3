import ArgumentParser
import Scenarios

/// What the command line may change in a scenario.
struct ScenarioOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed instead of the file's.", valueName: "seed"),
        transform: { text in
            guard let seed = UInt64(text) else {
                throw ValidationError("A seed is a whole number from 0 to \(UInt64.max).")
            }
            return seed
        }
    )
    var seed: UInt64?

    @Option(
        name: .customLong("set"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "Set a value of the file, such as cluster.servers.count=5; may be repeated.",
            valueName: "path=value"
        )
    )
    var settings: [String] = []

    @Flag(help: "Run the small size of which the scenario speaks.")
    var small = false

    /// The changes.
    var overrides: ScenarioOverrides {
        ScenarioOverrides(settings: settings, seed: seed, isSmall: small)
    }

    /// The command line that runs `reference` again with the same changes.
    ///
    /// - Parameter seed: The seed that was used, whether or not it was given; nothing for a
    ///   command to which a seed is added.
    /// - Parameter isAlone: Whether it runs one of several seeds of the scenario.
    func command(_ reference: String, seed: UInt64?, isAlone: Bool = false) -> String {
        let all = settings + (isAlone ? ["replicate=1"] : [])
        let changes = all.flatMap { ["--set", $0] }
        let size = small ? ["--small"] : []
        let seeds = seed.map { ["--seed", String($0)] } ?? []
        return Self.line(["bench", "run", reference] + seeds + size + changes)
    }

    /// The command line that follows the decisions of the file at `path` again with the same
    /// changes.
    func command(replaying path: String) -> String {
        let seed = seed.map { ["--seed", String($0)] } ?? []
        return Self.line(
            ["bench", "run", "--replay", path] + seed + settings.flatMap { ["--set", $0] }
        )
    }

    /// Words as one command line.
    static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// A word as a shell reads it back.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                || ("0"..."9").contains(scalar) || "-_./=:,+@%".unicodeScalars.contains(scalar)
        }
        if isPlain, !word.isEmpty { return word }
        let inner = word.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
        return "'\(inner)'"
    }
}

/// Scenarios that were named on the command line, loaded.
struct LoadedScenarios {
    /// The scenarios with what the user called them.
    fileprivate(set) var all: [(reference: String, loaded: LoadedScenario)] = []
    /// Success, or how bad the worst problem is.
    fileprivate(set) var status = ProgramStatus.success

    /// Loads every scenario, and reports all problems of all of them.
    init(_ references: [String], _ overrides: ScenarioOverrides, _ program: CommandLineProgram) {
        var shown: [String] = []
        for reference in references {
            program.noteHiddenFile(reference)
            do throws(ScenarioLoadingError) {
                all.append(
                    (reference, try ScenarioLoader.load(reference, overrides: overrides))
                )
            } catch {
                status = status.worse(error.status)
                let message = error.description
                // A wrong --set is wrong for every scenario.
                if !shown.contains(message) { program.report(message) }
                shown.append(message)
            }
        }
    }
}

extension LoadedScenarios {
    /// Makes sure that what is written of one scenario does not overwrite what is written of
    /// another one.
    func checkNames() throws {
        let names = all.map(\.loaded.name)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw ValidationError(
                "Two of the scenarios are called '\(name)'; with --output their reports "
                    + "would overwrite each other."
            )
        }
    }

    /// Loads the scenario that was saved with decisions, and reports all problems of it.
    init(
        following log: DecisionLog,
        _ overrides: ScenarioOverrides,
        _ program: CommandLineProgram
    ) {
        self.init([], .none, program)
        do throws(ScenarioLoadingError) {
            all = [(log.path, try log.scenario(overrides))]
        } catch {
            status = error.status
            program.report(error.description)
        }
    }
}

extension CommandLineProgram {
    /// Says so where a name means a shipped scenario and a file of that name is there too.
    func noteHiddenFile(_ reference: String) {
        guard ShippedScenario.hidesFile(reference, in: folder) else { return }
        report("note: '\(reference)' is the shipped scenario; for the file, say ./\(reference)\n")
    }
}

extension ScenarioLoadingError {
    /// The exit status of a program that could not load a scenario.
    var status: ProgramStatus {
        switch self {
        case .invalid: .badData
        case .unreadable: .cannotRead
        }
    }
}

extension ScenarioRunningError {
    /// The exit status of a program that could not run a scenario.
    var status: ProgramStatus {
        switch self {
        case .invalid: .badData
        case .unreadable: .cannotRead
        case .internalError: .internalError
        }
    }
}
