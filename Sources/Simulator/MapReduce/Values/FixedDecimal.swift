/// A number with nine decimal places, exactly: what is measured in a log, as seconds or bytes.
///
/// Sums of binary fractions depend on the order in which they are added, and with it on which
/// worker was slow; sums of these do not, so that they can be combined anywhere.
public struct FixedDecimal: Hashable, Sendable {
    /// How many units make one.
    public static let unitsPerOne: Int128 = 1_000_000_000
    /// The number in units of 10⁻⁹.
    public let units: Int128

    /// The largest magnitude that is read, in units: 10¹⁸, so that a sum of 10¹¹ such numbers
    /// is still exact.
    static let largest: Int128 = 1_000_000_000_000_000_000 * unitsPerOne

    /// Creates a number of `units` of 10⁻⁹.
    public init(units: Int128) {
        self.units = units
    }

    /// Creates a whole number.
    public init(_ number: Int) {
        units = Int128(number) * Self.unitsPerOne
    }

    /// Reads a decimal number, as JSON writes it: `12`, `-0.5`, `1.25e-3`; a plus sign is allowed.
    ///
    /// Past nine decimal places the nearest number is taken, halves away from zero. Gives nothing
    /// for other text, and from 10¹⁸ on.
    public init?(_ text: ByteView) {
        var scanner = DecimalScanner(text)
        guard let units = scanner.read() else { return nil }
        self.units = units
    }
}

extension FixedDecimal: Comparable {
    /// The order of the numbers.
    public static func < (left: FixedDecimal, right: FixedDecimal) -> Bool {
        left.units < right.units
    }
}

extension FixedDecimal: CustomStringConvertible {
    /// The number with as many decimal places as it needs: `12`, `-0.5`.
    public var description: String {
        let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let sign = units < 0 ? "-" : ""
        guard part != 0 else { return "\(sign)\(whole)" }
        var digits = String(part)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}

extension FixedDecimal: ShuffleValue {
    /// Writes the units with as few bytes as they need.
    public func encode(into bytes: inout [UInt8]) { units.encode(into: &bytes) }

    /// See ``ShuffleValue/decode(_:)``.
    public static func decode(_ bytes: ByteView) -> FixedDecimal? {
        Int128.decode(bytes).map(FixedDecimal.init(units:))
    }
}

extension FixedDecimal: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    public init(integerLiteral number: Int) {
        self.init(number)
    }
}

/// Reads one decimal number.
private struct DecimalScanner {
    private let text: ByteView
    private var offset = 0

    init(_ text: ByteView) {
        self.text = text
    }

    /// The number in units of 10⁻⁹, where the whole text is one.
    mutating func read() -> Int128? {
        let isNegative = sign()
        var digits: [UInt8] = []
        guard collect(&digits) else { return nil }
        var point = digits.count
        if skip(".") {
            guard collect(&digits) else { return nil }
        }
        if skip("e") || skip("E") {
            let isDown = sign()
            var exponent: [UInt8] = []
            guard collect(&exponent) else { return nil }
            // Past a thousand places only zeros are numbers, and they stay what they are.
            let places = exponent.reduce(0) { min(1_000, $0 * 10 + Int($1)) }
            point += isDown ? -places : places
        }
        guard offset == text.count else { return nil }
        return Self.units(digits, point: point + 9).map { isNegative ? -$0 : $0 }
    }

    /// The whole number of the first `point` digits, rounded by the next one.
    private static func units(_ digits: [UInt8], point: Int) -> Int128? {
        var units: Int128 = 0
        for place in 0..<max(0, point) {
            units = units * 10 + (place < digits.count ? Int128(digits[place]) : 0)
            if units >= FixedDecimal.largest { return nil }
        }
        if point >= 0, point < digits.count, digits[point] >= 5 { units += 1 }
        return units
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Moves past a sign; says whether it is a minus.
    private mutating func sign() -> Bool {
        if skip("-") { return true }
        _ = skip("+")
        return false
    }

    /// Collects the digits here; there must be one at least.
    private mutating func collect(_ digits: inout [UInt8]) -> Bool {
        let first = offset
        while offset < text.count, text[offset] &- 48 < 10 {
            digits.append(text[offset] - 48)
            offset += 1
        }
        return offset > first
    }
}
