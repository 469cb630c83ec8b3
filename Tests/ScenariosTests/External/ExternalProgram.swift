import Foundation
import Testing

/// Programs that are not ours, which read what we write.
enum ExternalProgram {
    /// What a program prints that reads `input`, where it succeeds.
    static func output(of arguments: [String], reading input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["PYTHONIOENCODING"] = "utf-8"
        process.environment = environment
        let (reading, writing) = (Pipe(), Pipe())
        process.standardInput = reading
        process.standardOutput = writing
        let complaints = FileManager.default.temporaryDirectory
            .appendingPathComponent("external-\(UUID().uuidString).txt")
        try Data().write(to: complaints)
        defer { try? FileManager.default.removeItem(at: complaints) }
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.run()
        // Whoever reads late must not keep it from printing.
        Thread.detachNewThread {
            try? reading.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? reading.fileHandleForWriting.close()
        }
        let data = writing.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        let problem = try String(contentsOf: complaints, encoding: .utf8)
        try #require(process.terminationStatus == 0, "\(arguments[0]): \(problem)\(text)")
        return text
    }

    /// Calls `body` with a new folder, which is removed afterwards.
    static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("external-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
