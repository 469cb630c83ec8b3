package import Simulator

/// What one workload of `bench measure` did: how many operations, and the values that show that it
/// did them right.
package struct Measurement {
    /// Its name.
    package var workload: String
    /// How many operations were done.
    package var operations: Int
    /// The values that show that they were done right.
    package var checks: [(name: String, value: String)]
    /// What happened.
    package var digest: TraceDigest

    /// A measurement with these parts.
    package init(
        workload: String,
        operations: Int,
        checks: [(name: String, value: String)],
        digest: TraceDigest
    ) {
        self.workload = workload
        self.operations = operations
        self.checks = checks
        self.digest = digest
    }

    /// One line: `w=w1 ops=1000000 mean_finish=… digest=…`.
    package var line: String {
        let checks = checks.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        return "w=\(workload) ops=\(operations) \(checks) digest=\(digest)"
    }
}

extension [Measurement] {
    /// Has the last line say what an operation asked of the allocator, of those of all lines.
    package mutating func note(_ total: Allocation.Total) {
        let operations = Double(Swift.max(1, reduce(0) { $0 + $1.operations }))
        guard let last = indices.last else { return }
        self[last].checks += [
            ("allocations_per_op", fixed(Double(total.count) / operations, digits: 3)),
            ("allocated_bytes_per_op", fixed(Double(total.bytes) / operations, digits: 1)),
        ]
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
