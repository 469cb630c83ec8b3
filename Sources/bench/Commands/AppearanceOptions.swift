import ArgumentParser
import Scenarios

/// When text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// On a terminal, unless the environment says otherwise.
    case auto
    /// In pipes and files, too.
    case always
    /// Nowhere.
    case never
}

/// How what a command prints looks.
struct AppearanceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When to colour: auto, always, never.", valueName: "when"))
    var color = ColorChoice.auto
}

extension Terminal {
    /// How reports look here; in ASCII where the terminal or the command line wants it.
    func style(isASCII: Bool) -> TextReport.Style {
        .init(width: width, isColoured: isColoured, isASCII: isASCII || self.isASCII)
    }
}
