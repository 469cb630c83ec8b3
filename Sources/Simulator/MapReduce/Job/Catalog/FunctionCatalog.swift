/// The functions that a job can name.
public enum FunctionCatalog {
    /// Every map function.
    public static let maps: [FunctionDescription] = [
        map("word-count", "a one for each word", [.integers])
    ]

    /// Every reduce function.
    public static let reduces: [FunctionDescription] = [
        reduce("sum", "the sum", [.integers, .decimals]),
        reduce("count", "how many values there are", [.integers, .decimals, .bytes]),
        reduce("min", "the smallest value", [.integers, .decimals, .bytes]),
        reduce("max", "the largest value", [.integers, .decimals, .bytes]),
        reduce("mean", "the mean, to nine decimal places", [.integers, .decimals]),
    ]

    /// The function of a role with a name in either spelling.
    public static func function(
        _ role: FunctionRole,
        named name: String
    ) throws(JobError) -> FunctionDescription {
        let functions = role == .map ? maps : reduces
        if let function = functions.first(where: { $0.name == name || $0.requestName == name }) {
            return function
        }
        let spelling = String(name.lowercased().map { $0 == "_" ? "-" : $0 })
        let known = functions.map(\.name)
        let nearest = known.contains(spelling) ? spelling : NearestWord.to(spelling, among: known)
        throw .unknownFunction(role, name: name, nearest: nearest)
    }

    private static func map(
        _ name: String,
        _ summary: String,
        _ values: [ValueKind],
        _ parameters: [FunctionDescription.Parameter] = []
    ) -> FunctionDescription {
        FunctionDescription(
            role: .map,
            name: name,
            summary: summary,
            parameters: parameters,
            values: values
        )
    }

    private static func reduce(
        _ name: String,
        _ summary: String,
        _ values: [ValueKind],
        _ parameters: [FunctionDescription.Parameter] = []
    ) -> FunctionDescription {
        FunctionDescription(
            role: .reduce,
            name: name,
            summary: summary,
            parameters: parameters,
            values: values
        )
    }

    private static func parameter(
        _ name: String,
        _ summary: String,
        _ fallback: String? = nil
    ) -> FunctionDescription.Parameter {
        FunctionDescription.Parameter(name: name, summary: summary, fallback: fallback)
    }
}
