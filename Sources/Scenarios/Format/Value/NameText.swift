/// Names, name patterns and paths as scenario files write them.
enum NameText {
    /// The longest name in characters.
    static let longest = 100

    /// A name: not empty, not too long, one line, no blanks at its ends.
    static func name(_ text: String) throws(ValueProblem) -> String {
        guard !text.isEmpty else { throw ValueProblem("is empty") }
        guard text.unicodeScalars.count <= longest else {
            throw ValueProblem("is too long", expected: "at most \(longest) characters")
        }
        for (offset, scalar) in text.unicodeScalars.enumerated()
        where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
            throw ValueProblem("contains a control character", offset: offset)
        }
        guard text.first != " ", text.last != " " else {
            throw ValueProblem("has a blank at an end")
        }
        return text
    }

    /// The name of a scenario: what stands in file names and on the command line.
    static func slug(_ text: String) throws(ValueProblem) -> String {
        _ = try name(text)
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            let isFit =
                ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
            if !isFit {
                throw ValueProblem("contains '\(Shortened.text(String(scalar)))'", offset: offset)
            }
        }
        guard !text.hasPrefix("-") else { throw ValueProblem("begins with '-'") }
        return text
    }

    /// One line of text for people.
    ///
    /// - Parameter longest: The most characters.
    static func line(
        _ text: String,
        longest: Int = 1_000
    ) throws(ValueProblem) -> String {
        guard text.unicodeScalars.count <= longest else {
            throw ValueProblem("is too long", expected: "at most \(longest) characters")
        }
        let isLine = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard isLine else { throw ValueProblem("is more than one line") }
        return text
    }

    /// The most characters of a path or a header of a request: room for a key of 1,024 bytes, each
    /// of them encoded.
    static let longestInRequest = 4_000

    /// The path of a request.
    static func requestPath(_ text: String) throws(ValueProblem) -> String {
        _ = try line(text, longest: longestInRequest)
        guard text.hasPrefix("/") else { throw ValueProblem("does not begin with '/'") }
        guard !text.contains(" ") else { throw ValueProblem("contains a blank") }
        return text
    }

    /// A name in which `{i}` stands for a number.
    static func pattern(_ text: String) throws(ValueProblem) -> String {
        _ = try name(text)
        let inner = pieces(text).joined()
        if let brace = inner.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let offset = inner.unicodeScalars.distance(from: inner.startIndex, to: brace)
            throw ValueProblem(
                "has a stray '\(inner[brace])'",
                hint: "{i} stands for the number",
                offset: offset
            )
        }
        return text
    }

    /// A pattern with its number filled in.
    static func filled(_ pattern: String, _ number: Int) -> String {
        pieces(pattern).joined(separator: String(number))
    }

    /// What stands before, between and after the `{i}`.
    static func pieces(_ pattern: String) -> [String] {
        var pieces = [""]
        var rest = pattern[...]
        while let first = rest.first {
            if rest.hasPrefix("{i}") {
                pieces.append("")
                rest = rest.dropFirst(3)
            } else {
                pieces[pieces.count - 1].append(first)
                rest = rest.dropFirst()
            }
        }
        return pieces
    }

    /// The steps of a path such as `faults.0.at`.
    static func steps(_ text: String) throws(ValueProblem) -> [String] {
        var offset = 0
        let steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for step in steps {
            if step.isEmpty {
                throw ValueProblem("has an empty step", hint: "keys joined by dots", offset: offset)
            }
            offset += step.unicodeScalars.count + 1
        }
        guard steps.count <= 32 else { throw ValueProblem("has too many steps") }
        return steps
    }
}
