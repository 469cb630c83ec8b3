import Simulator
import Testing

@testable import Scenarios

struct NumberFormatTests {
    /// Written by Python's `format`, which rounds the exact value half to even.
    @Test(
        arguments: [
            (1.0849, 3, "1.085"), (0.125, 2, "0.12"), (2.675, 2, "2.67"),
            (1e21, 0, "1000000000000000000000"), (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"),
            (0.6, 0, "1"), (0.06, 1, "0.1"), (0.006, 1, "0.0"), (0, 2, "0.00"),
            (999.999_6, 3, "1000.000"), (1.0 / 3, 9, "0.333333333"), (-1.25, 1, "-1.2"),
            (123_456_789.987_654_33, 4, "123456789.9877"),
            (Double.leastNonzeroMagnitude, 2, "0.00"),
            (0.1, 20, "0.10000000000000000555"), (8_437.5, 0, "8438"), (100, 1, "100.0"),
        ] as [(Double, Int, String)]
    )
    func `fixed decimals are those of exact arithmetic`(
        value: Double,
        decimals: Int,
        wanted: String
    ) {
        #expect(DecimalText.fixed(value, decimals: decimals) == wanted)
    }

    @Test
    func `nothing rounds to minus zero`() {
        #expect(DecimalText.fixed(-0.000_4, decimals: 3) == "0.000")
        #expect(DecimalText.fixed(-0.0, decimals: 1) == "0.0")
        #expect(DecimalText.percent(-0.000_004, decimals: 2) == "0.00%")
    }

    /// Written by Python's `decimal`, which rounds the exact value half to even.
    @Test(
        arguments: [
            (1.084_9, 3, "1.08"), (0.000_001_234_4, 3, "1.23e-6"), (123_456, 3, "123000"),
            (99_995, 4, "100000"), (1e15, 5, "1e15"), (1e14, 5, "100000000000000"),
            (0.000_012_345_67, 4, "0.00001235"), (9.999_999_9e-6, 3, "0.00001"), (-2.5, 1, "-2"),
            (0.1, 12, "0.1"), (2.0 / 3, 12, "0.666666666667"),
            (Double.leastNonzeroMagnitude, 3, "4.94e-324"),
            (1.797_693_134_862_315_7e308, 12, "1.79769313486e308"), (11_787.23, 6, "11787.2"),
            (0.648_3, 2, "0.65"), (0, 3, "0"), (10_000, 2, "10000"),
        ] as [(Double, Int, String)]
    )
    func `significant digits are those of exact arithmetic`(
        value: Double,
        digits: Int,
        wanted: String
    ) {
        #expect(DecimalText.significant(value, digits: digits) == wanted)
    }

    @Test
    func `what is no number is said in words`() {
        #expect(DecimalText.fixed(.infinity, decimals: 2) == "infinite")
        #expect(DecimalText.fixed(-.infinity, decimals: 2) == "-infinite")
        #expect(DecimalText.significant(.nan, digits: 2) == "none")
    }

    @Test(
        arguments: [
            (1_234.5, "1,234.50"), (999, "999.00"), (-1_000_000, "-1,000,000.00"), (0.5, "0.50"),
        ] as [(Double, String)]
    )
    func `groups of three digits have commas`(value: Double, wanted: String) {
        #expect(DecimalText.fixed(value, decimals: 2, isGrouped: true) == wanted)
    }

    @Test(
        arguments: [
            (0, "0 s", "0 s"), (1, "1 ns", "1 ns"), (999, "999 ns", "999 ns"),
            (1_000, "1.00 us", "1 us"), (9_994, "9.99 us", "9.994 us"),
            (9_995, "10.0 us", "9.995 us"), (12_345_678, "12.3 ms", "12.345678 ms"),
            (99_950_000, "100 ms", "99.95 ms"), (999_499_999, "999 ms", "999.499999 ms"),
            (999_500_000, "1.00 s", "999.5 ms"), (84_391_000_000, "84.4 s", "84.391 s"),
            (1_000_000_000_000, "1,000 s", "1,000 s"),
            (31_536_000_000_000_001, "31,536,000 s", "31,536,000.000000001 s"),
        ] as [(Int, String, String)]
    )
    func `durations have three digits, or all of them`(
        nanoseconds: Int,
        rounded: String,
        exact: String
    ) {
        #expect(TimeText.rounded(.nanoseconds(nanoseconds)) == rounded)
        #expect(TimeText.exact(.nanoseconds(nanoseconds)) == exact)
    }

    @Test
    func `instants have milliseconds`() {
        #expect(TimeText.instant(.zero) == "0.000 s")
        #expect(TimeText.instant(VirtualInstant(nanoseconds: 20_499_600_000)) == "20.500 s")
        #expect(TimeText.instant(VirtualInstant(nanoseconds: 1_234_567_000_000)) == "1,234.567 s")
    }
}
