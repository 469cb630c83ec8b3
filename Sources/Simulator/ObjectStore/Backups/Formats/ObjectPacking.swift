/// How bytes are kept in a store: compressed or not, encrypted or not.
///
/// The first byte says which, and the rest is the data, behind a salt where there is one.
struct ObjectPacking: Sendable {
    /// Whether what is written is compressed.
    let compresses: Bool
    /// The key with which what is written is encrypted.
    let key: BackupKey?
    /// Whether the same bytes have another form each time, and so another tag.
    var isSalted = false

    private static let compressed: UInt8 = 1
    private static let encrypted: UInt8 = 2
    private static let salted: UInt8 = 4
    /// Bytes of a salt.
    static let saltSize = 8

    /// The form in which `bytes` are kept under `label`.
    ///
    /// - Parameter random: Where the nonce and the salt are drawn from.
    func pack(_ bytes: [UInt8], label: String, using random: inout RandomStream) -> [UInt8] {
        var form: UInt8 = 0
        var content = bytes
        if compresses {
            form |= Self.compressed
            content = PortableGzip.encode(content)
        }
        if let key {
            form |= Self.encrypted
            let nonce = random.bytes(count: BackupKey.nonceSize)
            content = key.seal(content, label: label, nonce: nonce)
        }
        if isSalted {
            form |= Self.salted
            content = random.bytes(count: Self.saltSize) + content
        }
        return [form] + content
    }

    /// What was kept; nil where it is not what was written under `label`.
    func unpack(_ packed: [UInt8], label: String) -> [UInt8]? {
        let salt = isSalted ? Self.salted : 0
        guard let form = packed.first,
            form & ~(Self.compressed | Self.encrypted) == salt,
            packed.count > (isSalted ? Self.saltSize : 0)
        else { return nil }
        var content = Array(packed.dropFirst(isSalted ? 1 + Self.saltSize : 1))
        if form & Self.encrypted != 0 {
            guard let plain = key?.open(content, label: label) else { return nil }
            content = plain
        } else if key != nil {
            // Whoever writes into the store without the key is not believed.
            return nil
        }
        return form & Self.compressed == 0 ? content : try? GzipDecoder.decode(content)
    }

    /// The name of a content, by which equal ones are known.
    func name(of digest: ContentDigest) -> String {
        key?.name(of: digest) ?? digest.description
    }
}
