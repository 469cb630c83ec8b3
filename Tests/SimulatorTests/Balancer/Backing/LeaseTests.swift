import Testing

@testable import Simulator

/// Who may store an answer, and who may share one.
struct LeaseTests {
    private let one = BackedKey(path: "/data", key: PlacementKey(1))
    private let two = BackedKey(path: "/data", key: PlacementKey(2))

    @Test
    func `a lease ends with the deletion of its key, and with the first answer`() {
        var leases = CacheLeases(incarnation: 1, maximum: 10)
        let lease = leases.issue(one)
        #expect(leases.issue(one) == lease)
        let other = leases.issue(two)
        #expect(other != lease)
        leases.cancel(one)
        let next = leases.issue(one)
        #expect(next != lease)
        let isLate = leases.redeem(lease, of: one)
        #expect(!isLate)
        let isStored = leases.redeem(next, of: one)
        #expect(isStored)
        let isSecond = leases.redeem(next, of: one)
        #expect(!isSecond)
        let isOther = leases.redeem(other, of: two)
        #expect(isOther)
    }

    @Test
    func `the oldest lease ends where there are too many, and none is of another process`() {
        var leases = CacheLeases(incarnation: 1, maximum: 2)
        let numbers = (1...3).map {
            leases.issue(BackedKey(path: "/data", key: PlacementKey($0)))
        }
        let isOldest = leases.redeem(numbers[0], of: one)
        #expect(!isOldest)
        let isSecond = leases.redeem(numbers[1], of: two)
        #expect(isSecond)
        var later = CacheLeases(incarnation: 2, maximum: 2)
        #expect(later.issue(one) > numbers[2])
    }

    @Test
    func `those who miss by the same lease follow the first one, and later ones do not`() {
        var flights = SharedFlights()
        #expect(flights.join(1, one, lease: 5) == false)
        #expect(flights.join(2, one, lease: 5) == true)
        #expect(flights.join(3, two, lease: 6) == false)
        #expect(flights.join(4, one, lease: 7) == false)
        #expect(flights.join(5, one, lease: 5) == true)
        #expect(flights.land(1) == [2, 5])
        #expect(flights.land(1) == [])
        #expect(flights.join(6, one, lease: 5) == false)
        #expect(flights.land(4) == [])
    }

    @Test
    func `without a lease nobody joins after a change at the same server`() {
        var flights = SharedFlights()
        #expect(flights.join(1, one, lease: nil) == false)
        #expect(flights.join(2, one, lease: nil) == true)
        flights.forget(one)
        #expect(flights.join(3, one, lease: nil) == false)
        #expect(flights.join(4, one, lease: nil) == true)
        #expect(flights.land(1) == [2])
        #expect(flights.join(5, one, lease: nil) == true)
        #expect(flights.land(3) == [4, 5])
    }
}
