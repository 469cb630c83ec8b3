public import OrderedCollections

/// A value in a column of a table.
public enum ColumnValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number; instants are nanoseconds of virtual time.
    case integer(Int)
    /// A text.
    case text(String)
    /// Some bytes.
    case bytes([UInt8])

    /// The number, where it is one.
    public var integer: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The text, where it is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The bytes, where it is some.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

/// The columns of a row and their values; a column that is not there is null.
public typealias DatabaseRow = OrderedDictionary<String, ColumnValue>

/// Which row is meant.
public struct DatabaseKey: Hashable, Sendable, CustomStringConvertible {
    /// The table.
    public let table: String
    /// The primary key in it.
    public let key: String

    /// The row `key` of `table`.
    public init(_ table: String, _ key: String) {
        self.table = table
        self.key = key
    }

    /// `table/key`
    public var description: String { "\(table)/\(key)" }
}
