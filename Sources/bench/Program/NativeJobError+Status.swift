import Simulator

extension NativeJobError {
    /// The exit status of a program that this stopped.
    var status: ProgramStatus {
        switch self {
        case .cannotRead: .cannotRead
        case .damagedInput, .badRecord, .notALine: .badData
        case .cannotSpill: .cannotWrite
        case .damagedShuffle: .internalError
        }
    }
}
