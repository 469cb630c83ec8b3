import Scenarios
import Simulator
import Workloads

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Workload words: the word count of a real file, 179 MB of log lines in which there are
/// 865,178 different words, by one thread that maps and one that reduces.
enum WordsWorkload {
    /// Lines of each format that follow each other.
    private static let section = 20_000
    /// How often all formats come.
    private static let rounds = 23
    /// How many of the lines of a section are of which format.
    private static let shares: [(format: LogSettings.Format, share: Double)] = [
        (.application, 1), (.apache, 1), (.syslog, 1), (.hdfs, 0.4),
    ]

    /// Counts the words of the file at `path`, which is made first where there is none; without a
    /// path, of a file that is deleted afterwards.
    static func run(scale: Double, path: String?) throws -> Measurement {
        guard let path else {
            let folder = try FileWriter.makeTemporaryFolder()
            let path = "\(folder)/words.log"
            defer {
                unlink(path)
                rmdir(folder)
            }
            try write(scale: scale, to: path)
            return try measure(path)
        }
        if access(path, F_OK) != 0 { try write(scale: scale, to: path) }
        return try measure(path)
    }

    /// Writes the log: the same bytes for the same scale.
    static func write(scale: Double, to path: String) throws {
        let file = try PartialFile(path)
        for round in 0..<rounds {
            for (place, part) in shares.enumerated() {
                let lines = Int(Double(section) * part.share * scale)
                var settings = LogSettings(part.format, lines: max(1, lines))
                settings.start = EventTime(milliseconds: 1_767_225_600_000 + round * 86_400_000)
                settings.vocabulary = 20_000
                settings.users = 50_000
                settings.wordsPerLine = 12
                let logs = GeneratedLogs(settings, seed: UInt64(round * shares.count + place))
                for bytes in logs.partitions { try file.write(bytes: bytes) }
            }
        }
        try file.commit()
    }

    private static func measure(_ path: String) throws -> Measurement {
        var settings = NativeJobSettings()
        settings.mappers = 1
        settings.reducers = 1
        settings.spillFolder = Terminal.variable("TMPDIR") ?? "/tmp"
        // As `bench job` has it: put together where the code is compiled for its types.
        let code = try FunctionCatalog.code(
            map: FunctionCall("word-count"),
            reduce: FunctionCall("sum")
        )
        let results = try NativeJob(code, settings: settings).run([.file(path)])
        var digest = TraceDigest()
        try results.forEach { key, value in
            guard case .integer(let count) = value else { return }
            digest.fold(XXHash64(seed: 0).hash(key.buffer), UInt64(truncatingIfNeeded: count))
        }
        let counters = results.counters
        return Measurement(
            workload: "words",
            operations: counters.map.pairs,
            checks: [
                ("bytes", "\(counters.bytes)"), ("lines", "\(counters.map.records)"),
                ("different", "\(counters.keys)"),
            ],
            digest: digest
        )
    }
}
