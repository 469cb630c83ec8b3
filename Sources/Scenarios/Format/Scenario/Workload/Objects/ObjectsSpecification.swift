public import Simulator

/// Operations on objects that are alike.
public struct ObjectsSpecification: Sendable, Equatable {
    /// How many; nil for as many as begin in the time of `duration`.
    public var count: Int?
    /// The bucket.
    public var bucket = ""
    /// What all keys begin with.
    public var prefix = ""
    /// How often each action is taken.
    public var actions = ObjectActionsSpecification()
    /// The numbers behind the prefix.
    public var key = RequestKeys.uniform(population: 1_000)
    /// The bytes of an object.
    public var size = SizeRange(least: 1_024, most: 1_024)
    /// Objects with more bytes are uploaded in parts of so many.
    public var partSize = 8 << 20
    /// Where objects are kept.
    public var storageClass = StorageClass.standard
    /// When they come, from `from` on.
    public var arrival = ArrivalSpecification.constant(Rate(count: 100, period: .seconds(1)))
    /// When the workload begins.
    public var from: Duration = .zero
    /// After which no more operations begin.
    public var duration: Duration?
    /// Whether what clients were answered is recorded and checked.
    public var recordsHistory = true

    /// Writes and reads of objects of a kibibyte, a hundred a second.
    public init() {}
}

extension ObjectsSpecification: Section {
    static let name = "objects"
    static let documentation = "Operations on objects that are alike."
    static var fields: [Field<Self>] { whatFields + whenFields }

    private static var whatFields: [Field<Self>] {
        [
            .optional(
                "count",
                \.count,
                .integer(in: 1...100_000_000, example: 10_000),
                "How many; may be left out when for is given."
            ),
            .key("bucket", \.bucket, .bucketName, required: true, "The bucket."),
            .key("prefix", \.prefix, .anyText, "What all keys begin with."),
            .key("actions", \.actions, .section, "How often each action is taken, as weights."),
            .key("key", \.key, .requestKeys, "The numbers behind the prefix."),
            .key("size", \.size, .sizeRange, "Bytes of an object, or the least and the most."),
            .key(
                "part-size",
                \.partSize,
                .size(in: 1...5 << 30, example: "8MiB"),
                "Objects with more bytes are uploaded in parts of so many."
            ),
            .key(
                "storage-class",
                \.storageClass,
                .choice("storage class", StorageClass.self),
                "Where objects are kept."
            ),
        ]
    }

    private static var whenFields: [Field<Self>] {
        [
            .key("arrival", \.arrival, .arrival, "When they come."),
            .key("from", \.from, .duration, "When the workload begins."),
            .optional(
                "for",
                \.duration,
                .positiveDuration,
                "After which no more operations begin."
            ),
            .key(
                "history",
                \.recordsHistory,
                .boolean,
                "Whether what clients were answered is recorded and checked."
            ),
        ]
    }

    /// Parts that are not the last may not have fewer bytes.
    private static let partSizeMinimum = 5 << 20

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        reading.checkCount(count, arrival, duration, of: "operations", node)
        if actions.mix.isEmpty {
            reading.report(
                "no action has a weight",
                at: node.location(at: ["actions"]),
                expected: Shape.oneOf(ObjectAction.allCases.map(\.rawValue))
            )
        }
        if size.most > partSize, partSize < Self.partSizeMinimum {
            reading.report(
                "parts that are not the last have at least 5MiB",
                at: node.location(at: ["part-size"]),
                expected: "at least 5MiB"
            )
        }
        if size.most > partSize * 10_000 {
            reading.report(
                "objects have at most 10000 parts",
                at: node.location(at: ["size"]),
                expected: "smaller objects, or larger parts"
            )
        }
    }
}

/// How often each action is taken, as weights.
public struct ObjectActionsSpecification: Sendable, Equatable {
    var put = 0.0
    var putIfAbsent = 0.0
    var putIfMatch = 0.0
    var get = 0.0
    var head = 0.0
    var delete = 0.0
    var list = 0.0

    /// None.
    public init() {}

    /// The actions that have a weight.
    public var mix: [(action: ObjectAction, weight: Double)] {
        let weights: [(action: ObjectAction, weight: Double)] = [
            (.put, put), (.putIfAbsent, putIfAbsent), (.putIfMatch, putIfMatch), (.get, get),
            (.head, head), (.delete, delete), (.list, list),
        ]
        return weights.filter { $0.weight > 0 }
    }
}

extension ObjectActionsSpecification: Section {
    static let name = "object-actions"
    static let documentation = "How often each action is taken, as weights."
    static var fields: [Field<Self>] {
        [
            weight("put", \.put, "Writes an object, whatever is there."),
            weight("put-if-absent", \.putIfAbsent, "Writes it where there is none."),
            weight("put-if-match", \.putIfMatch, "Asks what is there, and replaces only that."),
            weight("get", \.get, "Reads it."),
            weight("head", \.head, "Asks what is known of it."),
            weight("delete", \.delete, "Deletes it."),
            weight("list", \.list, "Lists objects from it on."),
        ]
    }

    private static func weight(
        _ key: String,
        _ path: any WritableKeyPath<Self, Double> & Sendable,
        _ documentation: String
    ) -> Field<Self> {
        .switching(key, path, .number(in: 0...1_000_000, example: "3"), off: 0, documentation)
    }
}

/// The least and the most bytes of something.
public struct SizeRange: Sendable, Equatable {
    /// The least.
    public var least: Int
    /// The most.
    public var most: Int

    /// A range of sizes.
    public init(least: Int, most: Int) {
        self.least = least
        self.most = most
    }
}

extension ValueFormat where Value == SizeRange {
    /// A size, or two.
    static var sizeRange: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a size, or the least and the most",
                example: "1KiB...64KiB",
                form: .pattern(#"^\d[^.]*(\.\d[^.]*)?(\.\.\.\d.*)?$"#)
            ),
            parse: { text throws(ValueProblem) in
                guard text.contains("...") else {
                    let size = try QuantityText.size(text)
                    return SizeRange(least: size, most: size)
                }
                let range = try QuantityText.sizes(text)
                return SizeRange(least: range.lowerBound, most: range.upperBound)
            },
            write: { range in
                let least = QuantityText.written(size: range.least)
                return range.least == range.most
                    ? least : "\(least)...\(QuantityText.written(size: range.most))"
            }
        )
    }
}
