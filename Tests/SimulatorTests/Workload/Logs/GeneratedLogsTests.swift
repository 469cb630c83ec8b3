import Testing

@testable import Simulator

/// What generated logs are made of: words, times, users, and how lines are dealt.
struct GeneratedLogsTests {
    static func lines(_ logs: GeneratedLogs) -> [String] {
        logs.partitions.flatMap { partition in
            String(decoding: partition, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Times of lines in their order, in milliseconds.
    private func times(_ settings: LogSettings, seed: UInt64) -> [Int] {
        Self.lines(GeneratedLogs(settings, seed: seed)).compactMap { line in
            Array(line.utf8).withUnsafeBytes {
                TimestampFormat.iso8601.time(of: ByteView($0))?.milliseconds
            }
        }
    }

    @Test(arguments: LogSettings.Format.allCases)
    func `the same seed gives the same bytes, and another one others`(
        format: LogSettings.Format
    ) {
        let settings = LogSettings(format, lines: 500)
        let logs = GeneratedLogs(settings, seed: 3)
        #expect(logs == GeneratedLogs(settings, seed: 3))
        #expect(logs.partitions != GeneratedLogs(settings, seed: 4).partitions)
        #expect(Self.lines(logs).count == 500 && logs.lines == 500)
    }

    @Test(arguments: [LogSettings.Frequencies.uniform, .zipf(exponent: 1), .zipf(exponent: 1.5)])
    func `words are as frequent as the settings say`(frequencies: LogSettings.Frequencies) {
        var settings = LogSettings(.application, lines: 10_000)
        settings.vocabulary = 40
        settings.frequencies = frequencies
        settings.wordsPerLine = 6
        let vocabulary = LogVocabulary(words: 40, frequencies)
        let words = (0..<40).map { String(decoding: vocabulary.word($0), as: UTF8.self) }
        #expect(Set(words).count == 40)
        var counts = [Int](repeating: 0, count: 40)
        for line in Self.lines(GeneratedLogs(settings, seed: 1)) {
            for word in line.split(separator: " ").dropFirst(2) {
                if let rank = words.firstIndex(of: String(word)) { counts[rank] += 1 }
            }
        }
        #expect(counts.reduce(0, +) == 60_000)
        let weights: [Double]
        switch frequencies {
        case .uniform: weights = [Double](repeating: 1, count: 40)
        case .zipf(let exponent):
            weights = (1...40).map { 1 / Mathematics.power(Double($0), exponent) }
        }
        let sum = weights.reduce(0, +)
        let test = ChiSquareTest(counts: counts, shares: weights.map { $0 / sum })
        #expect((test?.pValue ?? 0) > 0.001)
    }

    @Test func `a hundred thousand words differ, and none is a level`() {
        let vocabulary = LogVocabulary(words: 100_000, .uniform)
        let words = (0..<100_000).map { vocabulary.word($0) }
        #expect(Set(words).count == words.count)
        for word in words.map({ String(decoding: $0, as: UTF8.self) }) {
            let line = "level=\(word)"
            let keys = MapFunctionBed(PatternExtraction(LogLevel()), line.utf8).keys
            #expect(keys.isEmpty, "\(word)")
        }
    }

    @Test func `numbers with a weight of zero are never drawn`() {
        let table = AliasTable(weights: [0, 3, 0, 1, 0, 0])
        var random = Xoshiro256(seed: 9)
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<40_000 { counts[table.draw(using: &random)] += 1 }
        let test = ChiSquareTest(counts: counts, shares: [0, 0.75, 0, 0.25, 0, 0])
        #expect((test?.pValue ?? 0) > 0.001)
    }

    @Test func `lines come as a Poisson process`() {
        var settings = LogSettings(.application, lines: 5_000)
        settings.linesPerSecond = 0.5
        let times = times(settings, seed: 2)
        #expect(times.first == settings.start.milliseconds)
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) / 1_000 }
        let statistic = kolmogorovStatistic(gaps) { 1 - Mathematics.exponential(-$0 * 0.5) }
        #expect(statistic < 1.95)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `times are out of order by the jitter, and late lines by more`(seed: UInt64) {
        var settings = LogSettings(.application, lines: 5_000)
        settings.jitter = .seconds(2)
        settings.lateShare = 0.02
        settings.lateness = .seconds(60)
        var latest = Int.min
        var delays: [Int] = []
        for time in times(settings, seed: seed) {
            latest = max(latest, time)
            delays.append(latest - time)
        }
        let late = delays.filter { $0 > 2_000 }
        let logs = GeneratedLogs(settings, seed: seed)
        // The first lines have none to be late after.
        #expect(logs.lateLines - late.count <= 1 && late.count <= logs.lateLines)
        #expect(isPlausible(logs.lateLines, of: 5_000, 0.02))
        #expect((delays.filter { $0 <= 2_000 }.max() ?? 0) > 1_500)
        #expect(late.allSatisfy { (59_000...62_000).contains($0) })
    }

    /// Lines of one user that lie more than 30 s apart belong to two sessions.
    @Test func `users come in sessions and rest`() {
        var settings = LogSettings(.json, lines: 40_000)
        settings.users = 200
        settings.sessions = .init(concurrent: 10, events: 20)
        settings.linesPerSecond = 10
        var last: [Substring: Int] = [:]
        var rests: [Int] = []
        for line in Self.lines(GeneratedLogs(settings, seed: 5)) {
            let time = Array(line.utf8).withUnsafeBytes {
                TimestampFormat.iso8601.time(of: ByteView($0))?.milliseconds
            }
            let user = line.split(separator: "\"")[15]
            guard let time else { continue }
            if let last = last[user], time - last > 30_000 { rests.append(time - last) }
            last[user] = time
        }
        #expect(last.count == 200 && last.keys.allSatisfy { $0.hasPrefix("user-") })
        let sessions = Double(rests.count + 200)
        #expect(abs(40_000 / sessions - 20) < 2)
        let mean = Double(rests.reduce(0, +)) / Double(rests.count) / 1_000
        #expect(abs(mean - 380) < 40)
    }

    @Test func `lines are dealt in turn, or by their user`() {
        var settings = LogSettings(.json, lines: 3_001)
        settings.partitions = 4
        var logs = GeneratedLogs(settings, seed: 1)
        let counts = logs.partitions.map { $0.count { $0 == 0x0A } }
        #expect(counts == [751, 750, 750, 750])
        settings.dealing = .byUser
        settings.users = 100
        logs = GeneratedLogs(settings, seed: 1)
        var homes: [Substring: Set<Int>] = [:]
        for (partition, bytes) in logs.partitions.enumerated() {
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                homes[line.split(separator: "\"")[15], default: []].insert(partition)
            }
        }
        #expect(homes.count == 100 && homes.values.allSatisfy { $0.count == 1 })
        #expect(Set(homes.values.joined()).count == 4)
    }

    @Test(arguments: LogSettings.Format.allCases)
    func `lines are filled up to the length asked for`(format: LogSettings.Format) {
        var settings = LogSettings(format, lines: 300)
        settings.lineLength = 400
        settings.badShare = 0.1
        settings.hasRequestTime = true
        let logs = GeneratedLogs(settings, seed: 1)
        #expect(logs.partitions[0].count == 300 * 400)
        let lines = logs.partitions[0].split(separator: 0x0A)
        #expect(lines.allSatisfy { $0.count == 399 })
    }

    @Test func `settings that cannot be generated say why`() {
        var settings = LogSettings(.json, lines: 1)
        #expect(settings.problem == nil)
        settings.sessions = .init(concurrent: 1_000, events: 3)
        #expect(settings.problem == "there must be more users than concurrent sessions")
        settings.sessions = nil
        settings.errorShare = 1.5
        #expect(settings.problem == "the error share must be 0 to 1")
        settings.errorShare = 0
        settings.linesPerSecond = .nan
        #expect(settings.problem == "lines per second must be positive")
    }
}
