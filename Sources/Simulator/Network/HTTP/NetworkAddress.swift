/// An address of a client, IPv4 or IPv6.
public enum NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four octets, the first in the highest bits.
    case version4(UInt32)
    /// Sixteen octets, the first in the highest bits.
    case version6(UInt128)

    /// The address that a text spells: four decimal numbers, or groups of hexadecimal digits where
    /// `::` stands for zeros and the last two may be four decimal numbers (RFC 4291, 2.2).
    public init?(_ text: some StringProtocol) {
        if !text.contains(":") {
            guard let value = Self.version4(text) else { return nil }
            self = .version4(value)
            return
        }
        guard let value = Self.version6(text) else { return nil }
        self = .version6(value)
    }

    /// The octets in order.
    public var octets: [UInt8] {
        (0..<octetCount).map(octet)
    }

    /// How many octets it has.
    var octetCount: Int {
        switch self {
        case .version4: 4
        case .version6: 16
        }
    }

    /// The octet at `index`, the first one at 0.
    func octet(_ index: Int) -> UInt8 {
        switch self {
        case .version4(let value): UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index))
        case .version6(let value): UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * index))
        }
    }

    /// The IPv4 address that an IPv6 address of the form `::ffff:a.b.c.d` stands for.
    var unmapped: NetworkAddress {
        guard case .version6(let value) = self, value >> 32 == 0xFFFF else { return self }
        return .version4(UInt32(truncatingIfNeeded: value))
    }

    /// The usual spelling; groups of zeros are not shortened.
    public var description: String {
        switch self {
        case .version4: octets.map(String.init).joined(separator: ".")
        case .version6(let value):
            (0..<8).map { String((value >> UInt128(112 - 16 * $0)) & 0xFFFF, radix: 16) }
                .joined(separator: ":")
        }
    }

    private static func version4(_ text: some StringProtocol) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard part.count <= 3, part.allSatisfy(\.isASCII), let octet = UInt8(part),
                !part.hasPrefix("+")
            else { return nil }
            value = value << 8 | UInt32(octet)
        }
        return value
    }

    private static func version6(_ text: some StringProtocol) -> UInt128? {
        let halves = String(text).split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2, let head = groups(halves[0]) else { return nil }
        guard halves.count == 2 else { return head.count == 8 ? value(head) : nil }
        guard let tail = groups(halves[1]), head.count + tail.count < 8 else { return nil }
        return value(head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    /// The groups of 16 bits that a part of an address without `::` spells.
    private static func groups(_ text: some StringProtocol) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if part.contains("."), index == parts.count - 1, let last = version4(part) {
                groups += [UInt16(last >> 16), UInt16(truncatingIfNeeded: last)]
            } else {
                guard (1...4).contains(part.count), !part.hasPrefix("+"),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    private static func value(_ groups: [UInt16]) -> UInt128 {
        groups.reduce(0) { $0 << 16 | UInt128($1) }
    }
}
