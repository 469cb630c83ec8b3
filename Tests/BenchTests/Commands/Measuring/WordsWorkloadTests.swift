import Testing

@testable import bench

/// The word count of a log that the program makes.
struct WordsWorkloadTests {
    @Test func `the log is made once, and its words are the same every time`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/words.log"
        let program = TestProgram()
        #expect(
            program.run("measure", "words", "--scale", "0.001", "--runs", "2", "--log", path)
                == .success
        )
        let text = try #require(folder.contents(of: "words.log"))
        let lines = program.output.text.split(separator: "\n")
        #expect(lines.count == 2 && Set(lines).count == 1)
        let words = text.split { $0.isWhitespace }
        let expected = """
            w=words ops=\(words.count) bytes=\(text.utf8.count) \
            lines=\(text.split(separator: "\n").count) different=\(Set(words).count) digest=
            """
        #expect(lines[0].hasPrefix(expected))
        let other = TestProgram()
        #expect(other.run("measure", "words", "--scale", "0.001", "--runs", "2") == .success)
        #expect(other.output.text == program.output.text)
        #expect(folder.files == ["words.log"])
    }
}
