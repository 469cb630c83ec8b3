/// The result that a reduce function gives for a key.
public enum ReducedValue: Hashable, Sendable {
    /// A whole number.
    case integer(Int128)
    /// A number with decimal places.
    case decimal(FixedDecimal)
    /// Some bytes.
    case bytes([UInt8])
    /// Several results in their order.
    case list([ReducedValue])
    /// Results with names, in their order.
    case record([Field])

    /// A result with a name.
    public struct Field: Hashable, Sendable {
        /// The name: lower-case letters and hyphens.
        public let name: String
        /// The result.
        public let value: ReducedValue

        /// Creates a field.
        public init(_ name: String, _ value: ReducedValue) {
            self.name = name
            self.value = value
        }
    }

    /// The result as one number, by which results are sorted: a list counts its elements, and
    /// bytes have none.
    public var number: FixedDecimal? {
        switch self {
        case .integer(let number): FixedDecimal(units: number * FixedDecimal.unitsPerOne)
        case .decimal(let number): number
        case .list(let values): FixedDecimal(values.count)
        case .bytes, .record: nil
        }
    }

    /// Appends the result as text: numbers in decimal, a list between brackets with commas.
    public func append(to text: inout [UInt8]) {
        switch self {
        case .integer(let number): Self.append(number, to: &text)
        case .decimal(let number): text.append(contentsOf: number.description.utf8)
        case .bytes(let bytes): text.append(contentsOf: bytes)
        case .list(let values):
            text.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                value.append(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .record(let fields):
            for (place, field) in fields.enumerated() {
                if place > 0 { text.append(UInt8(ascii: " ")) }
                text.append(contentsOf: "\(field.name)=".utf8)
                field.value.append(to: &text)
            }
        }
    }

    /// Appends a number in decimal; one of a single word without the division of two.
    private static func append(_ number: Int128, to text: inout [UInt8]) {
        guard var rest = UInt64(exactly: number), rest < 10_000_000_000_000_000 else {
            text.append(contentsOf: String(number).utf8)
            return
        }
        // Sixteen digits at most, the last one highest.
        var digits: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var first = digits.count
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            text.append(contentsOf: digits[first...])
        }
    }
}
