import Testing

@testable import Simulator

struct VirtualInstantTests {
    @Test(arguments: 0...18)
    func `a power of ten of nanoseconds survives the way to a duration and back`(_ exponent: Int) {
        let power = (0..<exponent).reduce(1 as UInt64) { power, _ in power * 10 }
        for nanoseconds in [power - 1, power, power + 1] {
            let duration = Duration(wholeNanoseconds: nanoseconds)
            #expect(duration.wholeNanoseconds == nanoseconds)
            #expect(
                duration.components.seconds == nanoseconds / 1_000_000_000
                    && duration.components.attoseconds
                        == Int64(nanoseconds % 1_000_000_000) * 1_000_000_000
            )
            #expect(VirtualInstant.zero.advanced(by: duration).nanoseconds == nanoseconds)
        }
    }

    @Test func `fractions of a nanosecond are cut off`() {
        #expect(Duration(attoseconds: 999_999_999).wholeNanoseconds == 0)
        #expect(Duration(attoseconds: 1_999_999_999).wholeNanoseconds == 1)
        #expect(Duration(attoseconds: -1).wholeNanoseconds == 0)
    }

    @Test func `durations beyond the range are held at its ends`() {
        #expect(Duration(wholeNanoseconds: .max).wholeNanoseconds == .max)
        #expect(
            Duration(attoseconds: (Int128(UInt64.max) + 1) * 1_000_000_000).wholeNanoseconds == .max
        )
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration(attoseconds: .max).wholeNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeNanoseconds == 0)
        #expect(Duration(attoseconds: .min).wholeNanoseconds == 0)
    }

    @Test func `instants are held between the start and the end of time`() {
        let instant = VirtualInstant(nanoseconds: 1_000)
        #expect(instant.advanced(by: .nanoseconds(-400)).nanoseconds == 600)
        #expect(instant.advanced(by: .nanoseconds(-1_001)) == .zero)
        #expect(instant.advanced(by: Duration(attoseconds: .min)) == .zero)
        #expect(instant.advanced(by: Duration(attoseconds: .max)) == .distantFuture)
        #expect(VirtualInstant.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
        #expect(VirtualInstant.distantFuture.advanced(by: .seconds(Int64.min)) == .zero)
    }

    @Test func `the duration between two instants has a sign`() {
        let early = VirtualInstant(nanoseconds: 5)
        #expect(early.duration(to: .distantFuture).wholeNanoseconds == UInt64.max - 5)
        #expect(VirtualInstant(nanoseconds: 8).duration(to: early) == .nanoseconds(-3))
        #expect(
            VirtualInstant.distantFuture.duration(to: .zero)
                == .zero - Duration(wholeNanoseconds: .max)
        )
    }

    @Test func `an instant prints nine decimals`() {
        #expect(VirtualInstant(nanoseconds: 12_500_000_001).description == "12.500000001s")
        #expect(VirtualInstant.zero.description == "0.000000000s")
        #expect(VirtualInstant.distantFuture.description == "18446744073.709551615s")
    }
}
