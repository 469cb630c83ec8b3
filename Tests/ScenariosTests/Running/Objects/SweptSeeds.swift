import Foundation

/// The seeds under which promises are checked without optimisation: 8, or as many as `SWEEP_SEEDS`
/// says. The shipped swarms are for more of them: `make sweep` runs ten thousand of each.
enum SweptSeeds {
    static let all: ClosedRange<UInt64> =
        1...(ProcessInfo.processInfo.environment["SWEEP_SEEDS"].flatMap { UInt64($0) } ?? 8)
}
