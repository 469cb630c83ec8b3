/// A workload of a fixed, small size, whose allocations and instructions are held against what they
/// were: what a regression benchmark runs.
package struct RegressionWorkload: Sendable {
    /// What does the work of a prepared workload, each time the same.
    package typealias Work = () throws -> Measurement

    /// Its name, of which its thresholds are called: letters, digits and hyphens.
    package let name: String
    private let preparation: @Sendable () throws -> Work

    /// A workload whose preparation does not count.
    init(_ name: String, preparing preparation: @escaping @Sendable () throws -> Work) {
        self.name = name
        self.preparation = preparation
    }

    /// A workload that counts whole.
    init(_ name: String, _ work: @escaping @Sendable () throws -> Measurement) {
        self.init(name) { work }
    }

    /// Makes what the work needs, which does not count, and gives the work.
    package func prepared() throws -> Work { try preparation() }

    /// Every workload; no two have a name in common.
    package static let all = kernel + observation + strategies + choices + hashing + data
}
