import Testing

@testable import Simulator

struct RingBufferTests {
    @Test(arguments: [1, 2, 8], 1...4 as ClosedRange<UInt64>)
    func `it holds what an array holds, in any sequence of operations`(
        _ capacity: Int,
        _ seed: UInt64
    ) {
        var random = Xoshiro256(seed: seed)
        var buffer = RingBuffer<Int>(capacity: capacity)
        var array: [Int] = []
        for step in 0..<5_000 {
            switch random.next() % 5 {
            case 0...2 where step % 1_000 < 600:
                buffer.append(step)
                array.append(step)
            case 3 where !array.isEmpty:
                let offset = Int(random.next() % UInt64(array.count))
                array.swapAt(0, offset)
                let element = buffer.remove(at: offset)
                #expect(element == array.removeFirst())
            default:
                guard !array.isEmpty else { break }
                let element = buffer.removeFirst()
                #expect(element == array.removeFirst())
            }
            let (count, isEmpty) = (buffer.count, buffer.isEmpty)
            #expect(count == array.count && isEmpty == array.isEmpty)
        }
    }

    @Test func `elements live exactly as long as they are in it`() {
        let lifetimes = Lifetimes()
        do {
            var buffer = RingBuffer<Lifetimes.Witness>(capacity: 2)
            for number in 0..<3 { buffer.append(lifetimes.witness(number)) }
            let first = buffer.removeFirst().number
            #expect(first == 0)
            for number in 3..<20 { buffer.append(lifetimes.witness(number)) }
            #expect(lifetimes.alive == 19)
            let middle = buffer.remove(at: 5).number
            #expect(middle == 6)
            #expect(lifetimes.alive == 18)
        }
        #expect(lifetimes.alive == 0)
    }
}
