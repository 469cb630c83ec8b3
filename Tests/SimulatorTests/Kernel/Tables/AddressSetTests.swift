import Testing

@testable import Simulator

struct AddressSetTests {
    /// Addresses as tasks have them, or such that many belong to the same place.
    @Test(arguments: [16, 960, 1 << 40] as [UInt], 1...3 as ClosedRange<UInt64>)
    func `it holds what a set holds, in any sequence of operations`(
        _ distance: UInt,
        _ seed: UInt64
    ) {
        var random = Xoshiro256(seed: seed)
        var addresses = AddressSet(capacity: 2)
        var model: Set<UInt> = []
        for step in 0..<20_000 {
            let address = (1 + UInt(random.next() % 300)) &* distance
            // It fills, empties, and fills again.
            if random.next() % 8 < (step / 4_000 % 2 == 0 ? 5 : 3) {
                addresses.insert(address)
                model.insert(address)
            } else {
                addresses.remove(address)
                model.remove(address)
            }
            let (count, contains) = (addresses.count, addresses.contains(address))
            #expect(count == model.count && contains == model.contains(address))
            let other = (1 + UInt(random.next() % 300)) &* distance
            let containsOther = addresses.contains(other)
            #expect(containsOther == model.contains(other))
        }
    }
}
