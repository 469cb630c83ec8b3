/// What a backup holds: every file with its digest, and where its bytes are.
///
/// A backup is complete in a region once its manifest is there, which is written last.
struct BackupManifest: Hashable, Sendable {
    /// A file as it was when the backup was begun.
    struct File: Hashable, Sendable {
        /// The name within the directory.
        let name: String
        /// Bytes it had.
        let size: Int
        /// What they were.
        let digest: ContentDigest
        /// The backup that wrote the bytes: this one or an earlier one.
        let writer: BackupName
    }

    /// The name of the backup.
    let name: BackupName
    /// The files in the order of their names.
    let files: [File]

    /// Bytes of all files.
    var size: Int { files.reduce(0) { $0 + $1.size } }

    /// The manifest as text: a line for the backup, one a file, and one with their number and the
    /// digest of all lines before.
    var text: String {
        var text = "backup \(name)\n"
        for file in files {
            text += "file \(file.size) \(file.digest) \(file.writer) \(Self.escaped(file.name))\n"
        }
        return text + "end \(files.count) \(ContentDigest(of: Array(text.utf8)))\n"
    }

    /// A manifest of these files.
    init(name: BackupName, files: [File]) {
        self.name = name
        self.files = files
    }

    /// Reads a manifest; nil where it is not whole.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.last == "\n" else { return nil }
        let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, let last = lines.last, lines.count >= 2,
            first.hasPrefix("backup "), let name = BackupName(first.dropFirst(7))
        else { return nil }
        let body = Array(bytes.dropLast(last.utf8.count + 1))
        guard last == "end \(lines.count - 2) \(ContentDigest(of: body))" else { return nil }
        let files = lines.dropFirst().dropLast().compactMap(Self.file)
        guard files.count == lines.count - 2 else { return nil }
        self.init(name: name, files: files)
    }

    private static func file(_ line: Substring) -> File? {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "file", let size = Int(parts[1]),
            let digest = ContentDigest(parts[2]), let writer = BackupName(parts[3]),
            let name = plain(parts[4])
        else { return nil }
        return File(name: name, size: size, digest: digest, writer: writer)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%")
    }

    /// A name without spaces and line ends: such bytes are `%` and two digits.
    private static func escaped(_ name: String) -> String {
        if name.utf8.allSatisfy(isPlain) { return name }
        return name.utf8.map {
            isPlain($0) ? String(UnicodeScalar($0)) : "%" + Hexadecimal.text([$0])
        }.joined()
    }

    private static func plain(_ escaped: Substring) -> String? {
        guard escaped.utf8.contains(UInt8(ascii: "%")) else { return String(escaped) }
        var bytes: [UInt8] = []
        var rest = Array(escaped.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.value),
                let low = rest.popFirst().flatMap(Hexadecimal.value)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
