import Foundation
import Testing

@testable import Simulator

/// Files of a test's own, until they are removed.
struct FileFixture {
    let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("native-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Writes a file and gives its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The names of what is in the folder.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// What a shell command prints; `$@` are `arguments`.
    static func shell(_ command: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command, "sh"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Array(data)
    }
}

/// A key and its number.
struct KeyCount: Hashable, CustomStringConvertible {
    let key: [UInt8]
    let count: Int

    var description: String { "\(String(decoding: key, as: UTF8.self))=\(count)" }
}

/// The word frequencies of files by independent programs: those of coreutils, and grep.
enum WordOracle {
    /// A file may end without a line break: one is put between files.
    private static let command = """
        export LC_ALL=C
        for file; do cat "$file"; echo; done |
          tr -s '[:space:]' '\\n' | grep -av '^$' | sort | uniq -c
        """

    static func counts(of paths: [String]) throws -> [KeyCount] {
        try FileFixture.shell(command, paths).split(separator: 0x0A).compactMap { line in
            let number = line.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            let key = line.drop { $0 == 0x20 }.dropFirst(number.count + 1)
            return Int(String(decoding: number, as: UTF8.self)).map {
                KeyCount(key: Array(key), count: $0)
            }
        }
    }
}

extension NativeJobResults {
    /// All results, which are whole numbers, in their order.
    func counts() throws -> [KeyCount] {
        var counts: [KeyCount] = []
        try forEach { key, value in
            guard case .integer(let number) = value else { return }
            counts.append(KeyCount(key: Array(key), count: Int(number)))
        }
        return counts
    }
}

/// Bytes of every kind that words can stand in.
enum InputKind: String, CaseIterable, CustomTestStringConvertible {
    case everyByte, fewBytes, spacesOnly, longLine, longWord, noFinalLineBreak, carriageReturns
    case zeros, invalidText, manyKeys, empty

    var testDescription: String { rawValue }

    func bytes(seed: UInt64) -> [UInt8] {
        var random = Xoshiro256(seed: seed)
        func any(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
            (0..<count).map { _ in bytes.randomElement(using: &random) ?? 0 }
        }
        let spaces: [UInt8] = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]
        switch self {
        case .everyByte: return any(Array(0...255), 200_000)
        case .fewBytes: return any(spaces + [0x61, 0x62, 0x00, 0xFF], 100_000)
        case .spacesOnly: return any(spaces, 5_000)
        case .longLine:
            let word = any(Array(0x21...0xFF), 700)
            return Array((0..<28_600).map { word.prefix(1 + $0 % 700) + [0x20] }.joined())
        case .longWord: return any(Array(0x21...0xFF), 2_000_000) + [0x0A, 0x61]
        case .noFinalLineBreak: return any([0x0A, 0x61, 0x62], 10_000) + Array("\nend".utf8)
        case .carriageReturns:
            return Array(
                (0..<3_000).map { _ in any([0x61, 0x62, 0x20], 5) + [0x0D, 0x0A] }.joined()
            )
        case .zeros: return any([0x00, 0x0A], 10_000)
        case .invalidText: return any([0x80, 0xC3, 0xE2, 0xFF, 0x20, 0x0A], 20_000)
        case .manyKeys:
            return Array(
                (0..<20_000).flatMap { _ in
                    "w\(UInt32.random(in: 0...50_000, using: &random))\n".utf8
                }
            )
        case .empty: return []
        }
    }
}
