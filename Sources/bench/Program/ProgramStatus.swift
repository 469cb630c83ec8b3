/// How the program ends, by the exit codes that its documentation promises.
enum ProgramStatus: Int32, Equatable, Sendable, CaseIterable {
    /// All held.
    case success = 0
    /// An expectation or an invariant failed.
    case failed = 1
    /// What was compared has changed, or has become slower.
    case changed = 2
    /// Two runs of the same scenario and seed differ.
    case notDeterministic = 3
    /// A run used up its budget.
    case undecided = 4
    /// The command line is wrong.
    case usage = 64
    /// A scenario or its data are wrong.
    case badData = 65
    /// A file cannot be read.
    case cannotRead = 66
    /// A program that is needed is missing, or failed.
    case unavailable = 69
    /// The program itself is wrong.
    case internalError = 70
    /// Something cannot be written.
    case cannotWrite = 73
    /// The user interrupted the program.
    case interrupted = 130

    /// What it says, as the manual page tells.
    var meaning: String {
        switch self {
        case .success: "all held"
        case .failed:
            "an expectation or an invariant failed, or a model does not fit its theory"
        case .changed: "what was compared has changed, or has become slower"
        case .notDeterministic: "two runs of one scenario and seed differ"
        case .undecided: "undecided: a run used up its event limit"
        case .usage: "wrong usage of the command line"
        case .badData: "a wrong scenario or wrong data"
        case .cannotRead: "a file cannot be read"
        case .unavailable: "a browser for `--open` cannot be found or started"
        case .internalError: "an error of the program itself"
        case .cannotWrite: "a file cannot be written"
        case .interrupted: "interrupted"
        }
    }

    /// How much a status weighs beside others: the greatest is that of the program.
    private var weight: Int {
        switch self {
        case .success: 0
        case .undecided: 1
        case .changed: 2
        case .failed: 3
        case .notDeterministic: 4
        case .badData: 5
        case .cannotRead: 6
        case .usage: 7
        case .cannotWrite: 8
        case .unavailable: 9
        case .internalError: 10
        case .interrupted: 11
        }
    }

    /// The status of two pieces of work.
    func worse(_ other: ProgramStatus) -> ProgramStatus {
        other.weight > weight ? other : self
    }
}
