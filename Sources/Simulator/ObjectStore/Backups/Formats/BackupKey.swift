import Crypto
import FoundationEssentials

/// The key with which backups are encrypted: AES-256 in the mode of Galois and counter.
///
/// Source: NIST SP 800-38D. A nonce must never be used twice with a key, so each is drawn from a
/// stream that no other incarnation of the service draws from.
public struct BackupKey: Sendable {
    /// What tells it from other keys: eight hexadecimal digits that follow from it.
    public let identifier: String
    private let secret: SymmetricKey

    /// Bytes of a nonce.
    static let nonceSize = 12

    /// A key of 32 bytes.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == 32, "AES-256 has keys of 32 bytes")
        secret = SymmetricKey(data: bytes)
        let code = HMAC<SHA256>.authenticationCode(for: Array("identifier".utf8), using: secret)
        identifier = Hexadecimal.text(Array(code).prefix(4))
    }

    /// A key that is drawn.
    public init(using random: inout RandomStream) {
        self.init(random.bytes(count: 32))
    }

    /// The name of a content that says nothing of it to whoever has not the key.
    func name(of digest: ContentDigest) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(digest.description.utf8),
            using: secret
        )
        return identifier + "-" + Hexadecimal.text(Array(code))
    }

    /// Encrypts `bytes`, which can be read only as what `label` says: the nonce, as many bytes as
    /// before, and 16 that prove them.
    func seal(_ bytes: [UInt8], label: String, nonce: [UInt8]) -> [UInt8] {
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(
                bytes,
                using: secret,
                nonce: nonce,
                authenticating: Array(label.utf8)
            ),
            let combined = box.combined
        else { preconditionFailure("a nonce of 12 bytes, and a key of 32") }
        return Array(combined)
    }

    /// Decrypts what `seal` made; nil where a bit of it or the label is another one.
    func open(_ bytes: [UInt8], label: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(box, using: secret, authenticating: Array(label.utf8))
        else { return nil }
        return Array(plain)
    }
}

extension RandomStream {
    /// Some bytes, every one as likely.
    mutating func bytes(count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            withUnsafeBytes(of: next().littleEndian) { bytes += $0.prefix(count - bytes.count) }
        }
        return bytes
    }
}
