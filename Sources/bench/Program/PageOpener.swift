import Foundation

/// Why a page cannot be shown.
enum PageOpenerError: Error, Equatable, CustomStringConvertible {
    /// No folder of `PATH` has the program.
    case missing(program: String)
    /// The program ended with this exit code.
    case failed(program: String, page: String, code: Int32)

    /// The message for the terminal.
    var description: String {
        switch self {
        case .missing(let program):
            "--open: error: there is no '\(program)' in PATH, which finds the browser; "
                + "leave --open out and open report.html of --output FOLDER"
        case .failed(let program, let page, let code):
            "\(page): error: cannot be opened: '\(program)' ended with exit code \(code)"
        }
    }
}

/// Shows pages in the browser of whoever runs the program, by the program of the desktop that
/// finds it.
///
/// Source: freedesktop.org, "xdg-utils"; on macOS the manual page open(1).
struct PageOpener {
    #if os(macOS)
        private static let name = "open"
    #else
        private static let name = "xdg-open"
    #endif
    /// How long the program is waited for: it may be the browser itself, which stays.
    private static let patience = Duration.seconds(3)

    private let path: String

    /// The opener of this system.
    ///
    /// - Parameter folders: Where programs are, with colons between: `PATH`.
    init(in folders: String?) throws(PageOpenerError) {
        let paths = (folders ?? "").split(separator: ":").map { "\($0)/\(Self.name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
            throw .missing(program: Self.name)
        }
        self.path = path
    }

    /// Shows a page.
    func open(_ page: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [page]
        // What it says must not stand between results.
        process.standardOutput = FileHandle.standardError
        try process.run()
        let clock = ContinuousClock()
        let end = clock.now + Self.patience
        while process.isRunning, clock.now < end { Thread.sleep(forTimeInterval: 0.02) }
        guard !process.isRunning, process.terminationStatus != 0 else { return }
        let code = process.terminationStatus
        throw PageOpenerError.failed(program: Self.name, page: page, code: code)
    }
}
