import Testing

@testable import Simulator

/// How large generated lines are at most.
struct LogSizeTests {
    @Test(
        arguments: LogSettings.Format.allCases,
        [(10, 0, 0), (6_400, 8, 0), (6_321, 30, 100), (100_000, 3, 1_000)]
    )
    func `no line is larger than its settings allow, and the largest are about so large`(
        format: LogSettings.Format,
        size: (vocabulary: Int, words: Int, length: Int)
    ) {
        var settings = LogSettings(format, lines: 2_000)
        settings.vocabulary = size.vocabulary
        settings.frequencies = .uniform
        settings.wordsPerLine = size.words
        settings.lineLength = size.length
        settings.users = 1 << 24
        settings.hasRequestTime = true
        settings.badShare = 0.01
        settings.latency = .seconds(86_400)
        let partition = GeneratedLogs(settings, seed: 5).partitions[0]
        let lines = partition.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        let largest = lines.map { $0.count + 1 }.max() ?? 0
        #expect(largest <= settings.lineBytesMaximum)
        #expect(largest * 2 >= settings.lineBytesMaximum)
        #expect(settings.bytesMaximum == 2_000 * settings.lineBytesMaximum)
    }

    @Test(arguments: [(1, 4), (6_320, 4), (6_321, 6), (511_920, 6), (511_921, 8)])
    func `words have two letters for each digit of their number in base eighty`(
        words: Int,
        bytes: Int
    ) {
        #expect(LogVocabulary.wordBytes(of: words) == bytes)
    }
}
