/// Text in the language mdoc, in which nothing but macros is markup.
struct MdocText {
    private var lines: [String] = []

    /// The whole text, ending with a line feed.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Appends a macro with its arguments.
    mutating func macro(_ name: String, _ arguments: String...) {
        lines.append(([".\(name)"] + arguments.map(Self.word)).joined(separator: " "))
    }

    /// Appends a line as it is.
    mutating func line(_ line: String) {
        lines.append(line)
    }

    /// Appends text, a line for each sentence, since a full stop at the end of a line ends one.
    mutating func paragraph(_ text: String) {
        var sentence = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            sentence += sentence.isEmpty ? "" : " "
            sentence += word
            if word.hasSuffix(".") {
                lines.append(Self.escaped(sentence))
                sentence = ""
            }
        }
        if !sentence.isEmpty { lines.append(Self.escaped(sentence)) }
    }

    /// Appends a line that stands alone, as it is typed.
    mutating func literal(_ text: String) {
        let words = text.split(separator: " ").map { Self.argument(String($0)) }
        lines.append(".Dl \(words.joined(separator: " "))")
    }

    /// Removes a break between paragraphs at the end.
    mutating func removeLastBreak() {
        if lines.last == ".Pp" { lines.removeLast() }
    }

    /// Plain text: no character of it is an escape, nor begins a macro.
    static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
    }

    /// A word of a macro's line that is no macro, and is read as one word.
    static func argument(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq")
            .replacing("-", with: "\\-")
        return "\\&\(escaped)"
    }

    /// A word of a macro's line that may be a macro: with quotes where it has blanks.
    private static func word(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\e").replacing("\"", with: "\\(dq")
        return escaped.contains(" ") ? "\"\(escaped)\"" : escaped
    }
}
