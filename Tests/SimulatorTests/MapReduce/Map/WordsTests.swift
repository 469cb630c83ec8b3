import Testing

@testable import Simulator

/// Words found 64 bytes at a time, beside those found byte by byte.
struct WordsTests {
    private struct Found: Equatable {
        var words: [[UInt8]] = []
        var lines = 0
    }

    /// The plainest way to find words and lines.
    private static func naively(_ bytes: some Sequence<UInt8>) -> Found {
        var found = Found()
        var word: [UInt8] = []
        var isInLine = false
        for byte in bytes {
            isInLine = byte != 0x0A
            if byte == 0x0A { found.lines += 1 }
            if [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20].contains(byte) {
                if !word.isEmpty { found.words.append(word) }
                word = []
            } else {
                word.append(byte)
            }
        }
        if !word.isEmpty { found.words.append(word) }
        if isInLine { found.lines += 1 }
        return found
    }

    private static func inBlocks(_ bytes: ByteView) -> Found {
        var found = Found()
        bytes.forEachWordAndLine({ found.words.append(Array($0)) }, lines: { found.lines += $0 })
        return found
    }

    @Test func `every byte is a letter or white space, wherever it stands in a block`() {
        for byte in UInt8.min...UInt8.max {
            for place in [0, 1, 7, 8, 15, 16, 63, 64, 65, 127, 128, 129] {
                var bytes = [UInt8](repeating: 0x61, count: 130)
                bytes[place] = byte
                let found = bytes.withUnsafeBytes { Self.inBlocks(ByteView($0)) }
                #expect(found == Self.naively(bytes), "\(byte) at \(place)")
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `random bytes of every length and at every address have the same words`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let letters: [UInt8] = [0x61, 0x62, 0x00, 0x0E, 0x08, 0x21, 0x1F, 0x89, 0xA0, 0xFF]
        let spaces: [UInt8] = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]
        for count in 0..<200 {
            let start = Int.random(in: 0..<64, using: &random)
            let share = Int.random(in: 1...9, using: &random)
            let all = (0..<(start + count)).map { _ in
                let kind = Int.random(in: 0..<10, using: &random) < share ? letters : spaces
                return kind.randomElement(using: &random) ?? 0
            }
            let found = all.withUnsafeBytes { Self.inBlocks(ByteView($0).dropping(start)) }
            #expect(found == Self.naively(all[start...]), "seed \(seed), \(count) bytes")
        }
    }

    @Test(arguments: [63, 64, 65, 127, 128, 129, 1_000])
    func `a word that ends anywhere near the end of a block is whole`(length: Int) {
        for before in [0, 1, 31, 62, 63, 64, 65] {
            for after in 0..<3 {
                let bytes =
                    [UInt8](repeating: 0x20, count: before)
                    + [UInt8](repeating: 0x78, count: length)
                    + [UInt8](repeating: 0x0A, count: after)
                let found = bytes.withUnsafeBytes { Self.inBlocks(ByteView($0)) }
                #expect(found.words.map(\.count) == [length])
                #expect(found == Self.naively(bytes))
            }
        }
    }

    @Test func `words of a record are those of its block`() {
        let bytes = InputKind.everyByte.bytes(seed: 3)
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            #expect(view.words.map(Array.init) == Self.inBlocks(view).words)
        }
    }
}
