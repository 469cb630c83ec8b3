import Foundation

/// The seeds under which promises are checked: 25, or as many as `SWEEP_SEEDS` says, which is a
/// thousand in `make sweep`.
enum SweptSeeds {
    static let all: ClosedRange<UInt64> =
        1...(ProcessInfo.processInfo.environment["SWEEP_SEEDS"].flatMap { UInt64($0) } ?? 25)
}
