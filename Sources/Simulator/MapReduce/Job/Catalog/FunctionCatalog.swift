/// The functions that a job can name.
public enum FunctionCatalog {
    /// Every map function.
    public static let maps: [FunctionDescription] = [
        map("word-count", "a one for each word", [.integers]),
        map("log-level", "a one for the level of each line, in capitals", [.integers]),
        map("ipv4", "a one for each IPv4 address", [.integers]),
        map("http-status", "a one for the status of each line of an access log", [.integers]),
        map("url-path", "a one for the path of each line of an access log", [.integers]),
        map(
            "regex",
            "a one for each match: its first group, or all of it where it has none",
            [.integers],
            [parameter("expression", "a regular expression, in the syntax of RE2")]
        ),
        map(
            "grep",
            "a one for each line that matches; the key is the line",
            [.integers],
            [parameter("expression", "a regular expression, in the syntax of RE2")]
        ),
        map("inverted-index", "the name of the input for each word", [.bytes]),
        map(
            "json-field",
            "a field's value, or a one, for what stands in another field of each line",
            ValueKind.allCases,
            [
                parameter("key", "the field that is the key, with points into objects"),
                parameter("value", "the field that is the value; none for a one", ""),
            ]
        ),
    ]

    /// Every reduce function.
    public static let reduces: [FunctionDescription] = [
        reduce("sum", "the sum", [.integers, .decimals]),
        reduce("count", "how many values there are", [.bytes, .integers, .decimals]),
        reduce("min", "the smallest value", ValueKind.allCases),
        reduce("max", "the largest value", ValueKind.allCases),
        reduce("mean", "the mean, to nine decimal places", [.integers, .decimals]),
        reduce("distinct", "how many different values there are", [.bytes, .integers, .decimals]),
        reduce(
            "distinct-estimate",
            "about how many different values there are, within a standard error of 0.81 per cent",
            [.bytes, .integers, .decimals]
        ),
        reduce(
            "percentile",
            "a percentile by its nearest rank; cannot be combined",
            [.integers, .decimals],
            [percent]
        ),
        reduce(
            "percentile-sketch",
            "a percentile within a relative error",
            [.integers, .decimals],
            [percent, parameter("accuracy", "the relative error, from 0.0001 to 0.5", "0.01")]
        ),
        reduce(
            "top-k",
            "the largest values, largest first",
            ValueKind.allCases,
            [parameter("k", "how many values", "10")]
        ),
        reduce("postings", "the different values in their order", [.bytes]),
        reduce("sessions", "the sessions of a session window: start, end and events", []),
    ]

    private static let percent = parameter("percent", "which percentile, from 0 to 100", "95")

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
