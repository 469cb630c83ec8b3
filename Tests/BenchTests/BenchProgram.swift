import Foundation

/// The program itself, as it was built beside the tests.
enum BenchProgram {
    /// Its path.
    static let path: String = {
        let tests = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        let besideTests = tests.deletingLastPathComponent().appendingPathComponent("bench").path
        if FileManager.default.isExecutableFile(atPath: besideTests) { return besideTests }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/.build/debug/bench"
    }()
}
