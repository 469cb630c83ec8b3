#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What the terminal behind the standard streams can do.
struct Terminal: Equatable, Sendable {
    /// The width of reports, from 40 to 120 columns.
    var width = 80
    /// Whether results are read on a terminal.
    var isInteractive = false
    /// Whether results may be coloured.
    var isColoured = false
    /// Whether problems may be coloured.
    var colorsErrors = false
    /// Whether progress may be drawn on standard error.
    var showsProgress = false
    /// The columns of standard error, in which progress must have room.
    var errorColumns = 80
    /// Whether only ASCII can be shown.
    var isASCII = false

    /// No terminal: eighty columns, no colour, no progress.
    static let none = Terminal()

    /// A standard stream.
    struct Stream: Equatable, Sendable {
        /// Whether it is a terminal.
        var isTerminal = false
        /// The columns that a terminal says it has.
        var columns: Int?

        /// The stream behind a descriptor of this process.
        init(descriptor: Int32) {
            isTerminal = isatty(descriptor) == 1
            var size = winsize()
            guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
            else { return }
            columns = Int(size.ws_col)
        }

        /// A stream with these properties.
        init(isTerminal: Bool = false, columns: Int? = nil) {
            self.isTerminal = isTerminal
            self.columns = columns
        }
    }

    /// The terminal of this process.
    static func detect() -> Terminal {
        Terminal(
            output: Stream(descriptor: STDOUT_FILENO),
            errors: Stream(descriptor: STDERR_FILENO),
            variable: variable
        )
    }

    /// What two streams can do in an environment.
    ///
    /// A stream is coloured when it is a terminal. `NO_COLOR` (no-color.org) with any value turns
    /// that off, else `CLICOLOR_FORCE` (bixense.com/clicolors) with any value but 0 turns it on
    /// everywhere; `TERM=dumb` turns it off as well, and progress, which moves the cursor.
    /// `COLUMNS` has the width where it is given. A locale that is named (by the first of
    /// `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty) and is not one of UTF-8 shows ASCII only.
    init(output: Stream, errors: Stream, variable: (String) -> String?) {
        func given(_ name: String) -> String? {
            variable(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let isDumb = variable("TERM") == "dumb"
        let isForced = given("CLICOLOR_FORCE").map { $0 != "0" } ?? false
        let isPlain = given("NO_COLOR") != nil
        let isColoured = { (stream: Stream) in
            !isPlain && (isForced || stream.isTerminal && !isDumb)
        }
        let columns = given("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        let locale = given("LC_ALL") ?? given("LC_CTYPE") ?? given("LANG")
        self.init(
            width: min(120, max(40, columns ?? output.columns ?? 80)),
            isInteractive: output.isTerminal,
            isColoured: isColoured(output),
            colorsErrors: isColoured(errors),
            showsProgress: errors.isTerminal && !isDumb,
            errorColumns: max(20, errors.columns ?? columns ?? 80),
            isASCII: locale.map { !Self.isUnicode($0) } ?? false
        )
    }

    private init(
        width: Int,
        isInteractive: Bool,
        isColoured: Bool,
        colorsErrors: Bool,
        showsProgress: Bool,
        errorColumns: Int,
        isASCII: Bool
    ) {
        self.width = width
        self.isInteractive = isInteractive
        self.isColoured = isColoured
        self.colorsErrors = colorsErrors
        self.showsProgress = showsProgress
        self.errorColumns = errorColumns
        self.isASCII = isASCII
    }

    /// No terminal, but for what is changed of it.
    init() {}

    /// The terminal as `--color` wants it.
    func coloured(_ choice: ColorChoice) -> Terminal {
        var terminal = self
        switch choice {
        case .auto: break
        case .always, .never:
            terminal.isColoured = choice == .always
            terminal.colorsErrors = choice == .always
        }
        return terminal
    }

    /// A variable of the environment.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether a locale such as `de_DE.UTF-8` or `C.utf8` has all characters of Unicode.
    private static func isUnicode(_ locale: String) -> Bool {
        let letters = locale.lowercased().filter { $0 != "-" }
        return letters.hasSuffix("utf8") || letters.contains("utf8@")
    }
}
