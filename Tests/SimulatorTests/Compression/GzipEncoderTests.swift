import Testing

@testable import Simulator

/// gzip as nginx makes it, compared with zlib as Python calls it.
struct GzipEncoderTests {
    private let text = (0..<2_000).flatMap {
        Array("line \($0) of a page that says the same again and again\n".utf8)
    }

    /// Python 3, zlib 1.2.13: `compressobj(level, DEFLATED, windowBits + 16, memoryLevel)` of the
    /// first bytes of the text, with nginx's parameters. Other builds of zlib may differ by a few
    /// per cent.
    @Test(arguments: [
        (108_890, [5_289, 5_204, 5_143]), (40_000, [1_944, 1_953, 1_956]),
        (5_000, [299, 303, 303]), (300, [85, 85, 85]), (20, [40, 40, 40]),
    ])
    func `bodies become as long as Python's zlib makes them`(size: Int, lengths: [Int]) throws {
        for (level, length) in zip([1, 6, 9], lengths) {
            let bytes = try GzipEncoder.encode(Array(text.prefix(size)), level: level)
            #expect(abs(bytes.count - length) * 20 <= length, "level \(level): \(bytes.count)")
        }
    }

    @Test(arguments: [0, 1, 19, 262, 4_096, 65_536, 100_000])
    func `what was compressed comes out again`(size: Int) throws {
        let plain = Array(text.prefix(size))
        let bytes = try GzipEncoder.encode(plain, level: 6)
        #expect(try GzipDecoder.decode(bytes) == plain)
        #expect(throws: GzipError.truncated) { try GzipDecoder.decode(Array(bytes.dropLast())) }
    }

    /// By hand from `ngx_http_gzip_filter_memory`: the window is halved while what is to be
    /// compressed fits into half of it, less 262 bytes.
    @Test(arguments: [
        (16_122, 15, 8), (16_121, 14, 7), (7_929, 13, 6), (7_930, 14, 7), (20, 9, 2), (0, 15, 8),
    ])
    func `window and memory shrink with the body, as nginx has it`(
        size: Int,
        windowBits: Int32,
        memoryLevel: Int32
    ) {
        let parameters = GzipEncoder.parameters(for: size)
        #expect(parameters.windowBits == windowBits)
        #expect(parameters.memoryLevel == memoryLevel)
    }
}
