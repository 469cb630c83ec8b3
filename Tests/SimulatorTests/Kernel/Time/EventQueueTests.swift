import Testing

@testable import Simulator

/// `EventQueue` against a sorted array.
struct EventQueueTests {
    /// The obvious queue: sorted, with ties in the order in which they came.
    private struct Reference {
        var events: [(time: UInt64, number: UInt64)] = []

        mutating func push(_ time: UInt64, _ number: UInt64) {
            let place = events.firstIndex { $0.time > time } ?? events.count
            events.insert((time, number), at: place)
        }

        mutating func putFirst(_ numbers: [UInt64], at time: UInt64) {
            events.insert(contentsOf: numbers.map { (time, $0) }, at: 0)
        }
    }

    /// How far ahead of the present the events of a workload lie.
    enum Gap: CaseIterable {
        case none, equal, short, wide, huge

        func draw(_ random: inout Xoshiro256) -> UInt64 {
            switch self {
            case .none: 0
            case .equal: random.next() % 3
            case .short: random.next() % 1_000
            case .wide: random.next() >> (random.next() % 64)
            case .huge: (1 << 63) + random.next() >> 1
            }
        }
    }

    @Test(arguments: Gap.allCases, [1, 2, 3] as [UInt64])
    func `events leave in the order of time and of their coming`(_ gap: Gap, _ seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var queue = EventQueue()
        var reference = Reference()
        var number: UInt64 = 0
        for _ in 0..<2_000 {
            if random.next() % 100 < 55 {
                number += 1
                let (sum, overflow) = queue.last.addingReportingOverflow(gap.draw(&random))
                let time = overflow ? .max : sum
                queue.push(Event(time: time, key: EventKey(bits: number)))
                reference.push(time, number)
            } else if let expected = reference.events.first {
                reference.events.removeFirst()
                let event = queue.pop()
                #expect(event.time == expected.time && event.key.bits == expected.number)
            }
            let last = queue.last
            let due = reference.events.count { $0.time == last }
            let state = [
                queue.count, queue.isEmpty ? 1 : 0, queue.dueCount, queue.hasDueEvent ? 1 : 0,
            ]
            #expect(
                state == [
                    reference.events.count, reference.events.isEmpty ? 1 : 0, due, due > 0 ? 1 : 0,
                ]
            )
        }
        let rest = (0..<queue.count).map { _ in queue.pop().key.bits }
        #expect(rest == reference.events.map(\.number))
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `any event that is due is taken in place of the first`(_ seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var queue = EventQueue()
        var pending: Set<UInt64> = []
        for number in 1...2_000 as ClosedRange<UInt64> {
            queue.push(Event(time: queue.last + random.next() % 3, key: EventKey(bits: number)))
            pending.insert(number)
            guard random.next() % 3 > 0 else { continue }
            let first = queue.pop()
            guard queue.dueCount > 0 else {
                #expect(pending.remove(first.key.bits) != nil)
                continue
            }
            let due = queue.dueCount
            let isLast = random.next() % 2 == 0
            let position = isLast ? due - 1 : Int(random.next() % UInt64(due))
            var expected: [UInt64] = []
            queue.forEach { event in
                if event.time == queue.last { expected.append(event.key.bits) }
                return true
            }
            let taken = queue.exchange(first, forDueAt: position)
            #expect(taken.key.bits == expected[position] && taken.time == first.time)
            #expect(queue.dueCount == due)
            #expect(pending.remove(taken.key.bits) != nil)
        }
        var rest: Set<UInt64> = []
        while !queue.isEmpty { rest.insert(queue.pop().key.bits) }
        #expect(rest == pending)
    }

