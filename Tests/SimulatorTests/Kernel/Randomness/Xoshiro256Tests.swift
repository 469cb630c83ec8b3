import Testing

@testable import Simulator

struct Xoshiro256Tests {
    @Test func `the published sequence for the state 1, 2, 3, 4`() {
        var generator = Xoshiro256(state: (1, 2, 3, 4))
        let published: [UInt64] = [
            41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386,
            9_228_616_714_210_784_205, 9_973_669_472_204_895_162, 14_011_001_112_246_962_877,
            12_406_186_145_184_390_807, 15_849_039_046_786_891_736, 10_450_023_813_501_588_000,
        ]
        #expect(published.map { _ in generator.next() } == published)
    }

    @Test func `equal states go on alike, others do not`() {
        var one = Xoshiro256(seed: 7)
        var two = Xoshiro256(seed: 7)
        #expect(one == two)
        #expect(one.next() == two.next())
        #expect(Xoshiro256(seed: 8) != Xoshiro256(seed: 7))
    }

    @Test func `the published jump of 2 to the power of 128 steps`() {
        var jump = Xoshiro256.Jump(by: 1 << 63)
        for _ in 63..<128 { jump = jump.doubled }
        let published: SIMD4<UInt64> = [
            0x180E_C6D3_3CFD_0ABA, 0xD5A6_1266_F0C9_392C, 0xA958_2618_E03F_C9AA,
            0x39AB_DC45_29B1_661C,
        ]
        #expect(jump.coefficients == published)
    }

    @Test(arguments: [0, 1, 2, 255, 256, 257, 1_000, 65_536, 99_991] as [UInt64])
    func `a jump is as many steps`(_ steps: UInt64) {
        var one = Xoshiro256(seed: steps)
        var two = one
        for _ in 0..<steps { _ = one.next() }
        Xoshiro256.Jump(by: steps).advance(&two)
        #expect(one == two)
    }
}
