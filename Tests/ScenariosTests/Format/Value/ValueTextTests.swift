import Simulator
import Testing

@testable import Scenarios

struct ValueTextTests {
    @Test(arguments: [
        ("0s", 0), ("1ns", 1), ("10us", 10_000), ("10ms", 10_000_000), ("1.5s", 1_500_000_000),
        ("0.000000001s", 1), ("30d", 2_592_000_000_000_000), ("1_000ms", 1_000_000_000),
        ("2m", 120_000_000_000), ("1h", 3_600_000_000_000), ("36500d", 3_153_600_000_000_000_000),
        ("0.1ms", 100_000), ("1.000000000000s", 1_000_000_000),
    ])
    func `durations are exact to the nanosecond`(text: String, nanoseconds: Int64) throws {
        let duration = try DurationText.parse(text)
        #expect(duration == .nanoseconds(nanoseconds))
        #expect(try DurationText.parse(DurationText.written(duration)) == duration)
    }

    @Test(arguments: [
        ("0", 0.0), ("1", 1), ("0.1", 0.1), ("10%", 0.1), ("0%", 0), ("100%", 1), ("0.5%", 0.005),
        ("33.3%", 0.333), ("1.0", 1),
    ])
    func `ratios are the nearest number to what is written`(text: String, value: Double) throws {
        let ratio = try QuantityText.ratio(text)
        #expect(ratio == value)
        #expect(try QuantityText.ratio(QuantityText.written(ratio: ratio)) == ratio)
    }

    @Test(arguments: [
        ("0B", 0), ("1KB", 1_000), ("1KiB", 1_024), ("5MiB", 5_242_880), ("1.5GB", 1_500_000_000),
        ("0.5KiB", 512), ("2GiB", 2_147_483_648), ("10_000B", 10_000),
    ])
    func `sizes are whole bytes`(text: String, bytes: Int) throws {
        #expect(try QuantityText.size(text) == bytes)
        #expect(try QuantityText.size(QuantityText.written(size: bytes)) == bytes)
    }

    @Test(arguments: ["1.5B", "-1B", "5", "5mb", "9999999999GiB"])
    func `wrong sizes are refused`(text: String) {
        #expect(throws: ValueProblem.self) { try QuantityText.size(text) }
    }

    @Test(arguments: [("300/s", 300.0), ("60/m", 1), ("1_800/h", 0.5), ("1.5/s", 1.5)])
    func `rates count events in a second`(text: String, perSecond: Double) throws {
        #expect(try QuantityText.rate(text).perSecond == perSecond)
    }

    /// Seconds by GNU date: `date -u -d 2024-02-29T12:00:00Z +%s`.
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T00:00:00Z", 951_782_400),
        ("2024-01-01T00:00:00Z", 1_704_067_200), ("2024-02-29T12:00:00Z", 1_709_208_000),
        ("2038-01-19T03:14:08Z", 2_147_483_648), ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("1999-12-31T23:59:59Z", 946_684_799),
    ])
    func `instants are seconds since 1970`(text: String, seconds: Int) throws {
        let instant = try InstantText.parse(text)
        #expect(instant.sinceEpoch == .seconds(seconds))
        #expect(InstantText.written(instant) == text)
    }

    @Test(arguments: [
        ("2024-01-01T00:00:00.5Z", 500_000_000), ("2024-01-01T00:00:00.000000001Z", 1),
        ("2024-01-01T00:00:00.123456789Z", 123_456_789),
    ])
    func `instants keep their fraction of a second`(text: String, nanoseconds: Int) throws {
        let instant = try InstantText.parse(text)
        #expect(instant.sinceEpoch == .seconds(1_704_067_200) + .nanoseconds(nanoseconds))
        #expect(InstantText.written(instant) == text)
    }

    @Test
    func `every day from 1970 to 2200 is written as it is read`() throws {
        var seconds = 0
        while seconds < 7_258_118_400 {
            let instant = CalendarInstant(sinceEpoch: .seconds(seconds))
            #expect(try InstantText.parse(InstantText.written(instant)) == instant)
            seconds += 86_400
        }
    }

    @Test(arguments: [
        1.0, 0.1, 1e-7, 1.5e-10, 123_456.789, 1e15, 1e16, 1.5e20, 0.001085, -2.5, -1e-9,
    ])
    func `numbers are written without exponent and read back the same`(value: Double) throws {
        let text = NumberText.written(value)
        #expect(!text.contains("e"))
        #expect(Double(text) == value)
    }

    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0), ("cuont", "count", 1),
        ("ca", "abc", 3), ("flaw", "lawn", 2),
    ])
    func `edit distances are the published ones`(left: String, right: String, distance: Int) {
        #expect(NearestWord.editDistance(left, right) == distance)
        #expect(NearestWord.editDistance(right, left) == distance)
    }

    @Test
    func `far words are no suggestions`() {
        #expect(NearestWord.to("banana", among: ["count", "names"]) == nil)
        #expect(NearestWord.to("cnt", among: ["count"]) == nil)
        #expect(NearestWord.to("mode", among: ["mode"]) == nil)
    }
}
