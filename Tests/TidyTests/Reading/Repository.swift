import Foundation

/// The source tree that the tests were built from.
struct Repository {
    /// Files that are no part of the product: see `.gitignore`.
    private static let ignored: Set<String> = [
        ".git", ".swiftpm", "Package.resolved", "__pycache__", ".DS_Store",
    ]

    /// The folder of `Package.swift`.
    let root: URL

    /// The repository of this file.
    static let current = Repository(
        root: URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
    )

    /// Paths of all files below `folder`, relative to the root, in order.
    ///
    /// - Parameter endings: The endings of the names that count; empty for every file.
    func paths(below folder: String = "", endings: [String] = []) throws -> [String] {
        let start = folder.isEmpty ? root : root.appendingPathComponent(folder)
        let entries = try FileManager.default.contentsOfDirectory(
            at: start,
            includingPropertiesForKeys: [.isDirectoryKey]
        )
        var paths: [String] = []
        for entry in entries.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
            let name = entry.lastPathComponent
            if Self.ignored.contains(name) || name.hasPrefix(".build") { continue }
            let path = folder.isEmpty ? name : folder + "/" + name
            if try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
                paths += try self.paths(below: path, endings: endings)
            } else if endings.isEmpty || endings.contains(where: name.hasSuffix) {
                paths.append(path)
            }
        }
        return paths
    }

    /// The file at `path`.
    func file(_ path: String) throws -> SourceFile {
        let bytes = try Data(contentsOf: root.appendingPathComponent(path))
        return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
    }

    /// All Swift files below `folders`.
    func swiftFiles(below folders: String...) throws -> [SourceFile] {
        try folders.flatMap { try paths(below: $0, endings: [".swift"]) }.map(file)
    }

    /// Whether there is a file at `path`.
    func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }
}

/// A file of the repository, or a planted one.
struct SourceFile {
    /// Relative to the root of the repository, with slashes.
    let path: String
    /// The whole text.
    let text: String
    /// The text between line feeds; the last is empty when the file ends as it should.
    let lines: [Substring]
    /// The tokens, read as Swift.
    let tokens: [Token]
    /// Lines that belong to the text of a literal of several lines, from 1.
    let literalLines: Set<Int>

    /// A file with this text.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map(Substring.init)
        let isSwift = path.hasSuffix(".swift")
        let lexer = isSwift ? Lexer(reading: text) : nil
        tokens = lexer?.tokens ?? []
        literalLines = lexer?.literalLines ?? []
    }

    /// The folder the file stands in.
    var folder: String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }
}

/// A place that breaks a rule.
struct Finding: Equatable, CustomStringConvertible {
    /// The file, relative to the root of the repository.
    let path: String
    /// The line, from 1.
    let line: Int
    /// Which rule, for exemptions.
    let rule: String
    /// What is wrong, and what would be right.
    let message: String

    /// `path:line: rule: message`, which editors and terminals can jump to.
    var description: String { "\(path):\(line): \(rule): \(message)" }
}

/// A file that may break a rule.
struct Exemption: CustomStringConvertible {
    /// The rule that does not hold.
    let rule: String
    /// The file in which it does not.
    let path: String
    /// Why it must be so.
    let reason: String

    /// What is exempt from what.
    var description: String { "\(path) is exempt from '\(rule)': \(reason)" }

    /// Whether this is about `finding`.
    func covers(_ finding: Finding) -> Bool {
        finding.rule == rule && finding.path == path
    }
}
