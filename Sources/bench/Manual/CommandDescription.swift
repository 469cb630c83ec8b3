/// A command as the parser describes it: the part of its description that a manual needs.
struct CommandDescription: Decodable {
    /// The word that calls it.
    var commandName: String
    /// What it does, in a sentence.
    var abstract: String?
    /// Examples, and more about it.
    var discussion: String?
    /// The commands below it.
    var subcommands: [CommandDescription]?
    /// What it takes.
    var arguments: [Argument]?

    /// The whole program.
    struct Root: Decodable {
        /// The outermost command.
        var command: CommandDescription
    }

    /// An argument, an option or a flag.
    struct Argument: Decodable {
        /// What it is.
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        /// A name with its dashes to be.
        struct Name: Decodable {
            /// `long` or `short`.
            var kind: String
            /// The name without dashes.
            var name: String

            /// The name with its dashes.
            var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        var kind: Kind
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var defaultValue: String?
        var abstract: String?
    }

    /// What it takes, but for the help that every command has.
    var shownArguments: [Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && $0.preferredName?.name != "help" }
    }

    /// The command lines that its discussion gives as examples.
    var examples: [String] {
        (discussion ?? "").split(separator: "\n").filter { $0.hasPrefix(Self.mark) }
            .map { String($0.dropFirst(Self.mark.count)) }
    }

    /// The paragraphs of its discussion that are no examples.
    var paragraphs: [String] {
        let lines = (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !$0.hasPrefix(Self.mark) }
        return kept.split(separator: "").map { $0.joined(separator: " ") }
    }

    private static let mark = "Example: "
}
