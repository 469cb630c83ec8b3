import Simulator

/// A scenario that fails as a larger one does.
public struct ShrunkScenario: Sendable {
    /// Its name.
    public var name: String
    /// What fails, in both.
    public var failure: Failure
    /// The seed of the run.
    public var seed: UInt64
    /// The cell of the matrix that failed, in words; empty where there is no matrix.
    public var cell: String
    /// Whether the larger scenario has several seeds run.
    public var isReplicated: Bool
    /// How large the cell was that failed.
    public var before: ScenarioSize
    /// How large this is.
    public var after: ScenarioSize
    /// How often the simulator was run.
    public var runs: Int
    /// Whether it might get smaller, had there been no limit.
    public var isCutShort: Bool
    /// The files that it names, which must stand where it names them.
    public var files: [String]
    /// What the file says, without comments.
    public var text: String

    /// The whole file, with what is to be known about it in comments.
    ///
    /// - Parameters:
    ///   - origin: The command line that gives the failure in the larger scenario.
    ///   - command: The command line that runs this file.
    public func file(origin: String, command: String) -> String {
        let message = failure.message.split(separator: "\n").map { "  \($0)" }
        var lines = ["Fails with seed \(seed): \(failure.cause.checker)"] + message
        lines += [
            "The smallest that was found to fail like \(origin)"
                + (cell.isEmpty ? "" : ", \(cell)"),
            "  before: \(before)",
            "  after:  \(after)",
            "Run it: \(command)",
        ]
        if !files.isEmpty {
            lines.append("It needs, in the folder of this file: \(files.joined(separator: ", "))")
        }
        return lines.map { "# \(Self.comment($0))\n" }.joined() + text
    }

    /// A sentence in one line that every YAML reader takes as a comment.
    private static func comment(_ sentence: String) -> String {
        var comment = ""
        for scalar in sentence.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
            let isBreak = [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
            comment.unicodeScalars.append(isControl || isBreak ? " " : scalar)
        }
        return comment
    }
}

/// What there is to make smaller.
public enum ShrinkOutcome: Sendable {
    /// A scenario that fails.
    case shrunk(ShrunkScenario)
    /// Nothing: everything holds.
    case nothingFails
    /// Nothing: nothing fails, but a run used up its budget of events.
    case undecided
}

/// Why nothing could be made smaller.
public enum ShrinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The scenario cannot be loaded.
    case loading(ScenarioLoadingError)
    /// A cell cannot be run.
    case running(ScenarioRunningError)
    /// What fails is no file by itself, such as one that the command line led out of its folder.
    case unwritable
    /// A path, whose value is to stay as it is, leads nowhere.
    case nothingToKeep(String)
    /// The cell by itself, or the file that was written, does not fail as it did.
    case notRepeated

    /// The message for the terminal.
    public var description: String {
        switch self {
        case .loading(let error): error.description
        case .running(let error): "\(error.description)\n"
        case .unwritable:
            "error: what fails cannot be written as a file: it names files that only a command "
                + "line may name\n"
        case .nothingToKeep(let path):
            "error: the scenario says nothing at '\(path)' that could stay as it is\n"
        case .notRepeated: "internal error: what failed does not fail again by itself\n"
        }
    }
}
