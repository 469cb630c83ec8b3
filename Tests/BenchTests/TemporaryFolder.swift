import Foundation

/// A folder of a test's own, until it is removed.
struct TemporaryFolder {
    let path: String

    init() throws {
        let template = "\(FileManager.default.temporaryDirectory.path)/bench-XXXXXX"
        var bytes = Array(template.utf8CString)
        guard mkdtemp(&bytes) != nil else { throw POSIXError(.ENOENT) }
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with everything in it.
    func remove() {
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
