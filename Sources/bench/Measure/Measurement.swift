import Simulator

/// What one workload of `bench measure` did: how many operations, and the values that show that it
/// did them right.
struct Measurement {
    var workload: String
    var operations: Int
    var checks: [(name: String, value: String)]
    var digest: TraceDigest

    /// One line: `w=w1 ops=1000000 mean_finish=… digest=…`.
    var line: String {
        let checks = checks.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return "w=\(workload) ops=\(operations) \(checks) digest=\(digest)"
    }
}

extension VirtualInstant {
    /// Seconds since the start.
    var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension SplitMix64 {
    /// A memoryless duration with `rate` events a second.
    mutating func exponential(rate: Double) -> Duration {
        let unit = Double(next() >> 11) * 0x1p-53
        return Duration(wholeNanoseconds: UInt64(-Mathematics.logarithm(1 - unit) / rate * 1e9))
    }
}

/// `value` with `digits` decimals.
func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = UInt64((value * scale).rounded())
    let fraction = String(scaled % UInt64(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(scaled / UInt64(scale)).\(zeros)\(fraction)"
}
