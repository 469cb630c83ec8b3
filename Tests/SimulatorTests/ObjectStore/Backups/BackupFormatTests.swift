import Testing

@testable import Simulator

struct BackupFormatTests {
    private static let name = BackupName(
        Timestamp(year: 2024, month: 1, day: 1, hour: 12).adding(nanoseconds: 999_999_999)
    )

    @Test
    func `a name is the second in the form of the source`() {
        #expect(Self.name.description == "2024-01-01-12-00-00")
        #expect(BackupName("2024-01-01-12-00-00") == Self.name)
        #expect(BackupName("2024-01-01-12-00-01") ?? Self.name > Self.name)
    }

    @Test(arguments: [
        "", "2024-01-01", "2024-02-30-00-00-00", "2024-01-01-24-00-00", "2024-01-01-00-60-00",
        "2024-1-01-12-00-00", "2024-01-01-12-00-00-", "2024-01-01-12-00-+1", "1969-01-01-12-00-00",
        "2024-01-01T12:00:00",
    ])
    func `what is no name is refused`(text: String) {
        #expect(BackupName(text) == nil)
    }

    /// The digests are those of `sha256sum`.
    @Test
    func `a manifest is read as it was written, and not where a byte is another one`() throws {
        let files = [("a b%\n", "one"), ("dir/é", "")].map { name, text in
            BackupManifest.File(
                name: name,
                size: text.utf8.count,
                digest: ContentDigest(of: Array(text.utf8)),
                writer: Self.name
            )
        }
        let manifest = BackupManifest(name: Self.name, files: files)
        let lines = manifest.text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
            lines[1]
                == "file 3 7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed "
                + "2024-01-01-12-00-00 a%20b%25%0a"
        )
        #expect(
            lines[2]
                == "file 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 "
                + "2024-01-01-12-00-00 dir/%c3%a9"
        )
        let bytes = Array(manifest.text.utf8)
        #expect(BackupManifest(bytes) == manifest)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(BackupManifest(other) == nil, "byte \(index)")
            #expect(BackupManifest(Array(bytes[..<index])) == nil)
        }
    }

    /// Source: NIST's GCM test vectors, "Test Case 16" of McGrew and Viega, whose associated data
    /// are no text, so this is test case 13: a key of zeros, and nothing to encrypt.
    @Test
    func `encryption is AES-GCM`() {
        let key = BackupKey([UInt8](repeating: 0, count: 32))
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(
            Hexadecimal.text(key.seal([], label: "", nonce: nonce))
                == "000000000000000000000000" + "530f8afbc74536b9a963b4f1c4cb738b"
        )
        // Test case 14: sixteen zeros.
        #expect(
            Hexadecimal.text(key.seal(nonce + [0, 0, 0, 0], label: "", nonce: nonce))
                == "000000000000000000000000" + "cea7403d4d606b6e074ec5d3baf39d18"
                + "d0d1c8a799996bf0265b98b5d48ab919"
        )
    }

    @Test(arguments: [false, true], [false, true])
    func `what is packed is unpacked under its own label alone`(
        compresses: Bool,
        encrypts: Bool
    ) throws {
        var random = Simulation(seed: 1).random("key")
        let key = encrypts ? BackupKey(using: &random) : nil
        let packing = ObjectPacking(compresses: compresses, key: key)
        let bytes = Array(String(repeating: "the quick brown fox ", count: 50).utf8)
        let packed = packing.pack(bytes, label: "data/1", using: &random)
        #expect(packing.unpack(packed, label: "data/1") == bytes)
        #expect((packing.unpack(packed, label: "data/2") == nil) == encrypts)
        #expect((packed.count < bytes.count) == compresses)
        #expect(packing.pack(bytes, label: "data/1", using: &random) != packed || !encrypts)
        #expect(packing.unpack([], label: "data/1") == nil)
        #expect(packing.unpack([4] + packed.dropFirst(), label: "data/1") == nil)
        #expect(packing.unpack([0] + bytes, label: "data/1") == (encrypts ? nil : bytes))
        var damaged = packed
        damaged[packed.count / 2] ^= 1
        #expect(packing.unpack(damaged, label: "data/1") != bytes)
        let digest = ContentDigest(of: bytes)
        #expect(packing.name(of: digest).contains(digest.description) == !encrypts)
    }

    @Test(arguments: [false, true])
    func `what is salted is never the same, and is unpacked as it was`(compresses: Bool) {
        var random = Simulation(seed: 1).random("salts")
        let packing = ObjectPacking(compresses: compresses, key: nil, isSalted: true)
        let plain = ObjectPacking(compresses: compresses, key: nil)
        for bytes in [[], [7], [UInt8](repeating: 1, count: 100)] {
            let forms = (0..<100).map { _ in packing.pack(bytes, label: "", using: &random) }
            #expect(Set(forms).count == 100)
            for form in forms {
                #expect(packing.unpack(form, label: "") == bytes)
                #expect(plain.unpack(form, label: "") == nil)
            }
            #expect(packing.unpack(plain.pack(bytes, label: "", using: &random), label: "") == nil)
        }
        for count in 0..<9 {
            #expect(packing.unpack([UInt8](repeating: 4, count: count), label: "") == nil)
        }
    }

    @Test
    func `the writer of data stands in its key`() {
        let layout = BackupLayout(packing: ObjectPacking(compresses: false, key: nil))
        let digest = ContentDigest(of: [])
        let key = layout.key(of: digest, writer: Self.name)
        #expect(key == "data/\(digest)-2024-01-01-12-00-00")
        #expect(BackupLayout.writer(ofData: key) == Self.name)
        #expect(BackupLayout.writer(ofData: "backups/2024-01-01-12-00-00") == nil)
        #expect(BackupLayout.key(of: Self.name) == "backups/2024-01-01-12-00-00")
        #expect(BackupLayout.backup(ofManifest: "backups/2024-01-01-12-00-00") == Self.name)
        #expect(BackupLayout.backup(ofManifest: "backups/other") == nil)
    }
}
