/// A header of a request or a response that has no place of its own: a field with a name.
///
/// Source: RFC 9110, section 5.
public struct HTTPField: Hashable, Sendable, CustomStringConvertible {
    /// The name, in small letters: the case of names means nothing.
    public let name: String
    /// The value.
    public let value: String

    /// A field.
    public init(_ name: String, _ value: String) {
        self.name = name.lowercased()
        self.value = value
    }

    /// `name: value`.
    public var description: String { "\(name): \(value)" }
}

extension [HTTPField] {
    /// The value of the first field called `name`, which is written in small letters.
    public func value(of name: String) -> String? {
        first { $0.name == name }?.value
    }
}
