import Testing

@testable import Simulator

/// Decompression beside the program `gzip`.
struct GzipDecoderTests {
    /// Decompresses in pieces of these sizes.
    private func decode(
        _ bytes: [UInt8],
        input inputSize: Int,
        output outputSize: Int
    ) throws -> [UInt8] {
        var decoder = try GzipDecoder()
        var result: [UInt8] = []
        var room = [UInt8](repeating: 0, count: outputSize)
        var start = 0
        while true {
            let end = min(bytes.count, start + inputSize)
            let step = try bytes[start..<end].withUnsafeBytes { input in
                try room.withUnsafeMutableBytes { try decoder.decode(input, into: $0) }
            }
            result += room[..<step.written]
            start += step.used
            if step == (0, 0) {
                if end == bytes.count { break }
                Issue.record("no step was made with \(end - start) bytes")
                return []
            }
        }
        try decoder.finish()
        return result
    }

    @Test(arguments: [1, 7, 100_000], [1, 1_000])
    func `pieces of any size give the same`(input: Int, output: Int) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let text = InputKind.carriageReturns.bytes(seed: 1)
        let path = try files.write(text, to: "input")
        let empty = try files.write([], to: "empty")
        let archive = try FileFixture.shell(
            "gzip -9 -c \"$1\"; gzip -c \"$2\"; gzip -nc <\"$1\"",
            [path, empty]
        )
        #expect(try decode(archive, input: input, output: output) == text + text)
    }

    @Test
    func `nothing is no gzip`() {
        #expect(throws: GzipError.truncated) { try decode([], input: 10, output: 10) }
        #expect(throws: GzipError.damaged) {
            try decode(Array("plain text".utf8), input: 10, output: 10)
        }
    }
}
