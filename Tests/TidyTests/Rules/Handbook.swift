/// Compares what the README says with the files that it speaks of.
struct Handbook {
    /// A block of code that stands for a file.
    struct Embedding: Equatable {
        /// The file, relative to the root of the repository.
        let path: String
        /// Whether only the first lines of the file are shown.
        let isBeginning: Bool
        /// The text of the block.
        let text: String

        /// Whether the block agrees with a file of this text.
        func matches(_ file: String) -> Bool {
            isBeginning ? !text.isEmpty && file.hasPrefix(text) : file == text
        }
    }

    private let lines: [Substring]

    /// A README with this text.
    init(text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Blocks after a comment with a path, or with `first lines of` a path.
    var embeddings: [Embedding] {
        lines.indices.compactMap { index in
            let line = lines[index]
            guard line.hasPrefix("<!-- "), line.hasSuffix(" -->"), index + 1 < lines.count,
                lines[index + 1].hasPrefix("```")
            else { return nil }
            let mark = "first lines of "
            let name = line.dropFirst(5).dropLast(4)
            let block = lines[(index + 2)...].prefix { !$0.hasPrefix("```") }
            return Embedding(
                path: String(name.hasPrefix(mark) ? name.dropFirst(mark.count) : name),
                isBeginning: name.hasPrefix(mark),
                text: block.map { $0 + "\n" }.joined()
            )
        }
    }

    /// The rows of all tables below the heading `title`, as cells without their blanks.
    func rows(below title: String) -> [[String]] {
        guard let start = lines.firstIndex(of: Substring("## " + title)) else { return [] }
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| ") }
            .map { line in
                line.dropFirst().dropLast().replacing("\\|", with: "/")
                    .split(separator: "|", omittingEmptySubsequences: false)
                    .map { cell in
                        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                    }
            }
    }

    /// The links and code words that begin the rows below `title`.
    func names(below title: String) -> [String] {
        rows(below: title).compactMap { row in
            let cell = row[0]
            guard cell.hasPrefix("`") || cell.hasPrefix("[") else { return nil }
            return String(cell.dropFirst().prefix { !"`]".contains($0) })
        }
    }
}
