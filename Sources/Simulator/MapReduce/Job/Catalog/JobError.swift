/// Why functions cannot be put together to a job.
public enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no map or reduce function of that name.
    case unknownFunction(FunctionRole, name: String, nearest: String?)
    /// The function has no parameter of that name.
    case unknownParameter(String, of: String, known: [String])
    /// The function cannot do without the parameter.
    case missingParameter(String, of: String)
    /// The parameter's value is none that the function takes.
    case badParameter(String, of: String, value: String, expected: String)
    /// The parameter is no regular expression.
    case badExpression(String, of: String, ExpressionError)
    /// The reduce function does not take what the map function gives.
    case doesNotFit(map: String, gives: [ValueKind], reduce: String, takes: [ValueKind])
    /// The window is none that can be.
    case badWindow(String)
    /// The reduce function needs a session window, or a session window needs another function.
    case sessionsOnly(reduce: String)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .unknownFunction(let role, let name, let nearest):
            "unknown \(role) function '\(name)'"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .unknownParameter(let parameter, let function, let known):
            "'\(function)' has no parameter '\(parameter)'; "
                + (known.isEmpty ? "it has none" : "it has \(Self.list(known, "and"))")
        case .missingParameter(let parameter, let function):
            "'\(function)' needs the parameter '\(parameter)'"
        case .badParameter(let parameter, let function, let value, let expected):
            "'\(function)': \(parameter) is '\(value)', expected \(expected)"
        case .badExpression(let parameter, let function, let error):
            "'\(function)': \(parameter): \(error)"
        case .doesNotFit(let map, let gives, let reduce, let takes):
            "the map function '\(map)' gives \(Self.list(gives.map(\.description), "or")), "
                + "and the reduce function '\(reduce)' takes "
                + Self.list(takes.map(\.description), "or")
        case .badWindow(let reason): reason
        case .sessionsOnly(let reduce):
            reduce == "sessions"
                ? "the reduce function 'sessions' needs a session window"
                : "a session window goes with the reduce function 'sessions', not '\(reduce)'"
        }
    }

    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}

/// Which of the two functions of a job is meant.
public enum FunctionRole: String, Hashable, Sendable, CustomStringConvertible {
    /// From a record to pairs.
    case map
    /// From the values of a key to a result.
    case reduce

    /// `map` or `reduce`.
    public var description: String { rawValue }
}

/// What kind of value goes from a map function to a reduce function.
public enum ValueKind: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// `Int`.
    case integers = "whole numbers"
    /// ``FixedDecimal``.
    case decimals = "decimal numbers"
    /// ``ByteView``.
    case bytes = "bytes"

    /// What such values are called.
    public var description: String { rawValue }
}

/// Why a regular expression cannot be used.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in the words of the library that compiles expressions.
    public let reason: String
    /// Where the offending part begins in the expression, in bytes.
    public let offset: Int

    /// Creates the error.
    public init(reason: String, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// What is wrong, and where.
    public var description: String { "\(reason) (at byte \(offset))" }
}
