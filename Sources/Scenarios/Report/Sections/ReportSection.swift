/// A part of a report for people: what it says, before a format lays it out.
struct ReportSection: Equatable, Sendable {
    /// What stands above it.
    var title: String
    /// Rows of values.
    var table: ReportTable?
    /// Conditions with what became of them.
    var checks: [CheckLine] = []
    /// Sentences below.
    var notes: [String] = []
}

/// Rows of values below named columns.
struct ReportTable: Equatable, Sendable {
    /// A column.
    struct Column: Equatable, Sendable {
        /// What stands above it.
        var header: String
        /// Whether its values are numbers, which stand right.
        var isNumeric = true
        /// Whether it may be left out for want of width before any name is shortened.
        var isOptional = false
        /// Shorter texts for the same cells, where the width does not suffice.
        var shorter: [String]?
    }

    /// The columns; the first ones identify a row.
    var columns: [Column]
    /// The values, one for each column.
    var rows: [[String]]
    /// How many columns identify a row; those after them may be left out for want of width.
    var keyCount = 1
    /// A bar behind each row.
    var bars: [Bar]?
    /// Whether a value of the first column that repeats that of the row above is left blank.
    var isGrouped = false

    /// The length of a bar.
    struct Bar: Equatable, Sendable {
        /// Its length, from 0 to 1.
        var length: Double
        /// Where a mark stands, from 0 to 1.
        var mark: Double?
    }
}

/// A condition with what became of it.
struct CheckLine: Equatable, Sendable {
    /// Whether it held.
    var isHeld: Bool
    /// The condition.
    var text: String
    /// The value that was found, or what is wrong.
    var actual: String
    /// Who said it and how, for a claim; nothing where the line above has the same.
    var source: String?
    /// Whether it stands below a source.
    var isClaim = false
}
