/// When requests come.
public enum Arrival: Equatable, Sendable {
    /// All at one instant after the beginning.
    case allAt(Duration)
    /// At equal distances, so many a second.
    case constant(perSecond: Double)
    /// Independent of each other, on average so many a second.
    case poisson(perSecond: Double)
    /// At a rate, in requests a second, that changes evenly from the first to the second over a
    /// time.
    case ramp(from: Double, to: Double, over: Duration)
    /// From clients that each wait for their answer, think, and ask again. All ask at once, or
    /// think first: with exponential times to think the load is then even from the beginning.
    case closed(clients: Int, think: DurationDistribution, thinkFirst: Bool = false)
}

/// Says when each request of an open workload is due, after the beginning.
struct ArrivalSchedule {
    private let arrival: Arrival
    private var random: RandomStream
    private var number = 0
    private var elapsed = Duration.zero

    init(_ arrival: Arrival, random: RandomStream) {
        self.arrival = arrival
        self.random = random
    }

    /// When the next request is due; nil when no more come.
    mutating func next() -> Duration? {
        defer { number += 1 }
        switch arrival {
        case .allAt(let instant): return instant
        case .constant(let rate): return Self.seconds(Double(number) / rate)
        case .poisson(let rate):
            elapsed += Self.seconds(-Mathematics.logarithm(1 - random.unit()) / rate)
            return elapsed
        case .ramp(let from, let to, let over): return Self.due(number, from, to, over)
        case .closed: preconditionFailure("a closed workload has no schedule")
        }
    }

    /// When request `number` of a ramp is due: where the area below the rate reaches its number.
    private static func due(
        _ number: Int,
        _ from: Double,
        _ to: Double,
        _ over: Duration
    ) -> Duration? {
        let span = Double(over.wholeNanoseconds) / 1e9
        let count = Double(number)
        let area = (from + to) / 2 * span
        let slope = (to - from) / span
        let seconds: Double
        if number == 0 {
            seconds = 0
        } else if count >= area {
            if to == 0 { return nil }
            seconds = span + (count - area) / to
        } else {
            let rate = max(0, from * from + 2 * slope * count).squareRoot()
            seconds = 2 * count / (from + rate)
        }
        return Self.seconds(seconds)
    }

    private static func seconds(_ seconds: Double) -> Duration {
        Duration(wholeNanoseconds: UInt64(min((seconds * 1e9).rounded(), 0x1p63)))
    }
}
