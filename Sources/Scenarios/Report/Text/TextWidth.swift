/// How many columns of a terminal a text takes, and texts cut to them.
package enum TextWidth {
    /// The columns that a text takes: two for the wide characters of East Asia and for emoji, none
    /// for control characters.
    ///
    /// Source: Unicode Standard Annex 11, classes W and F, by blocks.
    package static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    private static func of(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
            return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }

    /// The text with blanks up to a width, before it for numbers.
    package static func padded(_ text: String, to width: Int, isRight: Bool) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return isRight ? blanks + text : text + blanks
    }

    /// The text cut to a width, with a sign for what is missing.
    package static func shortened(_ text: String, to width: Int, isASCII: Bool) -> String {
        guard of(text) > width else { return text }
        let sign = isASCII ? ".." : "…"
        let room = width - of(sign)
        guard room > 0 else { return String(sign.prefix(max(0, width))) }
        var shortened = ""
        var used = 0
        for character in text {
            let width = of(character)
            guard used + width <= room else { break }
            shortened.append(character)
            used += width
        }
        return shortened + sign
    }

    /// The text in lines of at most so many columns, broken at blanks, and within words that are
    /// longer than a line.
    package static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                var rest = String(word)
                if !line.isEmpty, of(line) + 1 + of(rest) <= width {
                    line += " " + rest
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                while of(rest) > width {
                    let head = firstPart(of: rest, width: width)
                    lines.append(head)
                    rest = String(rest.dropFirst(head.count))
                }
                line = rest
            }
            lines.append(line)
        }
        return lines
    }

    private static func firstPart(of word: String, width: Int) -> String {
        var part = ""
        var used = 0
        for character in word {
            used += of(character)
            if used > width, !part.isEmpty { break }
            part.append(character)
        }
        return part
    }
}