    @Test func `the last events first leave each other in their order`() {
        var queue = EventQueue()
        for number in 1...5 as ClosedRange<UInt64> {
            queue.push(Event(time: 7, key: EventKey(bits: number)))
        }
        var order: [UInt64] = []
        while !queue.isEmpty {
            let first = queue.pop()
            let others = queue.dueCount
            let event = others > 0 ? queue.exchange(first, forDueAt: others - 1) : first
            order.append(event.key.bits)
        }
        #expect(order == [5, 4, 3, 2, 1])
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `what was held back goes in front of what is due`(_ seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var queue = EventQueue()
        var reference = Reference()
        var number: UInt64 = 0
        for _ in 0..<500 {
            for _ in 0..<random.next() % 6 {
                number += 1
                let time = queue.last + random.next() % 3
                queue.push(Event(time: time, key: EventKey(bits: number)))
                reference.push(time, number)
            }
            if random.next() % 4 == 0 {
                let held = (number + 1)...(number + 1 + random.next() % 3)
                number = held.upperBound
                queue.putFirst(held.map { EventKey(bits: $0) })
                reference.putFirst(Array(held), at: queue.last)
            }
            for _ in 0..<random.next() % 5 where !queue.isEmpty {
                let bits = queue.pop().key.bits
                #expect(bits == reference.events.removeFirst().number)
            }
        }
        let rest = (0..<queue.count).map { _ in queue.pop().key.bits }
        #expect(rest == reference.events.map(\.number))
    }

    @Test func `an event at the end of time is not lost`() {
        var queue = EventQueue()
        for time in [0, 1 << 63, .max, (1 << 63) - 1, 5] as [UInt64] {
            queue.push(Event(time: time, key: EventKey(bits: time)))
        }
        let times = (0..<5).map { _ in queue.pop().time }
        #expect(times == [0, 5, (1 << 63) - 1, 1 << 63, .max])
    }

    @Test func `events that add to their own instant keep their order`() {
        var queue = EventQueue()
        queue.push(Event(time: 7, key: EventKey(bits: 0)))
        for number in 1...10_000 as ClosedRange<UInt64> {
            let bits = queue.pop().key.bits
            #expect(bits == number - 1)
            queue.push(Event(time: 7, key: EventKey(bits: number)))
        }
        let count = queue.count
        #expect(count == 1)
    }

    @Test func `due events with a number are put in order where they are`() {
        var queue = EventQueue()
        for number in [9, 4, 0, 7, 0, 2, 5] as [UInt64] {
            queue.push(Event(time: 7, key: EventKey(bits: number)))
        }
        queue.push(Event(time: 8, key: EventKey(bits: 1)))
        let first = queue.sortDue(queue.pop()) { $0.key.bits == 0 ? nil : $0.key.bits }
        let others = (0..<7).map { _ in queue.pop().key.bits }
        #expect(first.key.bits == 2)
        #expect(others == [4, 0, 5, 0, 7, 9, 1])
    }

    @Test func `a key tells what it was made of`() {
        let key = EventKey(sequence: EventKey.sequenceLimit - 1, kind: .call, index: 67_108_863)
        #expect(key.sequence == EventKey.sequenceLimit - 1)
        #expect(key.index == 67_108_863)
        #expect(key.isCall && !key.isWake)
        #expect(EventKey(sequence: 1, kind: .wake, index: 1).isWake)
        #expect(EventKey(sequence: 1, kind: .wake, index: 0) != .none)
    }

    @Test(arguments: Gap.allCases, [1, 2, 3] as [UInt64])
    func `events can be taken out from the middle`(_ gap: Gap, _ seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        var queue = EventQueue()
        var reference = Reference()
        var number: UInt64 = 0
        for _ in 0..<200 {
            for _ in 0..<random.next() % 20 {
                number += 1
                let (sum, overflow) = queue.last.addingReportingOverflow(gap.draw(&random))
                queue.push(Event(time: overflow ? .max : sum, key: EventKey(bits: number)))
                reference.push(overflow ? .max : sum, number)
            }
            let kind = random.next() % 5
            let removed = queue.remove { $0.key.bits % 5 == kind }
            let expected = reference.events.filter { $0.number % 5 == kind }
            reference.events.removeAll { $0.number % 5 == kind }
            #expect(removed.map(\.key.bits) == expected.map(\.number))
            #expect(removed.map(\.time) == expected.map(\.time))
            var seen: Set<UInt64> = []
            queue.forEach { seen.insert($0.key.bits).inserted }
            #expect(seen == Set(reference.events.map(\.number)))
            #expect(queue.count == reference.events.count)
            for _ in 0..<min(8, reference.events.count) {
                let next = reference.events.removeFirst()
                let event = queue.pop()
                #expect(event.time == next.time && event.key.bits == next.number)
            }
        }
    }
}
