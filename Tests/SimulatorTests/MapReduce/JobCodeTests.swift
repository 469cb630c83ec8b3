import Testing

@testable import Simulator

/// Jobs as a whole, in memory.
struct JobCodeTests {
    @Test func `counts the words of a line`() throws {
        let results = try MemoryJob(JobCode(map: WordCount(), combining: Sum<Int>()))
            .run(["to be or not to be\n"], splitSize: 100)
        #expect(results == ["be": "2", "not": "1", "or": "1", "to": "2"])
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `splits, partitions and combiners change nothing`(seed: UInt64) throws {
        var random = Xoshiro256(seed: seed)
        let inputs = (0..<3).map { _ in RandomText.make(using: &random) }
        let code = JobCode(map: WordCount(), combining: Sum<Int>())
        let expected = RandomText.wordCounts(inputs)
        for splitSize in [11, 100, 5_000] {
            for partitions in [1, 3] {
                for combines in [true, false] {
                    var job = MemoryJob(code)
                    job.partitions = partitions
                    job.combines = combines
                    #expect(try job.run(inputs, splitSize: splitSize) == expected)
                    #expect(try job.runSequentially(inputs, splitSize: splitSize) == expected)
                }
            }
        }
    }
}

/// Texts of a few words with every kind of white space.
enum RandomText {
    static func make(using random: inout Xoshiro256) -> String {
        let spaces = [" ", "\n", "\r\n", "\t", "\u{0B}", "\u{0C}", "\n\n", "  "]
        let words = [
            "a", "be", "\u{e9}t\u{e9}", "word", "a-rather-long-word-of-the-text", "0", "\u{A0}",
        ]
        return (0..<Int.random(in: 0...200, using: &random)).reduce(into: "") { text, _ in
            text += words.randomElement(using: &random) ?? ""
            text += spaces.randomElement(using: &random) ?? ""
        }
    }

    /// The frequencies, by means of the standard library alone.
    static func wordCounts(_ texts: [String]) -> [String: String] {
        let words = texts.flatMap {
            $0.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map { String($0) ?? "" }
        }
        return Dictionary(grouping: words) { $0 }.mapValues { String($0.count) }
    }
}
