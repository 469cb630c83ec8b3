import Simulator

/// Sentences without what differs between runs that fail alike.
enum MessageShape {
    /// The longest shape, in characters.
    static let maximum = 300
    /// Words of so many hexadecimal digits are digests.
    private static let digestLength = 8
    private static let separators: Set<Character> = [" ", ",", ";", ":", "(", ")", "\"", "'"]

    /// `sentence` with every number as `#`, and lists of things that look alike then as one of
    /// them: `tasks map-3, map-17 and map-4` is `tasks map-#`.
    static func of(_ sentence: String) -> String {
        var shapes: [String] = []
        var word = ""
        var shape = ""
        for character in sentence {
            if separators.contains(character) {
                shape += withoutNumbers(word)
                word = ""
                if character == " " {
                    shapes.append(shape)
                    shape = ""
                } else {
                    shape.append(character)
                }
            } else {
                word.append(character)
            }
        }
        shapes.append(shape + withoutNumbers(word))
        return String(withoutLists(shapes).joined(separator: " ").prefix(maximum))
    }

    /// Without the words that repeat the one before, commas and `and` aside.
    private static func withoutLists(_ words: [String]) -> [String] {
        func bare(_ word: String) -> Substring {
            word.last == "," ? word.dropLast() : word[...]
        }
        var kept: [String] = []
        for word in words {
            let listed = kept.last == "and" ? kept.dropLast().last : kept.last
            if let listed, word.contains("#"), bare(listed) == bare(word) {
                if kept.last == "and" { kept.removeLast() }
                kept[kept.count - 1] = word
            } else {
                kept.append(word)
            }
        }
        return kept
    }

    /// Digits, with points between them, become `#`; so do digests.
    private static func withoutNumbers(_ word: String) -> String {
        let digits = word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
        if digits, word.count >= digestLength { return "#" }
        var shape = ""
        for character in word {
            if character.isASCII, character.isNumber {
                if shape.hasSuffix("#.") { shape.removeLast() }
                if !shape.hasSuffix("#") { shape.append("#") }
            } else {
                shape.append(character)
            }
        }
        return shape
    }
}

extension FaultInjector.Injection {
    /// `crash of broker-#`: what happened to whom, whatever their numbers.
    var shape: String {
        guard let first = subjects.first else { return fault.name }
        return "\(fault.name) of \(MessageShape.of(first))"
    }
}
