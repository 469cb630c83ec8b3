import Testing

@testable import Simulator

struct FlightTableTests {
    private final class Cargo {}

    @Test func `messages land as they were launched, whatever the order`() {
        var table = FlightTable<String>()
        var model: [UInt32: String] = [:]
        var random = Xoshiro256(seed: 7)
        for round in 0..<5_000 {
            let lands = !model.isEmpty && random.next() % 100 < (round < 2_500 ? 45 : 55)
            if lands {
                let numbers = model.keys.sorted()
                let number = numbers[Int(random.next() % UInt64(numbers.count))]
                #expect(table.land(number) == model.removeValue(forKey: number))
            } else {
                let number = table.launch("message \(round)")
                #expect(model.updateValue("message \(round)", forKey: number) == nil)
            }
        }
        #expect(table.capacity <= 1_024)
    }

    @Test func `what is under way goes with its table`() {
        weak var landed: Cargo?
        weak var left: Cargo?
        do {
            var table = FlightTable<Cargo>()
            let cargo = (Cargo(), Cargo())
            (landed, left) = cargo
            let number = table.launch(cargo.0)
            _ = table.launch(cargo.1)
            _ = table.land(number)
        }
        #expect(landed == nil && left == nil)
    }
}
