import Simulator
import Testing

struct SplitMix64Tests {
    @Test
    func `the reference implementation's first draws are reproduced`() {
        var generator = SplitMix64(seed: 0)
        #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
        #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(generator.next() == 0x06C4_5D18_8009_454F)
        #expect(generator.next() == 0xF88B_B8A8_724C_81EC)
    }

    @Test(
        arguments: [
            (1, [522_465, 128_519, 890_590]),
            (42, [975_413, 692_291, 763_858]),
            (2024, [273_461, 215_442, 493_471]),
        ] as [(UInt64, [UInt64])]
    )
    func `six-digit request identifiers follow from the seed`(seed: UInt64, expected: [UInt64]) {
        var generator = SplitMix64(seed: seed)
        #expect((0..<3).map { _ in 100_000 + generator.next() % 900_000 } == expected)
    }
}
