/// Exact mean times in the system of queues in equilibrium: waiting and service together.
///
/// Rates are by any unit of time, and times are in that unit.
public enum QueueingTheory {
    /// The probability that a customer has to wait where `servers` serve one queue: Erlang C.
    ///
    /// By the recurrence of Erlang B, which does not overflow. Source: R. B. Cooper, "Introduction
    /// to Queueing Theory", 2nd edition, 1981, sections 3.3 and 3.4.
    ///
    /// - Parameters:
    ///   - servers: How many serve, one or more.
    ///   - offered: The load in Erlang: rate of arrivals by rate of service, below `servers`.
    public static func erlangC(servers: Int, offered: Double) -> Double {
        precondition(offered > 0 && offered < Double(servers), "the queue has an equilibrium")
        var blocked = 1.0
        for number in 1...servers {
            blocked = offered * blocked / (Double(number) + offered * blocked)
        }
        let load = offered / Double(servers)
        return blocked / (1 - load * (1 - blocked))
    }

    /// M/M/c: Poisson arrivals, exponential service, `servers` for one queue, in the order of
    /// arrival.
    public static func markovian(
        arrivals: Double,
        service: Double,
        servers: Int = 1
    ) -> Double {
        let wait = erlangC(servers: servers, offered: arrivals / service)
        return 1 / service + wait / (Double(servers) * service - arrivals)
    }

    /// M/G/1 in the order of arrival, by the formula of Pollaczek and Khinchine.
    ///
    /// Source: L. Kleinrock, "Queueing Systems", volume 1, section 5.6, 1975.
    ///
    /// - Parameters:
    ///   - arrivals: Customers in a unit of time.
    ///   - mean: Of the time of service.
    ///   - variation: The variance of the time of service by the square of its mean; 0 where all
    ///     are alike.
    public static func pollaczekKhinchine(
        arrivals: Double,
        mean: Double,
        variation: Double
    ) -> Double {
        let load = arrivals * mean
        precondition(load > 0 && load < 1, "the queue has an equilibrium")
        return mean + load * mean * (1 + variation) / (2 * (1 - load))
    }

    /// M/G/1 with processor sharing, which depends on the mean time of service alone.
    ///
    /// Source: L. Kleinrock, "Queueing Systems", volume 2, section 4.4, 1976.
    public static func processorSharing(arrivals: Double, mean: Double) -> Double {
        let load = arrivals * mean
        precondition(load > 0 && load < 1, "the queue has an equilibrium")
        return mean / (1 - load)
    }

    /// The shortest of three queues of M/M/1 with a rate of service of 1, at 2.4 arrivals.
    ///
    /// No closed formula is known. It is the stationary law of the Markov chain of the sorted
    /// lengths, cut at 70, with Little's law. Source of the policy: J. F. C. Kingman, "Two Similar
    /// Queues in Parallel", 1961.
    public static let shortestOfThree = 2.285548

    /// The better of two servers drawn at random, of infinitely many of M/M/1 with a rate of
    /// service of 1 and `load` arrivals each: the sum of `load^(2^i - 2)` over `i` from 1 on.
    ///
    /// Source: N. D. Vvedenskaya, R. L. Dobrushin, F. I. Karpelevich, Problems of Information
    /// Transmission 32 (1996); M. Mitzenmacher, "The Power of Two Choices in Randomized Load
    /// Balancing", IEEE Transactions on Parallel and Distributed Systems 12 (2001).
    public static func twoChoices(load: Double) -> Double {
        precondition(load > 0 && load < 1, "the queues have an equilibrium")
        var sum = 0.0
        // load^(2^i - 1), the part of the servers with at least i requests.
        var part = load
        while part > 0x1p-60 {
            sum += part
            part = part * part * load
        }
        return sum / load
    }
}
