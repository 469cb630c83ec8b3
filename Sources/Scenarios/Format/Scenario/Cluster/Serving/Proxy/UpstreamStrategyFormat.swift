import Simulator

extension ValueFormat where Value == UpstreamStrategy {
    /// Any strategy.
    static var upstreamStrategy: ValueFormat {
        .union(
            "strategy",
            "a strategy",
            [
                .plain("round-robin", "Smooth weighted round robin.", .roundRobin),
                .plain(
                    "least-connections",
                    "The fewest requests under way for its weight.",
                    .leastConnections
                ),
                .plain("least-time", "The least response time, by load and weight.", .leastTime),
                .plain("ip-hash", "By the address of the client.", .addressHash),
                .plain("hash", "By the key, without a ring.", .hash),
                .plain("consistent-hash", "By the key, on nginx's ring.", .consistentHash),
                .plain("random", "At random, by weight.", .random),
                .plain("random-two", "The less loaded of two drawn by weight.", .randomTwo),
                .plain("least-request", "Envoy's choice of two.", .leastRequest),
                boundedLoad, peakAverage, health,
            ]
        )
    }

    private static var boundedLoad: UnionCase<UpstreamStrategy> {
        .of("bounded-load", "A ring whose servers have a bound.", .section) {
            (shape: BoundedShape) in
            .boundedHash(factorPercent: Int((shape.factor * 100).rounded()))
        } unwrap: {
            guard case .boundedHash(let percent) = $0 else { return nil }
            return BoundedShape(factor: Double(percent) / 100)
        }
    }

    private static var peakAverage: UnionCase<UpstreamStrategy> {
        .of("peak-ewma", "The cheaper of two by a moving average.", .section) {
            (shape: PeakShape) in
            .peakAverage(decay: shape.decay)
        } unwrap: {
            if case .peakAverage(let decay) = $0 { PeakShape(decay: decay) } else { nil }
        }
    }

    private static var health: UnionCase<UpstreamStrategy> {
        .of("health", "Round robin by weights that follow health.", .section) {
            (shape: HealthShape) in
            .health(HealthScore(halvingTime: shape.halvingTime))
        } unwrap: {
            guard case .health(let score) = $0 else { return nil }
            return HealthShape(halvingTime: score.halvingTime)
        }
    }
}

/// What stands below `bounded-load`.
private struct BoundedShape: Section {
    var factor = 1.25

    static let name = "bounded-load-strategy"
    static let documentation = "A ring on which no server has more than its part of the load."
    static var fields: [Field<Self>] {
        [.key("factor", \.factor, .factor, "The most requests under way, times the average.")]
    }

    mutating func finish(_ node: YAMLNode, _ reading: inout Reading) {
        if factor < 1 {
            reading.report("leaves no room", at: node.location(at: ["factor"]), expected: "1x")
        }
    }
}

/// What stands below `peak-ewma`.
private struct PeakShape: Section {
    var decay: Duration = .seconds(10)

    static let name = "peak-ewma-strategy"
    static let documentation = "A moving average that follows peaks at once: Finagle's."
    static var fields: [Field<Self>] {
        [.key("decay", \.decay, .positiveDuration, "How long a peak is remembered.")]
    }
}

/// What stands below `health`.
private struct HealthShape: Section {
    var halvingTime: Duration = .milliseconds(100)

    static let name = "health-strategy"
    static let documentation = "A score of health, error rate and response time."
    static var fields: [Field<Self>] {
        [
            .key(
                "halving-time",
                \.halvingTime,
                .positiveDuration,
                "The response time that halves the score."
            )
        ]
    }
}
