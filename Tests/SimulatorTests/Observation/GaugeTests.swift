import OrderedCollections
import Simulator
import Testing

struct GaugeTests {
    /// Settings at random instants; the last is held until `end`.
    private struct Course {
        var settings: [(instant: VirtualInstant, value: Int)] = []
        let end: VirtualInstant

        init(seed: UInt64, count: Int, pause: UInt64) {
            var random = Xoshiro256(seed: seed)
            var instant = random.next() % 1_000_000
            for _ in 0..<count {
                let value = Int(random.next() % 2_000_001) - 1_000_000
                settings.append((VirtualInstant(nanoseconds: instant), value))
                instant += random.next() % pause
            }
            end = VirtualInstant(nanoseconds: instant)
        }

        var gauge: Gauge {
            var gauge = Gauge(settings[0].value, at: settings[0].instant)
            for (instant, value) in settings.dropFirst() { gauge.set(value, at: instant) }
            return gauge
        }

        /// The value that holds from `instant` on.
        func value(at instant: VirtualInstant) -> Int? {
            settings.last { $0.instant <= instant }?.value
        }
    }

    private static let courses: [(count: Int, pause: UInt64)] = [
        (1, 10), (2, 1_000_000_000), (999, 50), (3_000, 3), (5_000, 10_000_000_000),
    ]

    @Test(arguments: 0..<5 as Range<UInt64>, courses)
    func `figures are those of a plain sum over all settings`(
        seed: UInt64,
        shape: (count: Int, pause: UInt64)
    ) {
        let course = Course(seed: seed, count: shape.count, pause: shape.pause)
        let gauge = course.gauge
        let values = course.settings.map(\.value)
        #expect(gauge.value == values.last)
        #expect(gauge.minimum == values.min() && gauge.maximum == values.max())
        let instants = course.settings.map(\.instant) + [course.end]
        var weighted = 0.0
        for (number, value) in values.enumerated() {
            weighted +=
                Double(value)
                * Double(instants[number].duration(to: instants[number + 1]).wholeNanoseconds)
        }
        let elapsed = Double(instants[0].duration(to: course.end).wholeNanoseconds)
        let expected = elapsed > 0 ? weighted / elapsed : Double(values[values.count - 1])
        #expect(abs(gauge.mean(until: course.end) - expected) < 1e-3)
    }

    /// Every change is shown by a point that is at most one part in 499 of the whole time
    /// later, and no point is made up.
    @Test(arguments: 0..<5 as Range<UInt64>, courses)
    func `the series follows the value with few points`(
        seed: UInt64,
        shape: (count: Int, pause: UInt64)
    ) throws {
        let course = Course(seed: seed, count: shape.count, pause: shape.pause)
        let series = course.gauge.series
        #expect(series.count <= 1_000)
        #expect(series.map(\.instant) == series.map(\.instant).sorted())
        #expect(Set(series.map(\.instant)).count == series.count)
        for point in series { #expect(point.value == course.value(at: point.instant)) }
        let first = course.settings[0].instant.nanoseconds
        let last = course.settings[shape.count - 1].instant.nanoseconds
        #expect(series.last?.instant.nanoseconds == last)
        let distance = (last - first) / 499 + 1
        for setting in course.settings {
            let next = try #require(series.first { $0.instant >= setting.instant })
            #expect(next.instant.nanoseconds - setting.instant.nanoseconds <= distance)
        }
    }

    @Test func `a mean does not overflow, and without time it is the value`() {
        var gauge = Gauge(.max, at: .zero)
        #expect(gauge.mean(until: .zero) == Double(Int.max))
        gauge.set(.max, at: VirtualInstant(nanoseconds: .max / 2))
        #expect(gauge.mean(until: .distantFuture) == Double(Int.max))
    }

    @Test func `an instant that is earlier than the last counts as that`() {
        var gauge = Gauge(1, at: VirtualInstant(nanoseconds: 100))
        gauge.set(5, at: VirtualInstant(nanoseconds: 200))
        gauge.set(3, at: VirtualInstant(nanoseconds: 150))
        #expect(gauge.mean(until: VirtualInstant(nanoseconds: 300)) == 2)
        #expect(gauge.mean(until: .zero) == 1)
    }

    @Test func `metrics set and move gauges by their keys`() {
        let key = MetricKey("connections", .init("server", "a"))
        var metrics = Metrics()
        metrics.adjust(key, by: 3, at: .zero)
        metrics.adjust(key, by: -1, at: VirtualInstant(nanoseconds: 10))
        metrics.set(MetricKey("memory"), 7, at: .zero)
        #expect(metrics.gauges.map(\.key) == [key, MetricKey("memory")])
        #expect(metrics.gauges[key]?.value == 2 && metrics.gauges[key]?.maximum == 3)
        #expect(metrics.gauges[key]?.mean(until: VirtualInstant(nanoseconds: 20)) == 2.5)
    }
}
