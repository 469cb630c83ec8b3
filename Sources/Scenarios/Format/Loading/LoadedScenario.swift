/// A scenario file, checked: every run that it describes.
public struct LoadedScenario: Sendable {
    /// What the user calls the file.
    public var file: String
    /// What varies between the cells.
    public var matrix: MatrixSpecification
    /// The runs; one when there is no matrix.
    public var cells: [ScenarioCell]

    /// The scenario's name.
    public var name: String { cells[0].scenario.name }

    /// Whether `bench run` has it run with several seeds.
    public var isReplicated: Bool { cells.contains { $0.scenario.isReplicated } }
}

/// One run of a scenario file.
public struct ScenarioCell: Sendable {
    /// Its number, from zero.
    public var index: Int
    /// Its name, where the file gives one.
    public var label: String?
    /// What the matrix sets in it.
    public var parameters: [CellParameter]
    /// The scenario with the parameters in place.
    public var scenario: Scenario
    /// The folder in which the files stand that it names; nil for the working folder.
    public var folder: String?

    /// The label, or the parameters, or nothing without a matrix.
    public var title: String {
        label ?? parameters.map(\.description).joined(separator: ", ")
    }
}

/// A value that a matrix sets.
public struct CellParameter: Sendable, Equatable, CustomStringConvertible {
    /// The path.
    public var path: String
    /// The value as YAML in one line.
    public var value: String

    /// `path = value`.
    public var description: String { "\(path) = \(value)" }
}

/// Why a scenario cannot be run.
public enum ScenarioLoadingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read (exit code 66).
    case unreadable(path: String, reason: String)
    /// What it says is wrong (exit code 65).
    case invalid(Diagnostics)

    /// The message for the terminal.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): error: cannot read the file: \(reason)\n"
        case .invalid(let diagnostics): diagnostics.description
        }
    }
}
