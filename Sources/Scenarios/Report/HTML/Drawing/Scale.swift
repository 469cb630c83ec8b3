import Simulator

/// Maps values to places along an axis.
struct Scale: Equatable, Sendable {
    /// How values are spread.
    enum Kind: Sendable {
        /// Equal differences have equal lengths.
        case linear
        /// Equal ratios have equal lengths; only for values above zero.
        case logarithmic
    }

    let kind: Kind
    /// The least value that is shown.
    let low: Double
    /// The greatest value that is shown.
    let high: Double
    /// Where the least value stands.
    let start: Double
    /// Where the greatest value stands.
    let end: Double

    /// A scale of values from `low` to `high`, which stand from `start` to `end`.
    init(_ kind: Kind = .linear, from low: Double, to high: Double, start: Double, end: Double) {
        self.kind = kind
        self.low = low
        self.high = high > low ? high : low + (low == 0 ? 1 : abs(low) * 0.1)
        self.start = start
        self.end = end
    }

    /// Where a value stands; what lies beyond the ends stands at them.
    func place(_ value: Double) -> Double {
        let part =
            switch kind {
            case .linear: (value - low) / (high - low)
            case .logarithmic:
                (Decades.logarithm(max(value, low)) - Decades.logarithm(low))
                    / (Decades.logarithm(high) - Decades.logarithm(low))
            }
        return start + min(1, max(0, part)) * (end - start)
    }

    /// Round values to mark, about `count` of them.
    ///
    /// Source: P. Heckbert, "Nice Numbers for Graph Labels", Graphics Gems, 1990.
    func ticks(_ count: Int) -> [Double] {
        switch kind {
        case .linear: Self.linearTicks(from: low, to: high, count)
        case .logarithmic: logarithmicTicks(count)
        }
    }

    private static func linearTicks(from low: Double, to high: Double, _ count: Int) -> [Double] {
        let step = niceStep(for: (high - low) / Double(max(1, count)))
        let (first, last) = ((low / step - 1e-9).rounded(.up), (high / step + 1e-9).rounded(.down))
        guard last >= first, last - first < 1_000 else { return [low] }
        // A fraction divides better than it multiplies: 3 * 0.1 is no 0.3.
        return (Int(first)...Int(last)).map { index in
            step < 1 ? Double(index) / (1 / step).rounded() : Double(index) * step
        }
    }

    /// One, two or five times a power of ten, not below `least`.
    static func niceStep(for least: Double) -> Double {
        guard least > 0, least.isFinite else { return 1 }
        let exponent = (Decades.logarithm(least) + 1e-9).rounded(.down)
        let power = Decades.power(Int(exponent))
        let factor = [1, 2, 5, 10].first { $0 * power >= least * (1 - 1e-9) } ?? 10
        return factor * power
    }

    private func logarithmicTicks(_ count: Int) -> [Double] {
        let first = Int((Decades.logarithm(low) + 1e-9).rounded(.down))
        let last = Int((Decades.logarithm(high) - 1e-9).rounded(.up))
        let decades = max(1, last - first)
        let factors: [Double] =
            decades * 3 <= count ? [1, 2, 5] : decades * 2 <= count + 1 ? [1, 3] : [1]
        let stride = max(1, (decades + count - 1) / max(1, count))
        let all = (first...last).filter { ($0 - first).isMultiple(of: stride) }.flatMap { power in
            factors.map { $0 * Decades.power(power) }
        }
        let shown = all.filter { $0 >= low * (1 - 1e-9) && $0 <= high * (1 + 1e-9) }
        return shown.count < 2 ? Self.linearTicks(from: low, to: high, count) : shown
    }
}

/// Powers of ten and their logarithms, the same on every machine.
enum Decades {
    private static let naturalOfTen = Mathematics.logarithm(10)

    /// Ten to a power from -300 to 300, as near as can be.
    static func power(_ exponent: Int) -> Double {
        Double("1e\(min(300, max(-300, exponent)))") ?? 1
    }

    /// The logarithm to the base of ten; far below all others for what has none.
    static func logarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return -300 }
        return Mathematics.logarithm(value) / naturalOfTen
    }
}
