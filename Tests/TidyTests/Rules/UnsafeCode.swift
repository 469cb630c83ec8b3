/// Finds force unwraps, and promises to the compiler that nobody explains.
enum UnsafeCode {
    /// Tokens that may end an expression or a type.
    private static let ends: Set<String> = [")", "]", "}", ">", "?", "\"\""]
    /// Words before an exclamation mark that are no expression; `try!` and `as!` have their own
    /// rules.
    private static let keywords: Set<String> = ["try", "as", "in", "return", "where"]
    /// How far above its use an explanation may begin.
    private static let reach = 14

    /// Every `value!` and `Type!`.
    static func forceUnwraps(in file: SourceFile) -> [Finding] {
        zip(file.tokens, file.tokens.dropFirst()).compactMap { previous, token in
            guard token.text == "!", !token.isSeparated,
                ends.contains(previous.text) || isName(previous.text)
            else { return nil }
            return Finding(
                path: file.path,
                line: token.line,
                rule: "force unwrap",
                message: "unwrap with guard or if, and handle the other case"
            )
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !keywords.contains(text) else { return false }
        return first.properties.isAlphabetic || first == "_" || first == "$" || first == "`"
    }

    /// Every `@unchecked Sendable` and `nonisolated(unsafe)` without the word Soundness above it.
    static func unexplainedPromises(in file: SourceFile) -> [Finding] {
        file.tokens.indices.compactMap { index in
            let token = file.tokens[index]
            let isPromise =
                token.text == "@unchecked"
                || token.text == "nonisolated" && index + 2 < file.tokens.count
                    && file.tokens[index + 2].text == "unsafe"
            guard isPromise, !isExplained(token.line, in: file) else { return nil }
            return Finding(
                path: file.path,
                line: token.line,
                rule: "Soundness",
                message: "say in a comment above why this is sound, beginning with 'Soundness'"
            )
        }
    }

    private static func isExplained(_ line: Int, in file: SourceFile) -> Bool {
        file.lines[max(0, line - 1 - reach)..<line].contains { text in
            guard let comment = text.firstRange(of: "//") else { return false }
            return text[comment.upperBound...].contains("Soundness")
        }
    }
}
