/// What a run is like without some of its faults.
public struct FaultBlame: Sendable {
    /// The faults that are left out, in words.
    public var fault: String
    /// The figures that were looked at, with the run of all faults on the old side and that without
    /// on the new one.
    public var figures: [Change]
    /// Conditions that hold in one of the runs and not in the other, and rules that are broken in
    /// one of them.
    public var conditions: [Condition]

    /// A condition that does not hold in both runs.
    public struct Condition: Equatable, Sendable {
        /// The condition as the file says it, or the name of a rule.
        public var text: String
        /// Whether it holds with all faults.
        public var isHeldWithAll: Bool
        /// Whether it holds without.
        public var isHeldWithout: Bool
    }

    /// Whether leaving the faults out changes nothing of this.
    public var isWithoutEffect: Bool {
        conditions.isEmpty && figures.allSatisfy { $0.old == $0.new }
    }
}

/// What each fault of a cell cost.
public struct CellBlame: Sendable {
    /// The cell, in words; empty without a matrix.
    public var cell: String
    /// Each fault, left out alone, in the order of the file.
    public var faults: [FaultBlame]
    /// All of them left out.
    public var withoutAny: FaultBlame
    /// What somebody who reads it must know, in sentences.
    public var notes: [String]
}

/// What each fault of a scenario cost.
public struct BlameResult: Sendable {
    /// The scenario's name.
    public var name: String
    /// The seed.
    public var seed: UInt64
    /// The cells that have faults.
    public var cells: [CellBlame]
}
