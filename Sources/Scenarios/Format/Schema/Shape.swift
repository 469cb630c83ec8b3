/// What a value of the format looks like, as data: messages, `explain` and the JSON Schema are made
/// from it.
indirect enum Shape: Sendable {
    /// A single value.
    case scalar(ScalarShape)
    /// One of a few words.
    case choice(String, words: [String])
    /// A list with bounds on its length.
    case list(String, of: Shape, length: ClosedRange<Int>)
    /// A mapping with known keys.
    case section(SectionShape)
    /// One of several kinds, each a mapping with the kind as its only key.
    case union(UnionShape)
    /// One of several forms that differ by what stands there: a value, a list, a mapping.
    case either(String, [Shape])
    /// A mapping with keys of the user's own, beside some known ones.
    case table(String, fields: [FieldShape], values: Shape)
    /// A value, or nothing at all.
    case nullable(Shape)
    /// Anything that JSON can say.
    case anything(String)
}

/// What a single value looks like.
struct ScalarShape: Sendable {
    /// What the JSON Schema says of it.
    enum Form: Sendable {
        case integer(ClosedRange<Int128>)
        case number(minimum: Double?, maximum: Double?, pattern: String?)
        case boolean
        case text
        case pattern(String)
        /// A value as JSON has it, without the freedom that scenario files give.
        case json(JSONType)
    }

    /// The types of single values in JSON.
    enum JSONType: String, Sendable {
        case string, integer, number, boolean
    }

    /// The kind with its article: `a duration`.
    var name: String
    /// A value of the kind.
    var example: String
    /// How other programs check it.
    var form: Form
}

/// A mapping with known keys.
struct SectionShape: Sendable {
    /// Its name among the definitions of the JSON Schema.
    var name: String
    /// What it says, in a sentence.
    var documentation: String
    /// Its keys.
    var fields: [FieldShape]
}

/// A key of a mapping.
struct FieldShape: Sendable {
    /// The key.
    var key: String
    /// What it says, with its unit.
    var documentation: String
    /// What its value looks like.
    var shape: Shape
    /// Whether the key must be there.
    var isRequired: Bool
    /// The value when the key is not there; nil where that is nothing at all.
    var standard: YAMLNode?
}

/// One of several kinds.
struct UnionShape: Sendable {
    /// Its name among the definitions of the JSON Schema.
    var name: String
    /// What it says, with its article: `a distribution of durations`.
    var documentation: String
    /// The kinds.
    var cases: [CaseShape]
    /// A shorter form of the commonest kind.
    var shorthand: Shape?
}

/// A kind of a union.
struct CaseShape: Sendable {
    /// The kind, which is the key.
    var tag: String
    /// What it means.
    var documentation: String
    /// What stands below the key.
    var payload: Shape
    /// Whether the tag may stand alone, without a mapping.
    var isBare: Bool
}

extension Shape {
    /// What is expected, for messages: `a duration such as 10ms`.
    var wanted: String {
        switch self {
        case .scalar(let scalar): "\(scalar.name) such as \(scalar.example)"
        case .choice(_, let words): Self.oneOf(words)
        case .list(let name, _, _): name
        case .section(let section): Self.keys(section)
        case .union(let union): Self.kinds(union)
        case .either(let name, _): name
        case .table(let name, _, _): name
        case .nullable(let shape): "\(shape.wanted), or null"
        case .anything(let name): name
        }
    }

    /// A sentence that lists words.
    static func oneOf(_ words: [String]) -> String {
        let shown = words.prefix(24).map { Shortened.text($0) }.joined(separator: ", ")
        let rest = words.count > 24 ? ", …" : ""
        return words.count == 1 ? shown : "one of \(shown)\(rest)"
    }

    private static func keys(_ section: SectionShape) -> String {
        guard !section.fields.isEmpty else { return "{}" }
        let keys = section.fields.map(\.key).joined(separator: ", ")
        return "a mapping with the keys \(keys)"
    }

    private static func kinds(_ union: UnionShape) -> String {
        let tags = union.cases.map(\.tag).joined(separator: ", ")
        var text = "\(union.documentation): a mapping with one of the keys \(tags)"
        if let shorthand = union.shorthand { text += ", or \(shorthand.wanted)" }
        return text
    }
}
