import Testing

@testable import Simulator

/// Results as bytes, between reducing and writing.
struct ReducedValueCodingTests {
    @Test(arguments: [
        ReducedValue.integer(0), .integer(-1), .integer(.max), .integer(.min),
        .decimal(FixedDecimal(units: -1_500_000_000)), .bytes([]), .bytes([0, 0x0A, 0xFF]),
        .list([]), .list([.integer(3), .list([.bytes([1])]), .decimal(2)]),
        .record([.init("count", .integer(2)), .init("key", .bytes(Array("a".utf8)))]),
    ])
    func `a result is read back as it was`(value: ReducedValue) {
        var bytes: [UInt8] = []
        value.encode(into: &bytes)
        #expect(bytes.withUnsafeBytes { ReducedValue.decode(ByteView($0)) } == value)
    }

    @Test(
        arguments: [[], [9], [0], [3, 200], [3, 2, 0], [4, 1, 97], [4, 1, 97, 1, 9]] as [[UInt8]]
    )
    func `other bytes are no result`(bytes: [UInt8]) {
        #expect(bytes.withUnsafeBytes { ReducedValue.decode(ByteView($0)) } == nil)
    }

    @Test
    func `the order by value is descending, and what is no number comes last`() {
        let values: [(String, ReducedValue)] = [
            ("e", .bytes([1])), ("b", .integer(3)), ("a", .integer(3)), ("c", .decimal(-2)),
            ("d", .integer(1 << 90)), ("f", .decimal(FixedDecimal(units: 1))), ("g", .integer(0)),
            ("h", .record([])),
        ]
        let sorted = values.map { key, value in
            var sortKey: [UInt8] = []
            Array(key.utf8).withUnsafeBytes {
                ResultOrder.write(ByteView($0), value, .value, to: &sortKey)
            }
            return sortKey
        }.sorted { $0.lexicographicallyPrecedes($1) }
        let keys = sorted.map { sortKey in
            sortKey.withUnsafeBytes { bytes in
                String(decoding: ResultOrder.key(of: ByteView(bytes), .value), as: UTF8.self)
            }
        }
        #expect(keys == ["d", "a", "b", "f", "g", "c", "e", "h"])
    }
}
