import Testing

@testable import Simulator

/// Results of the reduce functions, beside plain computations of the same.
struct ReduceFunctionTests {
    private func integers(_ seed: UInt64, _ range: ClosedRange<Int>) -> [Int] {
        var random = Xoshiro256(seed: seed)
        let count = Int.random(in: 1...200, using: &random)
        return (0..<count).map { _ in Int.random(in: range, using: &random) }
    }

    private func text<Function: CombinableReduceFunction>(
        _ function: Function,
        _ values: [[UInt8]]
    ) -> String {
        CombinableLaws(function).result(values).text
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `numbers are counted, compared and averaged`(seed: UInt64) {
        let numbers = integers(seed, -1_000...1_000)
        let values = EncodedValues.of(numbers)
        #expect(text(Count<Int>(), values) == "\(numbers.count)")
        #expect(text(Minimum<Int>(), values) == numbers.min().map(String.init))
        #expect(text(Maximum<Int>(), values) == numbers.max().map(String.init))
        #expect(text(Distinct<Int>(), values) == "\(Set(numbers).count)")
        let largest = numbers.sorted(by: >).prefix(7).map(String.init).joined(separator: ",")
        #expect(text(TopK<Int>(7), values) == "[\(largest)]")
        guard case .decimal(let mean) = CombinableLaws(Mean<Int>()).result(values) else {
            Issue.record("the mean is no decimal number")
            return
        }
        // |mean · n − sum| ≤ n/2 units: the nearest number with nine places.
        let product = mean.units * Int128(numbers.count)
        let sum = Int128(numbers.reduce(0, +)) * FixedDecimal.unitsPerOne
        #expect((product - sum).magnitude * 2 <= UInt128(numbers.count))
    }

    @Test(arguments: [
        ([1, 2], "1.5"), ([1, 1, 2], "1.333333333"), ([2, 2, 1], "1.666666667"),
        ([-1, -1, -2], "-1.333333333"), ([5], "5"), ([Int.max, Int.max], "9223372036854775807"),
    ])
    func `the mean has nine places`(values: [Int], mean: String) {
        #expect(text(Mean<Int>(), EncodedValues.of(values)) == mean)
    }

    /// The sum 1 + 2 + … + n, and n (n + 1) / 2.
    @Test func `closed formulas hold`() {
        let numbers = Array(1...1_000)
        #expect(text(Sum<Int>(), EncodedValues.of(numbers)) == "500500")
        #expect(text(Mean<Int>(), EncodedValues.of(numbers)) == "500.5")
        let extremes = EncodedValues.of([Int.max, Int.max, Int.max])
        #expect(text(Sum<Int>(), extremes) == "27670116110564327421")
    }

    @Test func `bytes are compared as numbers`() {
        let words = EncodedValues.of(["b", "", "a\u{FF}", "ab", "\u{E9}", "B"])
        #expect(text(Minimum<ByteView>(), words) == "")
        #expect(text(Maximum<ByteView>(), words) == "\u{E9}")
        #expect(text(TopK<ByteView>(2), words) == "[\u{E9},b]")
        #expect(text(Postings(), words + words) == "[,B,ab,a\u{FF},b,\u{E9}]")
        #expect(text(Distinct<ByteView>(), words + words) == "6")
    }

    @Test func `decimals are compared as numbers`() {
        let numbers = ["1.5", "-2", "1.25", "10"].map { text in
            Array(text.utf8).withUnsafeBytes { FixedDecimal(ByteView($0)) ?? 0 }
        }
        let values = EncodedValues.of(numbers)
        #expect(text(Minimum<FixedDecimal>(), values) == "-2")
        #expect(text(Maximum<FixedDecimal>(), values) == "10")
        #expect(text(Mean<FixedDecimal>(), values) == "2.6875")
        #expect(text(TopK<FixedDecimal>(3), values) == "[10,1.5,1.25]")
    }

    @Test func `no value gives nothing`() {
        #expect(text(Minimum<Int>(), []) == "[]")
        #expect(text(Mean<Int>(), []) == "[]")
        #expect(text(Count<Int>(), []) == "0")
        #expect(text(PercentileSketch<Int>(NearestRank(percent: 50), accuracy: 0.01), []) == "[]")
    }

    @Test func `memory is accounted for`() {
        let distinct = Distinct<Int>()
        var accumulator = distinct.begin()
        for value in 0..<1_000 { distinct.add(value, to: &accumulator) }
        let footprint = distinct.footprint(of: accumulator)
        #expect(footprint > 32_000 && footprint < 200_000)
        for value in 0..<1_000 { distinct.add(value, to: &accumulator) }
        #expect(distinct.footprint(of: accumulator) == footprint)
    }
}

/// Sessions, beside a plain computation.
struct SessionsTests {
    private func sessions(_ times: [Int], gap: Int) -> String {
        CombinableLaws(Sessions(gapMilliseconds: gap)).result(EncodedValues.of(times)).text
    }

    @Test func `times within the gap are one session`() {
        #expect(
            sessions([60_000, 0, 30_000, 90_001], gap: 30_000)
                == "[start=1970-01-01T00:00:00Z end=1970-01-01T00:01:00Z events=3,"
                + "start=1970-01-01T00:01:30.001Z end=1970-01-01T00:01:30.001Z events=1]"
        )
        #expect(
            sessions([-1], gap: 1)
                == "[start=1969-12-31T23:59:59.999Z end=1969-12-31T23:59:59.999Z events=1]"
        )
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `sessions are the runs of sorted times`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let gap = Int.random(in: 1...40, using: &random)
        let times = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            Int.random(in: 0...2_000, using: &random)
        }
        var runs: [[Int]] = []
        for time in times.sorted() {
            if let last = runs.last?.last, time - last <= gap {
                runs[runs.count - 1].append(time)
            } else {
                runs.append([time])
            }
        }
        let events = runs.map { " events=\($0.count)" }
        let text = sessions(times, gap: gap)
        #expect(text.split(separator: ",").count == runs.count)
        for (session, end) in zip(text.dropLast().split(separator: ","), events) {
            #expect(session.hasSuffix(end))
        }
        for (session, run) in zip(text.split(separator: ","), runs) {
            let first = EventTime(milliseconds: run[0]).description
            let last = EventTime(milliseconds: run[run.count - 1]).description
            #expect(session.contains("start=\(first) end=\(last) "))
        }
    }
}
