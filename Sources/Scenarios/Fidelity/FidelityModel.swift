/// A queue whose mean time in the system is known exactly, as a scenario.
///
/// The scenario is one like any other, so that what is compared with theory are the clients, the
/// network, the proxy, the servers and the figures of every report. Times of service have the mean
/// 1 s; links take no time and the proxy none, so nothing is subtracted.
public struct FidelityModel: Sendable {
    /// What the command line calls it, and the scenario.
    public let name: String
    /// What it is.
    public let title: String
    /// How the exact value comes about, and who says so.
    public let source: String
    /// The exact mean time in the system, seconds.
    public let exact: Double
    /// How far the exact value may lie outside of the interval, as a part of it, where it is a
    /// limit that the scenario only comes near to.
    public internal(set) var tolerance = 0.0
    /// The servers, as the scenario says them.
    package var servers: String
    /// The strategy of the proxy.
    var strategy = "round-robin"
    /// Requests a second, as the scenario says it.
    let rate: String
    /// Seconds that are not counted, since the system is empty at first.
    var warmUp = 1_000
    /// Seconds that are counted at a scale of one.
    let length: Int
    /// Its place among all, from 1, from which the seeds follow.
    package let number: Int

    /// The seed of a replication, which are counted from 1; no two of any models have the same.
    public func seed(ofReplication replication: Int) -> UInt64 {
        UInt64(number * 1_000 + replication)
    }

    /// The file of a replication.
    ///
    /// - Parameters:
    ///   - replication: The number of the replication, from 1, which decides its seed.
    ///   - scale: How many times longer than usual the time is that is counted.
    public func scenario(replication: Int, scale: Double) -> String {
        let counted = max(1, Int((Double(length) * scale).rounded()))
        return """
            version: 1
            name: \(name)
            title: \(title)
            seed: \(seed(ofReplication: replication))
            event-limit: 1_000_000_000_000

            network: {latency: 0s}

            cluster:
              servers: {\(servers)}
              proxy: {upstreams: [{strategy: \(strategy), read-timeout: 1d}]}

            workload:
              - requests: {for: \(warmUp + counted)s, warm-up: \(warmUp)s, key: sequence, arrival: {poisson: \(rate)/s}, timeout: 1d}

            expect:
              - requests.failed == 0
              - invariant: every-request-answered-once

            report:
              - quantiles: latency

            """
    }
}

extension FidelityModel {
    /// Every model, in the order of the report.
    public static let all: [FidelityModel] = [
        FidelityModel(
            name: "m-m-1",
            title: "M/M/1 at a load of 0.7",
            source: "1 / (mu - lambda)",
            exact: QueueingTheory.markovian(arrivals: 0.7, service: 1),
            servers: "count: 1, service: {exponential: 1s}",
            rate: "0.7",
            length: 400_000,
            number: 1
        ),
        FidelityModel(
            name: "m-m-5",
            title: "M/M/5 at a load of 0.8",
            source: "Erlang C: 1 / mu + C(5, lambda / mu) / (5 mu - lambda)",
            exact: QueueingTheory.markovian(arrivals: 4, service: 1, servers: 5),
            servers: "count: 1, concurrency: 5, service: {exponential: 1s}",
            rate: "4",
            length: 75_000,
            number: 2
        ),
        FidelityModel(
            name: "m-d-1",
            title: "M/D/1 at a load of 0.7",
            source: "Pollaczek and Khinchine: s + lambda s^2 / (2 (1 - lambda s))",
            exact: QueueingTheory.pollaczekKhinchine(arrivals: 0.7, mean: 1, variation: 0),
            servers: "count: 1, service: 1s",
            rate: "0.7",
            length: 200_000,
            number: 3
        ),
        FidelityModel(
            name: "m-g-1-ps-uniform",
            title: "M/G/1 with processor sharing, uniform service, at a load of 0.7",
            source: "s / (1 - lambda s), whatever the law of service (Kleinrock)",
            exact: QueueingTheory.processorSharing(arrivals: 0.7, mean: 1),
            servers: "count: 1, discipline: processor-sharing, service: {uniform: 0s...2s}",
            rate: "0.7",
            length: 400_000,
            number: 4
        ),
        FidelityModel(
            name: "m-g-1-ps-lognormal",
            title: "M/G/1 with processor sharing, lognormal service, at a load of 0.7",
            source: "the same; the median is exp(-1/2) s, so that the mean is 1 s",
            exact: QueueingTheory.processorSharing(arrivals: 0.7, mean: 1),
            servers: "count: 1, discipline: processor-sharing, "
                + "service: {lognormal: {median: 606_530_660ns, sigma: 1}}",
            rate: "0.7",
            length: 400_000,
            number: 5
        ),
        FidelityModel(
            name: "jsq-3",
            title: "The shortest of three queues at a load of 0.8",
            source: "the stationary law of the Markov chain of the sorted lengths",
            exact: QueueingTheory.shortestOfThree,
            servers: "count: 3, service: {exponential: 1s}",
            strategy: "least-connections",
            rate: "2.4",
            length: 170_000,
            number: 6
        ),
        twoChoices,
    ]

    /// The limit has an error of the order of one by the number of servers (N. Gast, "Expected
    /// Values Estimated via Mean-Field Approximation are 1/N-Accurate", 2017). Its coefficient, by
    /// the refined approximation of N. Gast and B. Van Houdt (2017), makes 0.17 % of 1,000 servers
    /// at this load; 0.5 % is allowed.
    ///
    /// From empty queues the mean is within 0.004 % of the limit after 120 s, by the differential
    /// equations of the limit.
    private static let twoChoices = FidelityModel(
        name: "two-choices-1000",
        title: "The better of two of 1,000 servers at a load of 0.9",
        source: "the limit for infinitely many servers (Vvedenskaya and others, Mitzenmacher), the "
            + "sum of load^(2^i - 2) over i from 1 on; the interval may miss it by 0.5 %, of which "
            + "the refined limit of Gast and Van Houdt explains 0.17 %",
        exact: QueueingTheory.twoChoices(load: 0.9),
        tolerance: 0.005,
        servers: "count: 1_000, service: {exponential: 1s}",
        strategy: "random-two",
        rate: "900",
        warmUp: 120,
        length: 450,
        number: 7
    )

    /// The model with this name, if there is one.
    public static func named(_ name: String) -> FidelityModel? {
        all.first { $0.name == name }
    }
}
