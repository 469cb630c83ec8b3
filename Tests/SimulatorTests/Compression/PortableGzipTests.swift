import Testing

@testable import Simulator

struct PortableGzipTests {
    private static func inputs() -> [[UInt8]] {
        var random = Simulation(seed: 7).random("bytes")
        let noise = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let text = Array(String(repeating: "to be or not to be, ", count: 3_000).utf8)
        let runs = (0..<300).flatMap { [UInt8](repeating: UInt8($0 % 7), count: $0) }
        // The same at every distance up to and beyond what a match may reach.
        let far = noise + [UInt8](repeating: 1, count: 32_768 - 5_000) + noise + [2] + noise
        return [[], [0], [1, 2], [255, 254, 253], noise, text, runs, far]
            + (0..<200).map { size in
                (0..<size).map { _ in UInt8(random.below(3)) }
            }
    }

    /// The oracle is zlib, which the decoder calls.
    @Test
    func `zlib reads what was compressed`() throws {
        for bytes in Self.inputs() {
            let packed = PortableGzip.encode(bytes)
            #expect(try GzipDecoder.decode(packed) == bytes)
        }
    }

    @Test
    func `text shrinks, and noise grows by less than an eighth`() {
        let inputs = Self.inputs()
        #expect(PortableGzip.encode(inputs[5]).count < inputs[5].count / 50)
        #expect(PortableGzip.encode(inputs[4]).count < inputs[4].count * 9 / 8)
    }

    /// Python: `gzip.decompress` gives `aaaaaaaaaa`; a literal, a match of nine at distance one.
    @Test
    func `the bytes are the same on every machine`() {
        #expect(
            Hexadecimal.text(PortableGzip.encode(Array("aaaaaaaaaa".utf8)))
                == "1f8b08000000000000ff4b840300f0cd114c0a000000"
        )
    }
}
