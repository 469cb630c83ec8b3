internal import Foundation

/// The manual page of the program, in the language mdoc (mdoc(7)).
struct ManualPage {
    private let command: CommandDescription

    /// The page of a program whose parser describes it so, as JSON.
    init(of description: String) throws {
        let root = try JSONDecoder().decode(
            CommandDescription.Root.self,
            from: Data(description.utf8)
        )
        command = root.command
    }

    /// The page.
    var text: String {
        var page = MdocText()
        page.macro("Dd", "November 24, 2026")
        page.macro("Dt", command.commandName.uppercased(), "1")
        page.macro("Os")
        page.macro("Sh", "NAME")
        page.macro("Nm", command.commandName)
        page.macro("Nd", Self.lead(command.abstract ?? ""))
        page.macro("Sh", "SYNOPSIS")
        page.macro("Nm")
        page.macro("Ar", "command")
        page.line(".Op Ar argument ...")
        page.macro("Sh", "DESCRIPTION")
        page.paragraph(Self.description)
        page.paragraph("The commands are:")
        page.macro("Bl", "-tag", "-width", "completions")
        let commands = (command.subcommands ?? []).filter { $0.commandName != "help" }
        for command in commands {
            page.line(".It Cm \(MdocText.argument(command.commandName))")
            page.paragraph(command.abstract ?? "")
        }
        page.macro("El")
        for command in commands { Self.append(command, to: &page) }
        Self.appendEnvironment(to: &page)
        page.macro("Sh", "EXIT STATUS")
        page.macro("Bl", "-tag", "-width", "130")
        for status in ProgramStatus.allCases {
            page.macro("It", "\(status.rawValue)")
            page.paragraph(Self.sentence(status.meaning))
        }
        page.macro("El")
        page.macro("Sh", "EXAMPLES")
        for command in commands where !command.examples.isEmpty {
            page.paragraph(command.abstract ?? "")
            for example in command.examples { page.literal(example) }
            page.macro("Pp")
        }
        page.removeLastBreak()
        page.macro("Sh", "SEE ALSO")
        page.line(".Xr man 1")
        return page.text
    }

    private static let description = """
        Scenario files say what stands in a cluster, what is asked of it, what goes wrong and what \
        must hold. Time is virtual: minutes of a cluster's life take a fraction of a second. A run \
        is decided by its file and one seed, and can be repeated event for event. Results go to \
        the standard output, problems and progress to the standard error.
        """

    private static func append(_ command: CommandDescription, to page: inout MdocText) {
        page.line(".Ss bench \(MdocText.argument(command.commandName))")
        page.macro("Nm", "bench", "Cm", command.commandName)
        for argument in command.shownArguments { page.line(synopsis(of: argument)) }
        page.macro("Pp")
        page.paragraph(command.abstract ?? "")
        for paragraph in command.paragraphs {
            page.macro("Pp")
            page.paragraph(paragraph)
        }
        guard !command.shownArguments.isEmpty else { return }
        page.macro("Bl", "-tag", "-width", "Ds")
        for argument in command.shownArguments {
            page.line(".It \(item(of: argument))")
            let standard = argument.defaultValue.map { " Without it: \($0)." } ?? ""
            page.paragraph(sentence(argument.abstract ?? "") + standard)
        }
        page.macro("El")
    }

    /// How an argument is written, without brackets.
    private static func item(of argument: CommandDescription.Argument) -> String {
        let value = "Ar \(MdocText.argument(argument.valueName ?? "value"))"
        guard let name = argument.preferredName else { return value }
        let flag = "Fl \(MdocText.argument(String(name.text.dropFirst())))"
        return argument.kind == .flag ? flag : "\(flag) \(value)"
    }

    private static func synopsis(of argument: CommandDescription.Argument) -> String {
        let item = item(of: argument) + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? ".Op \(item)" : ".\(item)"
    }

    private static func appendEnvironment(to page: inout MdocText) {
        page.macro("Sh", "ENVIRONMENT")
        page.macro("Bl", "-tag", "-width", "CLICOLOR_FORCE")
        for (name, meaning) in variables {
            page.line(".It Ev \(MdocText.argument(name))")
            page.paragraph(meaning)
        }
        page.macro("El")
    }

    private static let variables = [
        ("CLICOLOR_FORCE", "With any value but 0, colours are used in pipes and files, too."),
        ("COLUMNS", "The width of reports, which is else that of the terminal, or 80."),
        (
            "LC_ALL",
            "A locale that is not of UTF-8 has reports drawn with ASCII characters only. Where "
                + "it is not set, LC_CTYPE is asked, then LANG."
        ),
        ("NO_COLOR", "With any value, no colours are used."),
        ("TERM", "On a terminal called dumb, no colours are used and no progress is shown."),
        ("TMPDIR", "Where jobs on real files put what has no room in memory."),
    ]

    /// An abstract as the name line wants it: no capital, no full stop.
    private static func lead(_ text: String) -> String {
        let body = text.hasSuffix(".") ? String(text.dropLast()) : text
        return body.prefix(1).lowercased() + body.dropFirst()
    }

    private static func sentence(_ text: String) -> String {
        let whole = text.hasSuffix(".") ? text : "\(text)."
        return whole.prefix(1).uppercased() + whole.dropFirst()
    }
}
