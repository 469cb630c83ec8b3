/// What must not stand in any text file of the repository.
enum PlainText {
    /// Top folders of machines that are not everybody's.
    ///
    /// A path below them names a machine. `/home` alone is an address of the modelled servers.
    private static let machineFolders = ["work", "tmp", "home", "root", "Users", "opt"]
    /// Marks of unfinished work, spelt apart so that this file has none.
    private static let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]

    /// Every finding in `file`.
    static func findings(in file: SourceFile) -> [Finding] {
        file.lines.enumerated().flatMap { index, line in
            messages(
                for: line,
                isMakefile: file.path == "Makefile",
                isTable: file.path.hasSuffix(".csv")
            ).map { rule, message in
                Finding(path: file.path, line: index + 1, rule: rule, message: message)
            }
        } + ending(of: file)
    }

    private static func messages(
        for line: Substring,
        isMakefile: Bool,
        isTable: Bool
    ) -> [(rule: String, message: String)] {
        var messages: [(rule: String, message: String)] = []
        if line.last == " " || line.last == "\t" || (line.last == "\r" && !isTable) {
            messages.append(("trailing space", "end the line after its last character"))
        }
        if !isMakefile && line.contains("\t") {
            messages.append(("tab", "indent with spaces"))
        }
        for folder in machineFolders where names(folder, in: line) {
            messages.append(
                ("machine path", "a path below /\(folder) exists on one machine only")
            )
        }
        let words = line.split { !$0.isLetter }
        for mark in marks where words.contains(where: { $0 == mark }) {
            messages.append(("unfinished", "'\(mark)': finish it, or write an issue"))
        }
        return messages
    }

    /// Whether `line` has an absolute path into the top folder `folder`.
    private static func names(_ folder: String, in line: Substring) -> Bool {
        let path = "/" + folder + "/"
        return line.ranges(of: path).contains { range in
            let before =
                range.lowerBound > line.startIndex
                ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            return !before.isLetter && !before.isNumber && before != "." && before != "}"
                && (after.isLetter || after == ".")
        }
    }

    private static func ending(of file: SourceFile) -> [Finding] {
        guard !file.text.isEmpty else { return [] }
        let end = Array(file.text.utf8.suffix(2))
        guard end.last != UInt8(ascii: "\n") || end.first == UInt8(ascii: "\n") else { return [] }
        return [
            Finding(
                path: file.path,
                line: file.lines.count,
                rule: "final newline",
                message: "end the file with one line feed"
            )
        ]
    }
}
