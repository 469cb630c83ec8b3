/// A piece of code that must not stand in some part of the sources.
struct BannedCode {
    /// Where a rule holds.
    enum Scope {
        /// The libraries: what a simulation can reach.
        case libraries
        /// The program too.
        case sources

        /// Whether the rule holds in the file at `path`.
        func contains(_ path: String) -> Bool {
            switch self {
            case .libraries:
                path.hasPrefix("Sources/Simulator/") || path.hasPrefix("Sources/Scenarios/")
            case .sources: path.hasPrefix("Sources/")
            }
        }
    }

    /// What the rule is called.
    let name: String
    /// Where it holds.
    let scope: Scope
    /// Tokens just before the word; empty where it does not matter.
    var preceding: [String] = []
    /// A token that must not stand just before the word.
    var notPreceding: Set<String> = []
    /// The word itself.
    let word: String
    /// Tokens just after the word.
    var following: [String] = []
    /// An argument that makes the call lawful.
    var unlessLabelled: String?
    /// What to do instead.
    let instead: String

    /// The findings of all `rules` in `file`.
    static func findings(in file: SourceFile, _ rules: [BannedCode] = all) -> [Finding] {
        let rules = Dictionary(
            grouping: rules.filter { $0.scope.contains(file.path) },
            by: \.word
        )
        return file.tokens.indices.flatMap { index in
            (rules[file.tokens[index].text] ?? []).filter { $0.matches(file.tokens, at: index) }.map
            {
                Finding(
                    path: file.path,
                    line: file.tokens[index].line,
                    rule: $0.name,
                    message: $0.instead
                )
            }
        }
    }

    private func matches(_ tokens: [Token], at index: Int) -> Bool {
        guard index >= preceding.count, index + following.count < tokens.count else { return false }
        for (offset, text) in following.enumerated()
        where tokens[index + 1 + offset].text != text { return false }
        for (offset, text) in preceding.enumerated()
        where tokens[index - preceding.count + offset].text != text { return false }
        if index > 0, notPreceding.contains(tokens[index - 1].text) { return false }
        if let label = unlessLabelled {
            return !hasArgument(label, in: tokens, after: index)
        }
        return true
    }

    /// Whether the call whose name stands at `index` has an argument called `label`.
    private func hasArgument(_ label: String, in tokens: [Token], after index: Int) -> Bool {
        var depth = 0
        for (offset, token) in tokens[(index + 1)...].enumerated() {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth == 0 { return false }
            let next = index + 2 + offset
            if depth == 1, token.text == label, next < tokens.count, tokens[next].text == ":" {
                return true
            }
        }
        return false
    }
}

extension BannedCode {
    /// Every rule.
    static let all = time + randomness + hashes + tasks + inputAndOutput + traps

    private static let time = [
        ("Date", "the real time is no part of a run; use node.now"),
        ("ContinuousClock", "use node.clock"), ("SuspendingClock", "use node.clock"),
        ("usleep", "use node.sleep"), ("nanosleep", "use node.sleep"),
        ("clock_gettime", "use node.now"), ("gettimeofday", "use node.now"),
    ].map { BannedCode(name: $0, scope: .libraries, word: $0, instead: $1) }

    private static let randomness =
        [
            ("UUID", "draw from a split random stream"),
            ("SystemRandomNumberGenerator", "draw from a split random stream"),
            ("arc4random", "draw from a split random stream"),
            ("drand48", "draw from a split random stream"),
        ].map { BannedCode(name: $0, scope: .libraries, word: $0, instead: $1) }
        + ["shuffled", "shuffle", "randomElement"].map {
            BannedCode(
                name: ".\($0)()",
                scope: .libraries,
                preceding: ["."],
                word: $0,
                following: ["("],
                unlessLabelled: "using",
                instead: "pass a split random stream with using:"
            )
        }
        + [["(", "in", ":"], ["(", ")"]].map {
            BannedCode(
                name: ".random(in:)",
                scope: .libraries,
                preceding: ["."],
                word: "random",
                following: $0,
                unlessLabelled: "using",
                instead: "pass a split random stream with using:"
            )
        }

    private static let hashes = ["Hasher", "hashValue", "ObjectIdentifier"].map {
        BannedCode(
            name: $0,
            scope: .libraries,
            word: $0,
            instead: "it differs between processes; use a hash function of Hashing, or a number"
        )
    }

    private static let tasks =
        [
            ["{"], ["("], [".", "detached"], [".", "immediate"],
            ["<", "Void", ",", "Never", ">", "{"],
        ].map {
            BannedCode(
                name: "Task",
                scope: .libraries,
                word: "Task",
                following: $0,
                instead: "start it with node.spawn, a task group or async let"
            )
        } + [
            BannedCode(
                name: "Task.sleep",
                scope: .libraries,
                word: "Task",
                following: [".", "sleep"],
                instead: "use node.sleep"
            ),
            BannedCode(
                name: "MainActor",
                scope: .libraries,
                word: "@MainActor",
                instead: "the main actor is outside virtual time"
            ),
            BannedCode(
                name: "Thread",
                scope: .libraries,
                word: "Thread",
                instead: "one thread drains a simulation"
            ),
            BannedCode(
                name: "DispatchQueue",
                scope: .libraries,
                word: "DispatchQueue",
                instead: "one thread drains a simulation"
            ),
        ]

    private static let inputAndOutput =
        ["Foundation", "Dispatch", "Glibc", "Musl", "Darwin"].map {
            BannedCode(
                name: "import \($0)",
                scope: .libraries,
                preceding: ["import"],
                word: $0,
                instead: "the platform is no part of a run; FoundationEssentials at most"
            )
        }
        + ["print", "debugPrint", "dump"].map {
            BannedCode(
                name: $0,
                scope: .libraries,
                notPreceding: [".", "func"],
                word: $0,
                following: ["("],
                instead: "a library returns what it has to say"
            )
        }

    private static let traps = [
        BannedCode(
            name: "fatalError",
            scope: .sources,
            word: "fatalError",
            instead: "throw an error; a programmer's error is a precondition"
        ),
        BannedCode(
            name: "try!",
            scope: .sources,
            word: "try",
            following: ["!"],
            instead: "handle the error, or let it pass on"
        ),
        BannedCode(
            name: "as!",
            scope: .sources,
            word: "as",
            following: ["!"],
            instead: "use as? and handle the other case"
        ),
    ]
}
