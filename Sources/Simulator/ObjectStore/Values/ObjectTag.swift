/// A tag of an object: a word by which rules choose it, which can change without a new version.
///
/// Source: the S3 User Guide, *Categorizing your storage using tags*.
public struct ObjectTag: Hashable, Sendable {
    /// The name: 1 to 128 characters, once in an object.
    public let key: String
    /// The value: up to 256 characters.
    public let value: String

    /// A tag.
    public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }

    /// How many tags an object may have.
    public static let countMaximum = 10
    private static let keyLengthMaximum = 128
    private static let valueLengthMaximum = 256

    /// - Throws: ``ObjectStoreError/badRequest(_:)`` for more than ten,
    ///   ``ObjectStoreError/invalidTag(_:)`` for one that breaks the rules.
    static func validate(_ tags: [ObjectTag]) throws(ObjectStoreError) {
        if tags.count > countMaximum {
            throw .badRequest("Object tags cannot be greater than \(countMaximum)")
        }
        for (index, tag) in tags.enumerated() {
            guard 1...keyLengthMaximum ~= tag.key.utf16.count else {
                throw .invalidTag("the key of a tag has 1 to \(keyLengthMaximum) characters")
            }
            guard tag.value.utf16.count <= valueLengthMaximum else {
                throw .invalidTag("the value of a tag has up to \(valueLengthMaximum) characters")
            }
            guard !tag.key.lowercased().hasPrefix("aws:") else {
                throw .invalidTag("keys that begin with aws: are reserved")
            }
            guard (tag.key + tag.value).unicodeScalars.allSatisfy(isAllowed) else {
                throw .invalidTag("a tag has letters, digits, spaces and + - = . _ : / @")
            }
            guard !tags[..<index].contains(where: { $0.key == tag.key }) else {
                throw .invalidTag("the key of a tag stands once")
            }
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil
            || " +-=._:/@".unicodeScalars.contains(scalar)
    }
}
