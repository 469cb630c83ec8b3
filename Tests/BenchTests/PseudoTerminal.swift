import Foundation

/// The program on a terminal that a test reads: its standard output and standard error are one.
struct PseudoTerminal {
    /// What opening one may meet.
    struct Failure: Error {}

    /// What the program wrote, and how it ended.
    struct Outcome {
        let text: String
        let status: Int32

        /// The text without escape sequences and what they wiped.
        var plain: String {
            text.replacingOccurrences(
                of: "\r[^\n]*\u{1B}\\[K|\u{1B}\\[[0-9;]*[mK]|\r",
                with: "",
                options: .regularExpression
            )
        }
    }

    /// Runs the program with these arguments on a terminal of so many columns.
    ///
    /// - Parameter isPiped: Whether the standard output goes through a pipe instead.
    static func run(
        _ arguments: [String],
        columns: UInt16,
        isPiped: Bool = false,
        environment: [String: String] = [:]
    ) throws -> (terminal: Outcome, pipe: String) {
        // Linux's own requests, TIOCSPTLCK and TIOCGPTN: glibc hides posix_openpt from modules.
        let control = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        var number: UInt32 = 0
        guard control >= 0, ioctl(control, 0x4004_5431, &lock) == 0,
            ioctl(control, 0x8004_5430, &number) == 0
        else { throw Failure() }
        defer { close(control) }
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard terminal >= 0, ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BenchProgram.path)
        process.arguments = arguments
        process.environment = ["TERM": "xterm", "LANG": "C.UTF-8"].merging(environment) { $1 }
        let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = isPiped ? pipe : handle
        process.standardError = handle
        try process.run()
        close(terminal)
        let piped = isPiped ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // The terminal is gone with the last process that has it, which ends the reading.
        while case let count = read(control, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        return (
            Outcome(text: text, status: process.terminationStatus),
            String(decoding: piped, as: UTF8.self)
        )
    }
}
