import Testing

@testable import Simulator

struct PartitionedCapacityTests {
    private func capacity(
        _ settings: PartitionedCapacity.Settings = .init()
    ) -> PartitionedCapacity {
        PartitionedCapacity(settings, random: Simulation(seed: 1).random("capacity"), now: .zero)
    }

    /// Asks at equal distances, and counts what is served in each second.
    private func ask(
        _ capacity: inout PartitionedCapacity,
        perSecond rate: Int,
        seconds: Range<Int>,
        isWrite: Bool = true,
        key: (Int) -> String
    ) -> [Int] {
        seconds.map { second in
            (0..<rate).count { number in
                let instant = VirtualInstant.zero.advanced(
                    by: .seconds(second) + .seconds(1) * number / rate
                )
                return capacity.admits(
                    bucket: "data",
                    key: key(second * rate + number),
                    isWrite: isWrite,
                    now: instant
                )
            }
        }
    }

    /// "Your application can achieve at least 3,500 PUT/COPY/POST/DELETE or 5,500 GET/HEAD requests
    /// per second per partitioned Amazon S3 prefix."
    @Test(arguments: [(true, 3_500), (false, 5_500)])
    func `a partition serves what S3 promises and no more`(isWrite: Bool, limit: Int) {
        var capacity = capacity()
        let served = ask(
            &capacity,
            perSecond: 8_000,
            seconds: 0..<5,
            isWrite: isWrite,
            key: { "a/\($0 % 100)" }
        )
        #expect(served[0] <= 2 * limit)
        for second in served.dropFirst(3) { #expect(abs(second - limit) <= 1) }
        #expect(capacity.count == 1)
    }

    @Test
    func `a partition in much demand is split, and both halves serve`() {
        var capacity = capacity(.init(writes: 100, reads: 100, period: .seconds(1)))
        let served = ask(&capacity, perSecond: 400, seconds: 0..<60) { number in
            String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        }
        #expect(served[5] == 100)
        #expect(capacity.count >= 4)
        #expect(served[59] >= 350)
        // No split comes before ten busy periods, and the second not before ten more.
        #expect(served[2..<10].allSatisfy { $0 == 100 })
        #expect(served[12..<20].allSatisfy { $0 <= 220 })
    }

    @Test
    func `what is asked for little is not split`() {
        var capacity = capacity(.init(writes: 100, reads: 100, period: .seconds(1)))
        _ = ask(&capacity, perSecond: 70, seconds: 0..<100) { "k\($0 % 50)" }
        #expect(capacity.count == 1)
    }

    @Test
    func `demand must last for all periods, one after the other`() {
        var capacity = capacity(.init(writes: 100, reads: 100, period: .seconds(1)))
        for begin in stride(from: 0, to: 100, by: 10) {
            _ = ask(&capacity, perSecond: 200, seconds: begin..<begin + 9) { "k\($0 % 50)" }
        }
        #expect(capacity.count == 1)
    }

    @Test
    func `a single key cannot be split`() {
        var capacity = capacity(.init(writes: 100, reads: 100, period: .seconds(1)))
        _ = ask(&capacity, perSecond: 400, seconds: 0..<40) { _ in "the-only-one" }
        #expect(capacity.count == 1)
    }

    /// AWS: sequential date-based key names "can create a hot prefix": all writes go to the end.
    @Test
    func `keys that ascend ask for the last partition only`() {
        var capacity = capacity(.init(writes: 100, reads: 100, period: .seconds(1)))
        let served = ask(&capacity, perSecond: 400, seconds: 0..<60) { number in
            "2024/" + String(10_000_000 + number)
        }
        #expect(served[59] < 250)
        #expect(capacity.starts == capacity.starts.sorted())
    }

    @Test
    func `partitions are no more than they may be`() {
        var capacity = capacity(
            .init(writes: 100, reads: 100, period: .seconds(1), partitionsMaximum: 2)
        )
        _ = ask(&capacity, perSecond: 1_000, seconds: 0..<60) { "k\($0 % 977)" }
        #expect(capacity.count == 2)
    }

    @Test(arguments: [
        (["a/1", "a/2", "b/1", "b/2"], "", "b"),
        (["a/10", "a/11", "a/12", "a/13"], "", "a/12"),
        (["x", "x", "x", "y"], "", "y"),
        (["x", "x"], "", nil),
        ([], "", nil),
    ])
    func `a boundary is the shortest text that parts the keys`(
        keys: [String],
        start: String,
        expected: String?
    ) {
        let boundary = PartitionedCapacity.boundary(
            of: keys.map { Array($0.utf8) },
            above: Array(start.utf8)
        )
        #expect(boundary.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
}
