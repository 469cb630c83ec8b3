/// One problem of an input: where it is, what is wrong, and what would be right.
public struct Diagnostic: Error, Equatable, Sendable {
    /// The place.
    public var location: SourceLocation
    /// The path of the value, such as `cluster.servers.count`; empty for the file as a whole.
    public var path: String
    /// What is wrong, in words, with the offending value.
    public var problem: String
    /// What would be right, with an example.
    public var expected: String?
    /// The nearest of the known words, for a misspelt one.
    public var suggestion: String?
    /// How to mend it, or in which cell of a matrix it occurs.
    public var hint: String?

    /// A problem at a place; the rest may be added.
    public init(
        _ problem: String,
        at location: SourceLocation,
        path: String = "",
        expected: String? = nil,
        suggestion: String? = nil,
        hint: String? = nil
    ) {
        self.location = location
        self.path = path
        self.problem = problem
        self.expected = expected
        self.suggestion = suggestion
        self.hint = hint
    }

    /// The problem in one line, without the place.
    public var message: String {
        var text = path.isEmpty ? problem : "\(path): \(problem)"
        if let expected { text += "; expected \(expected)" }
        if let suggestion { text += "; did you mean '\(suggestion)'?" }
        if let hint { text += " (\(hint))" }
        return text
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `file:line:column: error: message`, then the line of the input and a caret below the column.
    public var description: String {
        let head = "\(location): error: \(message)"
        guard let line = location.source.line(location.line), !line.isEmpty else { return head }
        let (window, caret) = Self.window(of: line, around: location.column)
        return "\(head)\n    \(window)\n    \(caret)^"
    }

    /// The part of a line near a column, and the blanks that put a caret below it.
    ///
    /// Tabs stay tabs in the blanks, so that the caret stands right for any width of them; control
    /// characters, which could drive the terminal, are replaced.
    private static func window(of line: String, around column: Int) -> (String, String) {
        let scalars = Array(line.unicodeScalars)
        let start = column > 80 ? column - 61 : 0
        let end = min(scalars.count, start + 120)
        guard start < end else { return ("", "") }
        var text = String.UnicodeScalarView()
        var blanks = String.UnicodeScalarView()
        for (offset, scalar) in scalars[start..<end].enumerated() {
            let control = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            text.append(control && scalar != "\t" ? "\u{FFFD}" : scalar)
            if start + offset < column - 1 { blanks.append(scalar == "\t" ? "\t" : " ") }
        }
        return (String(text), String(blanks))
    }
}
