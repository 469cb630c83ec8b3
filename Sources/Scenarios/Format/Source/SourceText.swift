/// The text of one input with its name, shared by everything that points into it.
///
/// It is a class so that the thousands of locations of a file hold one pointer each.
public final class SourceText: Sendable {
    /// What the user calls the input: a path, the name of a shipped scenario, or `--set`.
    public let name: String
    /// The lines without their ends.
    public let lines: [String]

    /// Splits a text into lines at line feeds; a carriage return before one belongs to the line
    /// end.
    public init(name: String, text: String) {
        self.name = name
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { line in
                let bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                return String(decoding: bare, as: UTF8.self)
            }
    }

    /// The text of a line, counted from one; nil past the end.
    public func line(_ number: Int) -> String? {
        number >= 1 && number <= lines.count ? lines[number - 1] : nil
    }
}
