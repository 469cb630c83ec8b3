import Testing

@testable import Workloads

struct CalibrationTests {
    /// The same by a list in which the smallest is looked for.
    private func sum(_ count: Int) -> UInt64 {
        var numbers = (1...UInt64(1 << 16)).map { $0 << 20 }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        var sum: UInt64 = 0
        for _ in 0..<count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            guard let place = numbers.indices.min(by: { numbers[$0] < numbers[$1] }) else { break }
            sum &+= numbers[place]
            numbers[place] &+= state >> 28
        }
        return sum
    }

    @Test
    func `the loop takes the smallest number each time`() {
        #expect(Calibration.run(20) == sum(20))
        // The start has the multiples of 1,048,576: without a smaller one come those in order.
        #expect(Calibration.run(1) == 1 << 20)
    }

    @Test
    func `it takes some time, and the middle lies between two times`() {
        let reading = Calibration.measure(scale: 0.001)
        #expect(reading.wall > 0 && reading.wall < 60)
        let middle = Stopwatch.Reading.middle(
            .init(wall: 1, processor: 2),
            .init(wall: 2, processor: 6)
        )
        #expect(middle == .init(wall: 1.5, processor: 4))
    }
}
