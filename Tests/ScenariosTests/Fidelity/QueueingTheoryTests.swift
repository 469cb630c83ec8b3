import Scenarios
import Simulator
import Testing

private func isNear(_ left: Double, _ right: Double, _ tolerance: Double = 1e-12) -> Bool {
    (left - right).magnitude <= tolerance * right.magnitude
}

struct QueueingTheoryTests {
    /// From Erlang's formula by hand: 1/3, 32/45, 4/9, 128/231; `C(3, 2.4)` by another program.
    private static let probabilities: [(Int, Double, Double)] = [
        (1, 0.7, 0.7), (2, 1, 0.333_333_3), (2, 1.6, 0.711_111_1), (3, 2, 0.444_444_4),
        (5, 4, 0.554_112_6), (3, 2.4, 0.647191),
    ]

    @Test(arguments: probabilities)
    func `Erlang C is what its formula gives by hand`(
        servers: Int,
        offered: Double,
        wanted: Double
    ) {
        let value = QueueingTheory.erlangC(servers: servers, offered: offered)
        #expect(isNear(value, wanted, 1e-6), "\(value)")
    }

    @Test
    func `Erlang C agrees with its definition as sums`() {
        for servers in 1...12 {
            let offered = Double(servers) * 0.83
            var term = 1.0
            var sum = 0.0
            for number in 0..<servers {
                sum += term
                term *= offered / Double(number + 1)
            }
            let waiting = term / (1 - 0.83)
            let value = QueueingTheory.erlangC(servers: servers, offered: offered)
            #expect(isNear(value, waiting / (sum + waiting)))
        }
    }

    @Test
    func `queues have the closed forms of the textbooks`() {
        // M/M/1: 1 / (mu - lambda); M/M/2: mu / (mu^2 - (lambda / 2)^2).
        #expect(isNear(QueueingTheory.markovian(arrivals: 0.7, service: 1), 1 / 0.3))
        #expect(isNear(QueueingTheory.markovian(arrivals: 30, service: 40), 0.1))
        let two = QueueingTheory.markovian(arrivals: 1.5, service: 1, servers: 2)
        #expect(isNear(two, 1 / (1 - 0.5625)))
        // M/M/3 at 2.4, by another program.
        let three = QueueingTheory.markovian(arrivals: 2.4, service: 1, servers: 3)
        #expect(isNear(three, 2.078652, 1e-6))
        // M/D/1: (2 - rho) / (2 mu (1 - rho)); exponential service gives M/M/1 again.
        let regular = QueueingTheory.pollaczekKhinchine(arrivals: 0.7, mean: 1, variation: 0)
        #expect(isNear(regular, 1.3 / 0.6))
        let exponential = QueueingTheory.pollaczekKhinchine(arrivals: 3, mean: 0.2, variation: 1)
        #expect(isNear(exponential, 0.5))
        // Sharing gives every law of service what M/M/1 has.
        #expect(isNear(QueueingTheory.processorSharing(arrivals: 0.7, mean: 1), 1 / 0.3))
    }

    /// The predictions of the table in M. Mitzenmacher, "The Power of Two Choices in Randomized
    /// Load Balancing", 2001.
    @Test(arguments: [
        (0.5, 1.2657), (0.7, 1.6145), (0.8, 1.9474), (0.9, 2.6141), (0.95, 3.3830), (0.99, 5.4320),
    ])
    func `two choices take the times of the published table`(load: Double, wanted: Double) {
        let value = QueueingTheory.twoChoices(load: load)
        #expect((value - wanted).magnitude <= 0.000_06, "\(value)")
    }

    /// Solved here by repeated steps of the uniformised chain of the sorted lengths, cut at 30.
    @Test
    func `the shortest of three queues has the stationary law of its chain`() {
        let longest = 30
        var states: [[Int]] = []
        for first in 0...longest {
            for second in 0...first {
                for third in 0...second { states.append([first, second, third]) }
            }
        }
        let numbers = Dictionary(uniqueKeysWithValues: zip(states, states.indices))
        let arrivals = 2.4
        let total = arrivals + 3
        // To whom, and with which probability, in four steps for each state.
        var targets = [Int](repeating: 0, count: states.count * 4)
        for (number, state) in states.enumerated() {
            for step in 0..<4 {
                var next = state
                if step == 0 {
                    next[2] += 1
                } else if next[step - 1] > 0 {
                    next[step - 1] -= 1
                }
                next.sort(by: >)
                targets[number * 4 + step] = numbers[next] ?? number
            }
        }
        // Begun near the end: the total falls by the load.
        var law = states.map { Mathematics.power(0.8, Double($0.reduce(0, +))) }
        let whole = law.reduce(0, +)
        law = law.map { $0 / whole }
        for _ in 0..<2_500 {
            law = law.withUnsafeBufferPointer { law in
                [Double](unsafeUninitializedCapacity: law.count) { next, count in
                    next.initialize(repeating: 0)
                    for number in 0..<law.count {
                        next[targets[number * 4]] += law[number] * (arrivals / total)
                        for step in 1...3 {
                            next[targets[number * 4 + step]] += law[number] / total
                        }
                    }
                    count = law.count
                }
            }
        }
        let length = zip(law, states).reduce(0) { $0 + $1.0 * Double($1.1.reduce(0, +)) }
        #expect(isNear(length / arrivals, QueueingTheory.shortestOfThree, 5e-7))
    }
}

struct ConfidenceIntervalTests {
    /// The ten values and the interval are the example of A. M. Law, "Simulation Modeling and
    /// Analysis", section 4.5: 1.20, 1.50, ..., mean 1.34, half-width 0.24 at 90 %.
    @Test
    func `an interval is that of the textbook's example`() {
        let values = [1.20, 1.50, 1.68, 1.89, 0.95, 1.49, 1.58, 1.55, 0.50, 1.09]
        let interval = ConfidenceInterval(of: values, confidence: 0.9)
        #expect((interval.mean - 1.34).magnitude <= 0.005)
        #expect((interval.halfWidth - 0.24).magnitude <= 0.005)
        #expect(interval.low + interval.high == 2 * interval.mean)
    }

    @Test
    func `equal values leave no doubt`() {
        let interval = ConfidenceInterval(of: [2, 2, 2], confidence: 0.999)
        #expect(interval == ConfidenceInterval(of: [2, 2], confidence: 0.5))
        #expect(interval.halfWidth == 0)
    }
}
