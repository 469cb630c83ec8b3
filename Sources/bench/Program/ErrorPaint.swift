/// Colours messages: where a problem is, that it is one, and the caret below its line.
enum ErrorPaint {
    private static let bold = "1"
    private static let red = "1;31"
    private static let cyan = "1;36"

    /// The message with escape sequences; a line that shows a line of an input stays as it is.
    static func coloured(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line(String($0)) }
            .joined(separator: "\n")
    }

    private static func line(_ line: String) -> String {
        if line.hasPrefix("    ") {
            guard line.hasSuffix("^"), line.dropLast().allSatisfy({ $0 == " " || $0 == "\t" })
            else { return line }
            return line.dropLast() + paint("^", red)
        }
        for (word, code) in [("error", red), ("Error", red), ("note", cyan)] {
            if line.hasPrefix("\(word): ") {
                return paint("\(word):", code) + line.dropFirst(word.count + 1)
            }
            guard let mark = line.firstRange(of: ": \(word): ") else { continue }
            let place = line[..<mark.lowerBound]
            return paint("\(place):", bold) + " " + paint("\(word):", code) + " "
                + line[mark.upperBound...]
        }
        return line
    }

    private static func paint(_ text: String, _ code: String) -> String {
        "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
