import Testing

@testable import Simulator

struct ReadableTextTests {
    @Test(
        arguments: [
            (.zero, "0 s"), (.nanoseconds(1), "1 ns"), (.nanoseconds(999), "999 ns"),
            (.microseconds(1), "1 us"), (.nanoseconds(1_500), "1.5 us"),
            (.milliseconds(20), "20 ms"),
            (.seconds(1), "1 s"), (.milliseconds(1_001), "1.001 s"), (.seconds(3_600), "3,600 s"),
        ] as [(Duration, String)]
    )
    func `a duration is a number of the largest unit that fits`(duration: Duration, text: String) {
        #expect(ReadableText.exact(duration) == text)
    }
}
