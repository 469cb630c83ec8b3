/// Why a text is not a value of its kind.
///
/// The kind itself ("a duration such as 10ms") is added by the format that asked.
struct ValueProblem: Error, Equatable {
    /// What is wrong, to follow the quoted text: `has no unit`.
    var problem: String
    /// What would be right, where it is more precise than the kind.
    var expected: String?
    /// The nearest known word.
    var suggestion: String?
    /// How to mend it.
    var hint: String?
    /// Unicode scalars between the beginning of the text and the problem.
    var offset = 0

    init(
        _ problem: String,
        expected: String? = nil,
        suggestion: String? = nil,
        hint: String? = nil,
        offset: Int = 0
    ) {
        self.problem = problem
        self.expected = expected
        self.suggestion = suggestion
        self.hint = hint
        self.offset = offset
    }
}
