import Testing

@testable import Simulator

/// Envoy's rules for putting servers aside.
struct OutlierDetectorTests {
    private var random = SeededDraws(seed: 1)

    private func detector(
        _ settings: OutlierSettings = OutlierSettings(),
        servers: Int = 10
    ) -> OutlierDetector {
        var detector = OutlierDetector(settings: settings, now: .zero)
        for slot in 0..<servers { detector.add(slot) }
        return detector
    }

    private func second(_ second: Int) -> VirtualInstant {
        VirtualInstant.zero.advanced(by: .seconds(second))
    }

    @Test(arguments: [500, 502, 599, nil] as [Int?])
    mutating func `five errors in a row put a server aside`(status: Int?) {
        var detector = detector()
        for _ in 0..<4 {
            #expect(detector.note(3, status: status, now: second(1), drawing: &random) == nil)
        }
        #expect(detector.note(3, status: 404, now: second(1), drawing: &random) == nil)
        for _ in 0..<4 {
            #expect(detector.note(3, status: status, now: second(1), drawing: &random) == nil)
        }
        let change = detector.note(3, status: status, now: second(2), drawing: &random)
        #expect(change == .eject(3, .consecutiveErrors))
        #expect(detector.hosts[3]?.ejectedAt == second(2))
    }

    /// `100 * (ejected + 1) / hosts <= 10`.
    @Test(arguments: [(1, 0), (9, 0), (10, 1), (19, 1), (20, 2), (35, 3)])
    mutating func `no more than a tenth is put aside`(servers: Int, expected: Int) {
        var detector = detector(servers: servers)
        var ejected = 0
        for slot in 0..<servers {
            for _ in 0..<5
            where detector.note(slot, status: 500, now: second(1), drawing: &random) != nil {
                ejected += 1
            }
        }
        #expect(ejected == expected)
        #expect(OutlierChecker.check(detector, now: second(1)) == nil)
    }

    @Test
    mutating func `one may always be put aside where that is set`() {
        var detector = detector(OutlierSettings(alwaysEjectsOne: true), servers: 2)
        for slot in 0..<2 {
            for _ in 0..<5 {
                _ = detector.note(slot, status: 503, now: second(1), drawing: &random)
            }
        }
        #expect(detector.hosts.map { $0?.ejectedAt != nil } == [true, false])
    }

    /// 30 s, 60 s, 90 s, …, at most 300 s, and back only when an interval ends.
    @Test
    mutating func `each time it takes longer by the base time`() {
        var detector = detector()
        var now = 0
        var times: [Int] = []
        for _ in 0..<12 {
            for _ in 0..<5 {
                _ = detector.note(0, status: 500, now: second(now + 3), drawing: &random)
            }
            let since = now + 3
            while true {
                now += 10
                let changes = detector.tick(now: second(now), drawing: &random)
                #expect(OutlierChecker.check(detector, now: second(now)) == nil)
                if changes == [.restore(0)] { break }
                #expect(changes == [])
            }
            times.append(now - since)
        }
        #expect(times == [37, 67, 97, 127, 157, 187, 217, 247, 277, 307, 307, 307])
    }

    @Test
    mutating func `intervals in health take the memory away one by one`() {
        var detector = detector()
        for round in 0..<2 {
            for _ in 0..<5 {
                _ = detector.note(0, status: 500, now: second(round * 100), drawing: &random)
            }
            for tick in 1...8 {
                _ = detector.tick(now: second(round * 100 + tick * 10), drawing: &random)
            }
        }
        // Put aside for 30 s, forgotten within the 50 s after it, so again for 30 s.
        #expect(detector.hosts[0]?.ejections == 2)
        #expect(detector.hosts[0]?.multiplier == 0)
    }

    /// Nine servers at 100 % and one at 60 %: mean 96, deviation 12, threshold 73.2.
    @Test
    mutating func `a rate of success far below the mean puts a server aside`() {
        for (failures, isOutlier) in [(40, true), (0, false)] {
            var detector = detector()
            for slot in 0..<10 {
                for number in 0..<100 {
                    // Never five in a row.
                    let fails = slot == 0 && number % 5 < 2 && number / 5 * 2 < failures
                    let status = fails ? 500 : 200
                    _ = detector.note(slot, status: status, now: second(1), drawing: &random)
                }
            }
            let changes = detector.tick(now: second(10), drawing: &random)
            #expect(changes == (isOutlier ? [.eject(0, .successRate)] : []))
            #expect(detector.hosts[0]?.requests == 0)
        }
    }

    @Test
    mutating func `too few requests or servers are not judged`() {
        for (servers, requests) in [(10, 99), (4, 100)] {
            let settings = OutlierSettings(ejectionPercentMaximum: 100)
            var detector = detector(settings, servers: servers)
            for slot in 0..<servers {
                for number in 0..<requests {
                    let status = slot == 0 && number % 2 == 0 ? 500 : 200
                    _ = detector.note(slot, status: status, now: second(1), drawing: &random)
                }
            }
            #expect(detector.tick(now: second(10), drawing: &random) == [])
        }
    }

    @Test
    mutating func `the percentage of failures is judged where that is enforced`() {
        for (enforced, expected) in [(0, false), (100, true)] {
            let settings = OutlierSettings(
                consecutiveErrors: 0,
                successPercent: 0,
                failurePercent: enforced
            )
            var detector = detector(settings)
            for slot in 0..<10 {
                for number in 0..<60 {
                    let status = slot == 4 && number < 51 ? 500 : 200
                    _ = detector.note(slot, status: status, now: second(1), drawing: &random)
                }
            }
            let changes = detector.tick(now: second(10), drawing: &random)
            #expect(changes == (expected ? [.eject(4, .failurePercentage)] : []))
        }
    }

    @Test
    mutating func `a server that is never let back in is noticed`() {
        var detector = detector()
        detector.neverRestores = true
        for _ in 0..<5 { _ = detector.note(0, status: 500, now: second(1), drawing: &random) }
        var finding: String?
        for tick in 1...40 where finding == nil {
            _ = detector.tick(now: second(tick * 10), drawing: &random)
            finding = OutlierChecker.check(detector, now: second(tick * 10))
        }
        #expect(finding != nil)
    }
}
