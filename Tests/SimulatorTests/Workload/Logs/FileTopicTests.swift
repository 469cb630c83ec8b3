import Testing

@testable import Simulator

struct FileTopicTests {
    /// Lines of random lengths, some of them empty; the last one may have no end.
    private func file(_ random: inout Xoshiro256) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<(random.next() % 30) {
            bytes += (0..<(random.next() % 20)).map { _ in UInt8(65 + random.next() % 26) }
            bytes.append(0x0A)
        }
        if random.next() % 2 == 0 { bytes += Array("rest".utf8) }
        return bytes
    }

    private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.last == [] ? lines.dropLast() : lines
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `every record is in one partition, in its order`(seed: UInt64) throws {
        var random = Xoshiro256(seed: seed)
        let files = (0..<(random.next() % 4)).map { _ in file(&random) }
        let partitions = 1 + Int(random.next() % 6)
        let topic = try MemoryTopic("t", files: files, partitions: partitions, maximum: 10_000)
        #expect(topic.partitions.count == partitions)
        #expect(topic.partitions.flatMap(lines) == files.flatMap(lines))
        let size = topic.partitions.reduce(0) { $0 + $1.count }
        for partition in topic.partitions {
            #expect(abs(partition.count - size / partitions) <= 40)
        }
    }

    @Test func `files that gzip made are read as what they were`() throws {
        let folder = try FileFixture()
        defer { folder.remove() }
        let text = GeneratedLogs(LogSettings(.json, lines: 3_000), seed: 1).partitions[0]
        let path = try folder.write(text, to: "log")
        let archive = try FileFixture.shell("gzip -c \"$1\"", [path])
        let topic = try MemoryTopic(
            "t",
            files: [archive, text],
            partitions: 3,
            maximum: 2 * text.count
        )
        #expect(Array(topic.partitions.joined()) == text + text)
        #expect(throws: FileTopicError.tooLarge(maximum: text.count)) {
            try MemoryTopic("t", files: [archive, text], partitions: 3, maximum: text.count)
        }
        #expect(throws: FileTopicError.tooLarge(maximum: 100_000)) {
            try MemoryTopic("t", files: [archive], partitions: 3, maximum: 100_000)
        }
        #expect(throws: FileTopicError.damaged(file: 1, .truncated)) {
            let half = Array(archive.prefix(archive.count / 2))
            _ = try MemoryTopic("t", files: [text, half], partitions: 3, maximum: 1 << 30)
        }
    }

    @Test func `no files are a topic without records`() throws {
        let topic = try MemoryTopic("t", files: [], partitions: 2, maximum: 0)
        #expect(topic.partitions == [[], []])
    }
}
