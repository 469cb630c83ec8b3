/// A place in an input: what an error message points at.
public struct SourceLocation: Sendable {
    /// The input.
    public let source: SourceText
    /// Line, counted from one.
    public let line: Int
    /// Column in Unicode scalars, counted from one.
    public let column: Int

    /// A place in an input; line and column count from one.
    public init(source: SourceText, line: Int, column: Int) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// The place of values that no file says: the defaults.
    static let builtIn = SourceLocation(
        source: SourceText(name: "default", text: ""),
        line: 1,
        column: 1
    )

    /// The name of the input.
    public var file: String { source.name }

    /// The place so many columns further right.
    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(source: source, line: line, column: column + columns)
    }
}

extension SourceLocation: Equatable, Comparable, CustomStringConvertible {
    /// Equal when file, line and column are; the texts are not compared.
    public static func == (left: SourceLocation, right: SourceLocation) -> Bool {
        left.file == right.file && left.line == right.line && left.column == right.column
    }

    /// By file, then line, then column.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }

    /// `file:line:column`, which editors and terminals turn into a link.
    public var description: String { "\(file):\(line):\(column)" }
}
