/// What the command line changes in a scenario file.
public struct ScenarioOverrides: Sendable, Equatable {
    /// Settings as `path=value`; the value is YAML.
    public var settings: [String]
    /// The seed instead of the file's.
    public var seed: UInt64?

    /// Whether the scenario is to have its small size; it must have one.
    public var isSmall: Bool

    /// Settings as `path=value`, a seed, and the size.
    public init(settings: [String] = [], seed: UInt64? = nil, isSmall: Bool = false) {
        self.settings = settings
        self.seed = seed
        self.isSmall = isSmall
    }

    /// No changes.
    public static let none = ScenarioOverrides()
}

/// One setting, read.
struct Setting: Sendable {
    /// The path as text.
    var path: String
    /// Its steps.
    var steps: [String]
    /// The value.
    var value: YAMLNode
    /// Where the path begins.
    var location: SourceLocation

    /// The settings of the command line, and what is wrong with them.
    static func read(_ overrides: ScenarioOverrides) -> (
        settings: [Setting], problems: [Diagnostic]
    ) {
        var settings: [Setting] = []
        var problems: [Diagnostic] = []
        for text in overrides.settings {
            do throws(Diagnostic) {
                settings.append(try Setting(text, option: "--set"))
            } catch {
                problems.append(error)
            }
        }
        if let seed = overrides.seed, let setting = try? Setting("seed=\(seed)", option: "--seed") {
            settings.append(setting)
        }
        return (settings, problems)
    }

    /// A setting of a file.
    init(path: String, steps: [String], value: YAMLNode, location: SourceLocation) {
        self.path = path
        self.steps = steps
        self.value = value
        self.location = location
    }

    private init(_ text: String, option: String) throws(Diagnostic) {
        let source = SourceText(name: option, text: text)
        location = SourceLocation(source: source, line: 1, column: 1)
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw Diagnostic(
                "\"\(Shortened.text(text))\" is not path=value",
                at: location,
                expected: "a setting such as cluster.servers.count=5"
            )
        }
        path = String(text[..<sign])
        do throws(ValueProblem) {
            steps = try NameText.steps(path)
        } catch {
            throw Diagnostic(
                "the path \"\(Shortened.text(path))\" \(error.problem)",
                at: location.advanced(by: error.offset),
                expected: "a path such as cluster.servers.count"
            )
        }
        let width = text[...sign].unicodeScalars.count
        let blanks = String(repeating: " ", count: width)
        let isText = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isText, text.utf8.count <= 100_000 else {
            throw Diagnostic("the setting is not one line of text", at: location)
        }
        let written = text[text.index(after: sign)...]
        guard written.contains(where: { $0 != " " }) else {
            throw Diagnostic("has no value", at: location.advanced(by: width), path: path)
        }
        let (root, problems) = YAMLReader.read(
            source,
            text: blanks + written
        )
        if let problem = problems.first { throw problem }
        guard let root, !root.isMissing else {
            throw Diagnostic(
                "the setting has no value",
                at: location.advanced(by: width),
                path: path
            )
        }
        value = root
    }
}
