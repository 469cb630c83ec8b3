/// What an endpoint answers with: bytes that look like what they are, made once and shared by all
/// servers and responses.
public struct ResponseBody: Equatable, Sendable {
    /// What it is.
    public let type: ContentType
    /// The bytes.
    public let bytes: [UInt8]

    /// Generates a body.
    ///
    /// Pages and values are made of words and numbers, so that they can be compressed as such texts
    /// can; sound is noise, which cannot.
    ///
    /// - Parameters:
    ///   - type: What it is.
    ///   - size: How many bytes it has, exactly.
    ///   - random: Draws its words, numbers or noise.
    public init(_ type: ContentType, size: Int, random: RandomStream) {
        precondition(size >= 0, "a size")
        self.type = type
        var random = random
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + Self.pieceMaximum)
        while bytes.count < size {
            switch type {
            case .text: bytes += Self.paragraph(&random).utf8
            case .json: bytes += Self.record(isFirst: bytes.isEmpty, &random).utf8
            case .audio: withUnsafeBytes(of: random.next().littleEndian) { bytes += $0 }
            }
        }
        bytes.removeLast(bytes.count - size)
        self.bytes = bytes
    }

    /// About the longest piece.
    private static let pieceMaximum = 1_024

    private static let words = [
        "account", "address", "amount", "article", "author", "basket", "bottle", "branch", "bridge",
        "button", "camera", "candle", "centre", "change", "circle", "client", "column", "corner",
        "county", "course", "credit", "custom", "degree", "design", "detail", "dinner", "doctor",
        "dollar", "driver", "editor", "effect", "effort", "engine", "export", "factor", "family",
        "father", "figure", "finger", "flight", "flower", "forest", "friend", "garden", "ground",
        "growth", "harbor", "height", "impact", "income", "island", "kernel", "ladder", "league",
        "lesson", "letter", "market", "matter", "member", "method", "minute", "mirror", "moment",
        "nation",
    ]

    private static func word(_ random: inout RandomStream) -> String {
        words[Int(random.below(UInt64(words.count)))]
    }

    private static func paragraph(_ random: inout RandomStream) -> String {
        let text = (0..<12).map { _ in word(&random) }.joined(separator: " ")
        return "<p class=\"\(word(&random))\">\(text).</p>\n"
    }

    private static func record(isFirst: Bool, _ random: inout RandomStream) -> String {
        "\(isFirst ? "[" : ",\n"){\"id\":\(100_000 + random.below(900_000)),"
            + "\"name\":\"\(word(&random)) \(word(&random))\","
            + "\"price\":\(random.below(1_000)).\(random.below(10)),"
            + "\"tags\":[\"\(word(&random))\",\"\(word(&random))\"]}"
    }
}
