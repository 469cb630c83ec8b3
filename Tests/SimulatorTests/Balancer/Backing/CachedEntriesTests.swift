import Testing

@testable import Simulator

struct CachedEntriesTests {
    private func key(_ number: Int) -> BackedKey {
        BackedKey(path: "/data", key: PlacementKey(number))
    }

    private func instant(_ milliseconds: Int) -> VirtualInstant {
        .zero.advanced(by: .milliseconds(milliseconds))
    }

    /// Entries as a plain list, the one that was used last at the end.
    private struct PlainList {
        var entries: [(key: Int, version: Int, stored: Int)] = []
        let maximum: Int
        let lifetime: Int

        mutating func expire(_ now: Int) { entries.removeAll { now - $0.stored > lifetime } }

        mutating func read(_ key: Int, _ now: Int) -> Int? {
            expire(now)
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.version
        }

        mutating func store(_ key: Int, _ version: Int, _ now: Int) {
            expire(now)
            entries.removeAll { $0.key == key }
            if entries.count == maximum { entries.removeFirst() }
            entries.append((key, version, now))
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `it keeps what a plain list keeps that is searched from one end to the other`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var list = PlainList(maximum: 5, lifetime: 20)
        var entries = CachedEntries(maximum: 5, lifetime: .milliseconds(20))
        var now = 0
        for step in 0..<3_000 {
            now += Int.random(in: 0..<4, using: &random)
            let number = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                list.entries.removeAll { $0.key == number }
                entries.delete(key(number))
            case 1...4:
                list.store(number, step, now)
                entries.store(key(number), version: step, now: instant(now))
            default:
                let version = list.read(number, now)
                #expect(entries.read(key(number), now: instant(now))?.version == version)
            }
        }
        #expect(entries.evictions > 50 && entries.expirations > 50)
    }

    @Test
    func `an entry is there up to the last instant of its lifetime`() {
        var entries = CachedEntries(maximum: 2, lifetime: .milliseconds(10))
        entries.store(key(1), version: 3, now: instant(5))
        #expect(entries.read(key(1), now: instant(15))?.version == 3)
        let later = instant(15).advanced(by: .nanoseconds(1))
        #expect(entries.read(key(1), now: later) == nil)
        #expect(entries.expirations == 1 && entries.evictions == 0 && entries.count == 0)
    }

    /// The hit rate of a cache that is read and, on a miss, filled, with keys that are drawn
    /// independently.
    private func hitRate(_ probabilities: [Double], entries maximum: Int, draws: Int) -> Double {
        var random = SplitMix64(seed: 7)
        var entries = CachedEntries(maximum: maximum, lifetime: nil)
        var hits = 0
        for draw in 0..<(draws + draws / 10) {
            var rest = Double.random(in: 0..<1, using: &random)
            let number = probabilities.firstIndex { probability in
                rest -= probability
                return rest < 0
            }
            let key = key(number ?? probabilities.count - 1)
            if entries.read(key, now: .zero) != nil {
                if draw >= draws / 10 { hits += 1 }
            } else {
                entries.store(key, version: 0, now: .zero)
            }
        }
        return Double(hits) / Double(draws)
    }

    /// The probability of every order of the entries, times that of drawing one of them.
    ///
    /// Source: W. F. King, "Analysis of Demand Paging Algorithms", IFIP Congress 1971.
    private func king(_ probabilities: [Double], entries: Int) -> Double {
        func sum(_ chosen: [Int], _ weight: Double, _ taken: Double) -> Double {
            if chosen.count == entries { return weight * taken }
            return probabilities.indices.filter { !chosen.contains($0) }.reduce(0) {
                let probability = probabilities[$1]
                let next = sum(
                    chosen + [$1],
                    weight * probability / (1 - taken),
                    taken + probability
                )
                return $0 + next
            }
        }
        return sum([], 1, 0)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `the hit rate is King's, exactly`(entries: Int) {
        let probabilities = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04]
        let expected = king(probabilities, entries: entries)
        let rate = hitRate(probabilities, entries: entries, draws: 200_000)
        // Four deviations of as many draws, which depend on each other a little.
        #expect(abs(rate - expected) < 0.006, "\(rate), not \(expected)")
    }

    /// The characteristic time at which as many different keys were drawn as fit in.
    ///
    /// Source: H. Che, Y. Tung, Z. Wang, "Hierarchical Web Caching Systems: Modeling, Design and
    /// Experimental Results", IEEE Journal on Selected Areas in Communications 20 (2002).
    private func che(_ probabilities: [Double], entries: Int) -> Double {
        func present(_ time: Double) -> [Double] {
            probabilities.map { 1 - Mathematics.exponential(-$0 * time) }
        }
        var (low, high) = (0.0, 1e9)
        for _ in 0..<200 {
            let middle = (low + high) / 2
            if present(middle).reduce(0, +) < Double(entries) {
                low = middle
            } else {
                high = middle
            }
        }
        return zip(probabilities, present(low)).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test(arguments: [20, 100, 300])
    func `the hit rate under Zipf's law is that of Che's approximation`(entries: Int) {
        let weights = (1...1_000).map { Mathematics.power(Double($0), -0.8) }
        let total = weights.reduce(0, +)
        let probabilities = weights.map { $0 / total }
        let rate = hitRate(probabilities, entries: entries, draws: 40_000)
        let expected = che(probabilities, entries: entries)
        #expect(abs(rate - expected) < 0.012, "\(rate), not \(expected)")
    }
}
