/// A function as a user names it, with its parameters as text.
public struct FunctionCall: Hashable, Sendable {
    /// The name, in either spelling: `word-count` or `WORD_COUNT`.
    public let name: String
    /// Values of parameters by their names.
    public let parameters: [String: String]

    /// Creates a call.
    public init(_ name: String, _ parameters: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
    }
}

/// A function that can be named: what it does, and what it wants to know.
public struct FunctionDescription: Hashable, Sendable {
    /// One parameter of a function.
    public struct Parameter: Hashable, Sendable {
        /// The name: lower-case letters and hyphens.
        public let name: String
        /// What it is, in a few words.
        public let summary: String
        /// Its value where none is given; nothing where there must be one, empty where it may
        /// be left out.
        public let fallback: String?
    }

    /// Whether it is a map or a reduce function.
    public let role: FunctionRole
    /// The name on the command line: lower-case letters and hyphens.
    public let name: String
    /// What it does, in a few words.
    public let summary: String
    /// What it wants to know.
    public let parameters: [Parameter]
    /// The values that a map function can give or a reduce function can take, best first.
    public let values: [ValueKind]

    /// The name in requests: upper-case letters and underscores.
    public var requestName: String {
        String(name.uppercased().map { $0 == "-" ? "_" : $0 })
    }
}

/// The parameters of a call, checked against what the function has.
struct CallParameters {
    private let function: FunctionDescription
    private let given: [String: String]

    init(_ call: FunctionCall, of function: FunctionDescription) throws(JobError) {
        let known = function.parameters.map(\.name)
        if let unknown = call.parameters.keys.sorted().first(where: { !known.contains($0) }) {
            throw .unknownParameter(unknown, of: function.name, known: known)
        }
        self.function = function
        given = call.parameters
        for parameter in function.parameters where given[parameter.name] == nil {
            if parameter.fallback == nil {
                throw .missingParameter(parameter.name, of: function.name)
            }
        }
    }

    /// The value of a parameter; empty where it was left out and has no fallback.
    func text(_ name: String) -> String {
        given[name] ?? function.parameters.first { $0.name == name }?.fallback ?? ""
    }

    /// The value of a parameter as a whole number of a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(JobError) -> Int {
        guard let number = Int(text(name)), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The value of a parameter as a decimal number of a range.
    func decimal(
        _ name: String,
        in range: ClosedRange<FixedDecimal>
    ) throws(JobError) -> FixedDecimal {
        let number = Array(text(name).utf8).withUnsafeBytes { FixedDecimal(ByteView($0)) }
        guard let number, range.contains(number) else {
            throw wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The error that says what would be right.
    func wrong(_ name: String, _ expected: String) -> JobError {
        .badParameter(name, of: function.name, value: text(name), expected: expected)
    }
}
