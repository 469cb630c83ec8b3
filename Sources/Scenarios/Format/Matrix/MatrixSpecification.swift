/// The variations of a scenario: every combination is a run.
public struct MatrixSpecification: Sendable, Equatable {
    /// What varies, in the order of the file.
    public var axes: [MatrixAxis] = []
    /// What is crossed: an axis, the pairs of `zip`, or the list of `cells`.
    var dimensions: [MatrixDimension] = []
    /// The section as the file says it.
    var node = YAMLNode.mapping([])

    /// No variations: one run.
    public init() {}

    /// How many runs there are.
    public var cellCount: Int { dimensions.reduce(1) { $0 * $1.alternatives.count } }

    /// Equal when they say the same.
    public static func == (left: MatrixSpecification, right: MatrixSpecification) -> Bool {
        left.axes == right.axes && left.node.says(right.node)
    }

    /// The most paths that vary.
    static let pathLimit = 100
    /// The most runs of one scenario.
    static let cellLimit = 10_000
}

/// A value that varies between the cells of a matrix.
public struct MatrixAxis: Sendable, Equatable {
    /// The path of the value, or `label`.
    public var path: String
    /// The values as YAML in one line each, each once, in the order of the file.
    public var values: [String]
}

/// One thing that is crossed with the others.
struct MatrixDimension: Sendable {
    /// What each step along it sets.
    var alternatives: [[MatrixAssignment]]
}

/// A path with the value that a cell has there.
struct MatrixAssignment: Sendable {
    /// The path as text, or `label`.
    var path: String
    /// Where the path stands.
    var location: SourceLocation
    /// The value.
    var value: YAMLNode

    /// The name that an explicit cell may have, beside its paths.
    static let label = "label"
}

extension ValueFormat where Value == MatrixSpecification {
    /// The section `matrix`.
    static var matrix: ValueFormat {
        ValueFormat(
            shape: MatrixReader.shape,
            read: { node, reading in
                var reader = MatrixReader()
                return reader.read(node, &reading)
            },
            write: \.node
        )
    }
}
