public import Simulator

/// Runs a cell of a scenario.
///
/// The command line takes any conformance, so that its tests need no simulation.
public protocol ScenarioRunning: Sendable {
    /// Runs `cell` from its start to its end.
    ///
    /// - Parameters:
    ///   - cell: What to run.
    ///   - details: What the record keeps beside what every report shows.
    ///   - observer: Sees every event as it happens; nothing where nobody looks.
    func run(
        _ cell: ScenarioCell,
        keeping details: RunDetails,
        observer: (any EventObserver)?
    ) throws(ScenarioRunningError) -> RunRecord
}

extension ScenarioRunning {
    /// Runs `cell` from its start to its end, and keeps what every report shows.
    public func run(
        _ cell: ScenarioCell,
        observer: (any EventObserver)? = nil
    ) throws(ScenarioRunningError) -> RunRecord {
        try run(cell, keeping: [], observer: observer)
    }
}

/// Why a checked scenario could not be run to any end.
public enum ScenarioRunningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It asks for something that the simulator does not have, or its data are wrong (exit code
    /// 65).
    case invalid(String)
    /// A file that it names cannot be read (exit code 66).
    case unreadable(path: String, reason: String)
    /// The simulator itself is wrong (exit code 70).
    case internalError(String)

    /// The message for the terminal.
    public var description: String {
        switch self {
        case .invalid(let message): "error: \(message)"
        case .unreadable(let path, let reason): "\(path): error: cannot read the file: \(reason)"
        case .internalError(let message): "internal error: \(message)"
        }
    }
}
