import Simulator
import Testing

/// How long each user's requests took: lines such as `alice 0.125`.
struct Durations: MapFunction {
    func map(
        _ record: Record,
        into output: inout MapOutput<FixedDecimal>
    ) throws(BadRecord) {
        var words = record.bytes.words.makeIterator()
        guard let user = words.next(), let seconds = words.next().flatMap({ FixedDecimal($0) })
        else { throw BadRecord("expected a name and a number") }
        output.emit(user, seconds)
    }
}

/// How many values are above a limit.
struct CountAbove: CombinableReduceFunction {
    let limit: FixedDecimal

    func begin() -> Int { 0 }

    func add(_ value: FixedDecimal, to accumulator: inout Int) {
        if value > limit { accumulator += 1 }
    }

    func merge(_ other: Int, into accumulator: inout Int) { accumulator += other }

    func finish(_ accumulator: Int) -> ReducedValue { .integer(Int128(accumulator)) }
}

@Test
func `slow requests are counted by user`() throws {
    let code = JobCode(map: Durations(), combining: CountAbove(limit: 1))
    let log = Array("alice 0.125\nbob 1.5\nalice 2\nalice 3.25\nnobody\n".utf8)
    let results = try log.withUnsafeBytes { bytes in
        let block = RecordBlock(bytes: ByteView(bytes), source: .empty, offset: 0)
        return try code.sequentialRun(of: [[block]], badRecords: .skip)
    }
    #expect(results.map { String(decoding: $0.key, as: UTF8.self) } == ["alice", "bob"])
    #expect(results.map(\.value) == [.integer(2), .integer(1)])
}
