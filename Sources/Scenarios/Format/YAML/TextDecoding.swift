/// Turns the bytes of a file into text, or says precisely why they are none.
enum TextDecoding {
    /// The text of a file, without a byte order mark.
    static func decode(_ bytes: [UInt8], name: String) throws(Diagnostic) -> SourceText {
        let nowhere = SourceLocation(source: SourceText(name: name, text: ""), line: 1, column: 1)
        if bytes.count > YAMLLimits.bytes {
            throw Diagnostic(
                "the file is too large",
                at: nowhere,
                expected: "at most \(NumberText.grouped(YAMLLimits.bytes)) bytes (1 MiB)"
            )
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw Diagnostic("the file is UTF-16", at: nowhere, expected: "UTF-8")
        }
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let content = marked ? bytes.dropFirst(3) : bytes[...]
        var lineNumber = 1
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            try check(line, lineNumber, name, isUTF16: looksLikeUTF16(content))
            lineNumber += 1
        }
        return SourceText(name: name, text: String(decoding: content, as: UTF8.self))
    }

    /// Every other byte of a plain text in UTF-16 is zero.
    private static func looksLikeUTF16(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = bytes.prefix(64)
        return head.count >= 4 && head.count { $0 == 0 } * 5 >= head.count * 2
    }

    private static func check(
        _ line: ArraySlice<UInt8>,
        _ number: Int,
        _ name: String,
        isUTF16: Bool
    ) throws(Diagnostic) {
        let plain = line.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x09 || $0 == 0x0D }
        guard !plain else { return }
        let source = SourceText(
            name: name,
            text: String(repeating: "\n", count: number - 1) + String(decoding: line, as: UTF8.self)
        )
        var column = 1
        var decoder = UTF8()
        var bytes = line.makeIterator()
        while true {
            let place = SourceLocation(source: source, line: number, column: column)
            switch decoder.decode(&bytes) {
            case .emptyInput:
                return
            case .error:
                throw Diagnostic(
                    "the file is not valid UTF-8 here",
                    at: place,
                    expected: "UTF-8 text"
                )
            case .scalarValue(let scalar):
                if scalar == "\0" {
                    let kind = isUTF16 ? "UTF-16 without a byte order mark" : "binary: a NUL byte"
                    throw Diagnostic("the file is \(kind)", at: place, expected: "UTF-8 text")
                }
                if isForbidden(scalar) {
                    let code = String(scalar.value, radix: 16, uppercase: true)
                    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
                    throw Diagnostic("control character U+\(padded)", at: place, expected: "text")
                }
            }
            column += 1
        }
    }

    /// The characters outside YAML's printable set (YAML 1.2, section 5.1).
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85: false
        case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF, 0xFEFF: true
        default: false
        }
    }
}
