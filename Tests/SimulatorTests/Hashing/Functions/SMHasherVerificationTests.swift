import Simulator
import Testing

struct SMHasherVerificationTests {
    @Test
    func `murmur3 in 32 bits has the published code`() {
        let code = verificationCode { key, seed in
            littleEndianBytes(MurmurHash32(seed: seed).hash(key), count: 4)
        }
        #expect(code == 0xB0F5_7EE3)
    }

    @Test
    func `murmur3 in 128 bits has the published code`() {
        let code = verificationCode { key, seed in
            let digest = key.withUnsafeBytes { MurmurHash128(seed: seed).digest($0) }
            return littleEndianBytes(digest.first, count: 8)
                + littleEndianBytes(digest.second, count: 8)
        }
        #expect(code == 0x6384_BA69)
    }

    @Test
    func `xxHash64 has the published code`() {
        let code = verificationCode { key, seed in
            littleEndianBytes(XXHash64(seed: UInt64(seed)).hash(key), count: 8)
        }
        #expect(code == 0x024B_7CF4)
    }

    @Test
    func `FNV-1a in 32 bits has the published code`() {
        let code = verificationCode { key, seed in
            littleEndianBytes(FNV1a32(basis: 0x811C_9DC5 ^ seed).hash(key), count: 4)
        }
        #expect(code == 0xE3CB_BE91)
    }

    @Test
    func `FNV-1a in 64 bits has the published code`() {
        let code = verificationCode { key, seed in
            let function = FNV1a64(basis: 0xCBF2_9CE4_8422_2325 ^ UInt64(seed))
            return littleEndianBytes(function.hash(key), count: 8)
        }
        #expect(code == 0x1034_55FC)
    }

    @Test
    func `SipHash-2-4 has the published code`() {
        // SMHasher's wrapper seeds the first half of the key and maps the empty key to zero.
        let code = verificationCode { key, seed in
            guard !key.isEmpty else { return littleEndianBytes(0, count: 8) }
            return littleEndianBytes(SipHash24(key: (UInt64(seed), 0)).hash(key), count: 8)
        }
        #expect(code == 0xC58D_7F9C)
    }

    @Test
    func `CRC-32 has the published code`() {
        let code = verificationCode { key, seed in
            littleEndianBytes(CRC32(continuing: seed).hash(key), count: 4)
        }
        #expect(code == 0x3719_DB20)
    }

    @Test
    func `MD5 has the published code`() {
        // SMHasher's wrapper ignores the seed and keeps the first 32 bits.
        let code = verificationCode { key, _ in
            Array(key.withUnsafeBytes { MD5Hash().digest($0) }.prefix(4))
        }
        #expect(code == 0xC10C_356B)
    }
}
