@testable import Simulator

/// What must hold of every function that may be combined.
///
/// Accumulators are compared by their bytes, and by the results that they give.
struct CombinableLaws<Function: CombinableReduceFunction> {
    private let function: Function

    init(_ function: Function) {
        self.function = function
    }

    /// The laws that three lists of encoded values break.
    func breaches(_ first: [[UInt8]], _ second: [[UInt8]], _ third: [[UInt8]]) -> Set<String> {
        var breaches: Set<String> = []
        func expect(_ left: Function.Accumulator, _ right: Function.Accumulator, _ law: String) {
            if state(left) != state(right) { breaches.insert(law) }
        }
        let (one, two, three) = (fold(first), fold(second), fold(third))
        expect(merged(function.begin(), one), one, "left identity")
        expect(merged(one, function.begin()), one, "right identity")
        expect(merged(one, two), merged(two, one), "commutativity")
        expect(
            merged(merged(one, two), three),
            merged(one, merged(two, three)),
            "associativity"
        )
        expect(merged(one, two), fold(first + second), "merging is folding on")
        expect(fold(first), fold(first.reversed()), "order")
        if let value = second.first {
            expect(fold(first + [value]), merged(one, fold([value])), "adding is merging with one")
        }
        var bytes: [UInt8] = []
        one.encode(into: &bytes)
        let decoded = bytes.withUnsafeBytes { Function.Accumulator.decode(ByteView($0)) }
        if let decoded {
            expect(decoded, one, "bytes give the same accumulator back")
        } else {
            breaches.insert("bytes give the same accumulator back")
        }
        return breaches
    }

    /// The result for some encoded values.
    func result(_ values: [[UInt8]]) -> ReducedValue { function.finish(fold(values)) }

    private func merged(
        _ left: Function.Accumulator,
        _ right: Function.Accumulator
    ) -> Function.Accumulator {
        var merged = left
        function.merge(right, into: &merged)
        return merged
    }

    private func fold(_ values: [[UInt8]]) -> Function.Accumulator {
        var accumulator = function.begin()
        for value in values {
            value.withUnsafeBytes { bytes in
                guard let value = Function.Value.decode(ByteView(bytes)) else { return }
                function.add(value, to: &accumulator)
            }
        }
        return accumulator
    }

    private func state(_ accumulator: Function.Accumulator) -> [[UInt8]] {
        var bytes: [UInt8] = []
        accumulator.encode(into: &bytes)
        return [bytes, [UInt8](function.finish(accumulator).text.utf8)]
    }
}

/// Values as bytes.
enum EncodedValues {
    static func of<Value: ShuffleValue>(_ values: [Value]) -> [[UInt8]] {
        values.map { value in
            var bytes: [UInt8] = []
            value.encode(into: &bytes)
            return bytes
        }
    }

    static func of(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Whole numbers, of a range that is small or not.
    static func integers(
        _ count: Range<Int>,
        _ range: ClosedRange<Int>,
        _ random: inout Xoshiro256
    ) -> [[UInt8]] {
        of(
            (0..<Int.random(in: count, using: &random)).map { _ in
                Int.random(in: range, using: &random)
            }
        )
    }

    /// Decimal numbers of very different sizes.
    static func decimals(_ random: inout Xoshiro256) -> [[UInt8]] {
        of(
            (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                let shift = Int.random(in: 0..<63, using: &random)
                return FixedDecimal(units: Int128(Int.random(in: -9...9, using: &random)) << shift)
            }
        )
    }

    /// Short pieces of few different bytes, some empty.
    static func pieces(_ random: inout Xoshiro256) -> [[UInt8]] {
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                [0x00, 0x61, 0xFF].randomElement(using: &random) ?? 0
            }
        }
    }
}
