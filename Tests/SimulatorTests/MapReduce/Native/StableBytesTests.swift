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
    /// How many kibibytes of the mapping at an address are in memory, by Linux's account.
    private func resident(_ bytes: StableBytes) throws -> Int {
        let maps = try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8)
        let start = String(UInt(bitPattern: bytes.view.start), radix: 16)
        let mapping = try #require(
            maps.split(separator: "\n").drop { !$0.hasPrefix("\(start)-") }
                .first { $0.hasPrefix("Rss:") }
        )
        return Int(mapping.split(separator: " ")[1]) ?? -1
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
        let all = try resident(bytes)
        #expect(all == content.count >> 10)
        // Not a page of which a part may still be read.
        bytes.giveUp(from: 0, to: 32 * page + page / 2)
        #expect(try resident(bytes) == all / 2)
        bytes.giveUp(from: 32 * page + page / 2, to: content.count)
        #expect(try resident(bytes) == 0)
        #expect(bytes.view.elementsEqual(content))
        let copy = StableBytes(copying: content)
        copy.giveUp(from: 0, to: content.count)
        #expect(copy.view.elementsEqual(content))
    }
}
