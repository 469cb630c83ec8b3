import Foundation

/// A folder that is there as long as a test looks at it.
final class TemporaryFolder {
    let path: String

    init(_ name: String = #function) {
        let word = String(name.filter { $0.isLetter && $0.isASCII }.prefix(60))
        path = "\(FileManager.default.temporaryDirectory.path)/bench-\(getpid())-\(word)"
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// The files below the folder, sorted.
    var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
    }

    /// The contents of a file.
    func contents(of name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)")
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
