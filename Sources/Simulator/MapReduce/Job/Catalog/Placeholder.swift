/// A function as a user names it.
public struct FunctionCall: Hashable, Sendable {
    /// The name.
    public let name: String
    /// Parameters.
    public let parameters: [String: String]
    /// Creates a call.
    public init(_ name: String, _ parameters: [String: String] = [:]) {
        self.name = name
        self.parameters = parameters
    }
}

/// A function.
public struct FunctionDescription: Hashable, Sendable {
    /// A parameter.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public let name: String
    }
    /// The name.
    public let name: String
    /// The parameters.
    public let parameters: [Parameter]
}

/// Why not.
public enum JobError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Unknown.
    case unknownFunction(String)
    /// The text.
    public var description: String { "unknown function" }
}

/// Roles.
public enum FunctionRole: String, Hashable, Sendable {
    /// Map.
    case map
    /// Reduce.
    case reduce
}

/// Windows.
public struct WindowSettings: Hashable, Sendable {}

/// Functions.
public enum FunctionCatalog {
    /// Maps.
    public static let maps = [FunctionDescription(name: "word-count", parameters: [])]
    /// Reduces.
    public static let reduces = [FunctionDescription(name: "sum", parameters: [])]
    /// One.
    public static func function(
        _ role: FunctionRole,
        named name: String
    ) throws(JobError) -> FunctionDescription {
        let all = role == .map ? maps : reduces
        guard let function = all.first(where: { $0.name == name }) else {
            throw .unknownFunction(name)
        }
        return function
    }
    /// The code.
    public static func code(
        map: FunctionCall,
        reduce: FunctionCall,
        window: WindowSettings? = nil
    ) throws(JobError) -> JobCode {
        _ = try function(.map, named: map.name)
        _ = try function(.reduce, named: reduce.name)
        return JobCode(map: WordCount(), combining: Sum<Int>())
    }
}
