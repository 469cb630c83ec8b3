/// How large files, lines, functions and folders may be.
enum Shape {
    static let maximumLines = 400
    static let maximumColumns = 100
    static let maximumFunctionLines = 70
    static let maximumFilesOfFolder = 14

    /// Files with too many lines, and lines with too many columns.
    ///
    /// The text of a literal of several lines, such as a YAML document, may be wider, and so may a
    /// line that is one raw literal, such as the exact body of a response.
    static func sizes(of file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        let count = file.lines.count - (file.lines.last?.isEmpty == true ? 1 : 0)
        if count > maximumLines {
            findings.append(
                Finding(
                    path: file.path,
                    line: maximumLines + 1,
                    rule: "file length",
                    message: "\(count) lines; split it at its concerns, at most \(maximumLines)"
                )
            )
        }
        for (index, line) in file.lines.enumerated() where line.utf8.count > maximumColumns {
            let columns = line.unicodeScalars.count
            let isLiteral = file.literalLines.contains(index + 1)
            let isRawLiteral = line.drop(while: { $0 == " " }).hasPrefix("#\"")
            guard columns > maximumColumns, !isLiteral, !isRawLiteral else { continue }
            findings.append(
                Finding(
                    path: file.path,
                    line: index + 1,
                    rule: "line length",
                    message: "\(columns) columns; at most \(maximumColumns)"
                )
            )
        }
        return findings
    }

    /// Functions, initialisers and subscripts whose bodies have too many lines.
    static func functionLengths(in file: SourceFile) -> [Finding] {
        let tokens = file.tokens
        return tokens.indices.compactMap { index in
            guard ["func", "init", "deinit", "subscript"].contains(tokens[index].text),
                index == 0 || tokens[index - 1].text != ".",
                let opening = bodyStart(of: index, in: tokens)
            else { return nil }
            let closing = end(ofBlockAt: opening, in: tokens)
            let count = tokens[closing].line - tokens[index].line + 1
            guard count > maximumFunctionLines else { return nil }
            return Finding(
                path: file.path,
                line: tokens[index].line,
                rule: "function length",
                message: "\(count) lines; at most \(maximumFunctionLines)"
            )
        }
    }

    /// Words that begin the next declaration where a requirement has no body.
    private static let beginnings: Set<String> = [
        "func", "init", "deinit", "subscript", "var", "let", "case", "struct", "class", "enum",
        "actor", "protocol", "extension", "typealias", "associatedtype", "public", "package",
        "internal", "private", "fileprivate", "static", "mutating", "nonisolated", "override",
    ]

    /// Where the body of the function whose keyword stands at `index` begins, if it has one.
    private static func bodyStart(of index: Int, in tokens: [Token]) -> Int? {
        var depth = 0
        for position in (index + 1)..<max(tokens.count, index + 1) {
            switch tokens[position].text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return position
            case "}" where depth == 0: return nil
            case let text where depth == 0 && beginnings.contains(text): return nil
            default: break
            }
            if depth < 0 { return nil }
        }
        return nil
    }

    /// The closing brace of the block that opens at `opening`.
    private static func end(ofBlockAt opening: Int, in tokens: [Token]) -> Int {
        var depth = 0
        for position in opening..<tokens.count {
            if tokens[position].text == "{" { depth += 1 }
            if tokens[position].text == "}" { depth -= 1 }
            if depth == 0 { return position }
        }
        return tokens.count - 1
    }

    /// Folders with too many Swift files, of the files at `paths`.
    static func crowdedFolders(among files: [SourceFile]) -> [Finding] {
        Dictionary(grouping: files, by: \.folder).filter { $0.value.count > maximumFilesOfFolder }
            .map { folder, files in
                Finding(
                    path: folder,
                    line: 0,
                    rule: "folder size",
                    message: "\(files.count) Swift files; at most \(maximumFilesOfFolder)"
                )
            }
            .sorted { $0.path < $1.path }
    }
}
