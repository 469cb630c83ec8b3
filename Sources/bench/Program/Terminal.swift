#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What the terminal behind the standard streams can do.
struct Terminal: Equatable, Sendable {
    /// The width of reports.
    var width = 80
    /// Whether results may be coloured.
    var isColoured = false
    /// Whether progress may be drawn on standard error.
    var showsProgress = false

    /// No terminal: eighty columns, no colour, no progress.
    static let none = Terminal()

    /// The terminal of this process.
    ///
    /// `NO_COLOR` (no-color.org) with any value and `TERM=dumb` turn colour off; `TERM=dumb` also
    /// turns off the progress bar, which moves the cursor.
    static func detect() -> Terminal {
        let isDumb = variable("TERM") == "dumb"
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return Terminal(
            width: isTerminal ? columns() : 80,
            isColoured: isTerminal && !isDumb && (variable("NO_COLOR") ?? "").isEmpty,
            showsProgress: isatty(STDERR_FILENO) == 1 && !isDumb
        )
    }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The columns of the terminal, held between 60 and 120.
    private static func columns() -> Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(120, max(60, Int(size.ws_col)))
    }
}
