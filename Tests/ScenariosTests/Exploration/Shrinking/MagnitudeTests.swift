import Testing

@testable import Scenarios

struct MagnitudeTests {
    @Test(arguments: [
        ("7", 7), ("10_000", 10_000), ("3ms", 3_000_000), ("2KiB", 2_048), ("300/s", 300_000),
    ])
    func `numbers are read and written`(text: String, value: Int) throws {
        let magnitude = try #require(Magnitude(text))
        #expect(magnitude.value == value)
        #expect(magnitude.written(value) == text)
    }

    @Test(arguments: ["0", "0s", "-5", "Server 1", "50%", "10x", "true", "", "1s...2s"])
    func `nothing else is a number that can get smaller`(text: String) {
        #expect(Magnitude(text) == nil)
    }

    @Test(arguments: ["12345678901ns", "45s", "90m", "7h", "5MiB", "1234567B", "300/s", "1000"])
    func `the middle lies between, and halving ends`(text: String) throws {
        let magnitude = try #require(Magnitude(text))
        for cause in [1, 2, 1_000, magnitude.value / 3, magnitude.value - 1] {
            var (low, high, steps) = (0, magnitude.value, 0)
            while high - low > magnitude.tolerance(high) {
                let middle = magnitude.middle(low, high)
                try #require(low < middle && middle < high)
                if middle >= cause { high = middle } else { low = middle }
                steps += 1
            }
            #expect(steps < 80)
            #expect(high >= cause)
        }
    }

    @Test
    func `round numbers come first`() throws {
        let long = try #require(Magnitude("12345678901ns"))
        #expect(
            long.rounded.map(long.written) == ["10s", "20s", "12s", "13s", "12_300ms", "12_400ms"]
        )
        #expect(try #require(Magnitude("12300ms")).rounded == [])
        #expect(try #require(Magnitude("12345")).rounded == [])
        #expect(long.written(long.middle(0, long.value)) == "6s")
    }
}
