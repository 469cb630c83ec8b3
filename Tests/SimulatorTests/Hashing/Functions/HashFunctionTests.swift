import Simulator
import Testing

struct HashFunctionTests {
    /// `vectors_sip64` of the reference implementation: key `00 01 … 0f`, messages `00 01 …`.
    private static let sipHashVectors: [UInt64] = [
        0x726f_db47_dd0e_0e31, 0x74f8_39c5_93dc_67fd, 0x0d6c_8009_d9a9_4f5a,
        0x8567_6696_d7fb_7e2d, 0xcf27_94e0_2771_87b7, 0x1876_5564_cd99_a68d,
        0xcbc9_466e_58fe_e3ce, 0xab02_00f5_8b01_d137, 0x93f5_f579_9a93_2462,
        0x9e00_82df_0ba9_e4b0, 0x7a5d_bbc5_94dd_b9f3, 0xf4b3_2f46_226b_ada7,
        0x751e_8fbc_860e_e5fb, 0x14ea_5627_c084_3d90, 0xf723_ca90_8e7a_f2ee,
        0xa129_ca61_49be_45e5, 0x3f2a_cc7f_57c2_9bdb, 0x699a_e9f5_2cbe_4794,
        0x4bc1_b3f0_968d_d39c, 0xbb6d_c91d_a779_61bd, 0xbed6_5cf2_1aa2_ee98,
        0xd0f2_cbb0_2e3b_67c7, 0x9353_6795_e3a3_3e88, 0xa80c_038c_cd5c_cec8,
        0xb8ad_50c6_f649_af94, 0xbce1_92de_8a85_b8ea, 0x17d8_35b8_5bbb_15f3,
        0x2f2e_6163_076b_cfad, 0xde4d_aaac_a71d_c9a5, 0xa6a2_5066_8795_6571,
        0xad87_a353_5c49_ef28, 0x32d8_92fa_d841_c342, 0x7127_512f_72f2_7cce,
    ]

    @Test
    func `SipHash-2-4 reproduces the vectors of its reference implementation`() {
        let function = SipHash24(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
        for (length, expected) in Self.sipHashVectors.enumerated() {
            #expect(function.hash((0..<length).map { UInt8($0) }) == expected)
        }
    }

    /// `XSUM_XXH64_testdata` of xxHash's own `xsum_sanity_check.c`.
    @Test(
        arguments: [
            (0, 0, 0xEF46_DB37_51D8_E999), (0, 0x9E37_79B1, 0xAC75_FDA2_929B_17EF),
            (1, 0, 0xE934_A84A_DB05_2768), (1, 0x9E37_79B1, 0x5014_6076_43A9_B4C3),
            (4, 0, 0x9136_A0DC_A574_57EE), (14, 0, 0x8282_DCC4_994E_35C8),
            (14, 0x9E37_79B1, 0xC3BD_6BF6_3DEB_6DF0), (222, 0, 0xB641_AE8C_B691_C174),
            (222, 0x9E37_79B1, 0x20CB_8AB7_AE10_C14A),
        ] as [(Int, UInt64, UInt64)]
    )
    func `xxHash64 reproduces its sanity vectors`(length: Int, seed: UInt64, expected: UInt64) {
        var generator: UInt64 = 2_654_435_761
        let bytes = (0..<length).map { _ in
            defer { generator &*= 11_400_714_785_074_694_797 }
            return UInt8(generator >> 56)
        }
        #expect(XXHash64(seed: seed).hash(bytes) == expected)
    }

    @Test(
        arguments: [
            ("", 0, 0), ("", 1, 0x514E_28B7), ("test", 0, 0xBA6B_D213),
            ("test", 0x9747_B28C, 0x704B_81DC), ("Hello, world!", 0x9747_B28C, 0x2488_4CBA),
            ("The quick brown fox jumps over the lazy dog", 0x9747_B28C, 0x2FA8_26CD),
        ] as [(String, UInt32, UInt64)]
    )
    func `murmur3 reproduces widely published values`(text: String, seed: UInt32, hash: UInt64) {
        #expect(MurmurHash32(seed: seed).hash(text) == hash)
    }

    /// The test vectors of draft-eastlake-fnv.
    @Test(
        arguments: [
            ("", 0x811C_9DC5, 0xCBF2_9CE4_8422_2325), ("a", 0xE40C_292C, 0xAF63_DC4C_8601_EC8C),
            ("foobar", 0xBF9C_F968, 0x8594_4171_F739_67E8),
        ] as [(String, UInt64, UInt64)]
    )
    func `FNV-1a reproduces the vectors of its specification`(
        text: String,
        short: UInt64,
        long: UInt64
    ) {
        #expect(FNV1a32().hash(text) == short)
        #expect(FNV1a64().hash(text) == long)
    }

    @Test
    func `CRC-32 reproduces the check value of the catalogue`() {
        #expect(CRC32().hash("123456789") == 0xCBF4_3926)
        #expect(CRC32().hash("") == 0)
    }

    @Test
    func `a checksum may be computed in pieces`() {
        let bytes = (0..<100).map { UInt8($0 * 7 & 0xFF) }
        let whole = CRC32().hash(bytes)
        for cut in 0...100 {
            let first = CRC32().hash(Array(bytes[..<cut]))
            #expect(CRC32(continuing: UInt32(first)).hash(Array(bytes[cut...])) == whole)
        }
    }

    /// RFC 1321, appendix A.5, and FIPS 180-4's example.
    @Test
    func `the first eight digest bytes make the hash, the first byte highest`() {
        #expect(MD5Hash().hash("abc") == 0x9001_5098_3CD2_4FB0)
        #expect(MD5Hash().hash("") == 0xD41D_8CD9_8F00_B204)
        #expect(SHA256Hash().hash("abc") == 0xBA78_16BF_8F01_CFEA)
        let digest = Array("abc".utf8).withUnsafeBytes { MD5Hash().digest($0) }
        #expect(digest.count == 16 && digest.last == 0x72)
        #expect(Array("abc".utf8).withUnsafeBytes { SHA256Hash().digest($0) }.count == 32)
    }

    @Test(arguments: HashAlgorithm.allCases)
    func `an algorithm's name, width and function agree`(algorithm: HashAlgorithm) {
        let function = algorithm.function(seed: 7)
        #expect(function.name == algorithm.rawValue)
        let used = (0..<200).reduce(0 as UInt64) { $0 | function.hash("a key's number is \($1)") }
        #expect(64 - used.leadingZeroBitCount == function.width)
    }

    @Test(arguments: HashAlgorithm.allCases)
    func `a hash does not depend on where its bytes lie in memory`(algorithm: HashAlgorithm) {
        let function = algorithm.function(seed: 7)
        let message = (0..<67).map { UInt8($0) }
        let expected = function.hash(message)
        for shift in 1...8 {
            let padded = [UInt8](repeating: 0xEE, count: shift) + message + [0xEE]
            let actual = padded.withUnsafeBytes { bytes in
                let part = bytes[shift..<(shift + message.count)]
                return function.hash(UnsafeRawBufferPointer(rebasing: part))
            }
            #expect(actual == expected)
        }
    }
}
