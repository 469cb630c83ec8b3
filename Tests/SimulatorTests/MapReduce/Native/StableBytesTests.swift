import Foundation
import Testing

@testable import Simulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Bytes of mapped files, whose memory is given up.
struct StableBytesTests {
    /// How many of the pages are in memory of the process, by Linux's account of each.
    private func pages(of bytes: StableBytes) throws -> Int {
        let page = Int(getpagesize())
        let map = open("/proc/self/pagemap", O_RDONLY)
        defer { close(map) }
        var entries = [UInt64](repeating: 0, count: bytes.view.count / page)
        let first = Int(bitPattern: bytes.view.start) / page
        let size = entries.count * 8
        let read = entries.withUnsafeMutableBytes { pread(map, $0.baseAddress, size, first * 8) }
        try #require(read == size)
        return entries.count { $0 >> 63 == 1 }
    }

    @Test func `what is given up takes no memory, and is there when it is asked for`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let page = Int(getpagesize())
        let content = (0..<(64 * page)).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let descriptor = open(try files.write(content, to: "input"), O_RDONLY)
        defer { close(descriptor) }
        let bytes = try StableBytes(mapping: descriptor, size: content.count)
        #expect(bytes.view.elementsEqual(content))
        #expect(try pages(of: bytes) == 64)
        // Not a page of which a part may still be read.
        bytes.giveUp(from: 0, to: 32 * page + page / 2)
        #expect(try pages(of: bytes) == 32)
        bytes.giveUp(from: 32 * page + page / 2, to: content.count)
        #expect(try pages(of: bytes) == 0)
        #expect(bytes.view.elementsEqual(content))
        let copy = StableBytes(copying: content)
        copy.giveUp(from: 0, to: content.count)
        #expect(copy.view.elementsEqual(content))
    }
}
