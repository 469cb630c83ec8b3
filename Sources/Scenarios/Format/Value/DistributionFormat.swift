import Simulator

extension ValueFormat where Value == DurationDistribution {
    /// A distribution of durations; a plain duration is a constant.
    static var distribution: ValueFormat {
        .union(
            "distribution",
            "a distribution of durations",
            [
                .of("constant", "Always this.", .duration) {
                    .constant($0)
                } unwrap: {
                    if case .constant(let value) = $0 { value } else { nil }
                },
                .of("uniform", "Every duration of the range alike.", .durationRange) {
                    .uniform($0.lowerBound, $0.upperBound)
                } unwrap: {
                    if case .uniform(let low, let high) = $0 { low...high } else { nil }
                },
                .of("exponential", "Exponential with this mean.", .positiveDuration) {
                    .exponential(mean: $0)
                } unwrap: {
                    if case .exponential(let mean) = $0 { mean } else { nil }
                },
                .of("normal", "Normal; below zero counts as zero.", .normalParameters) {
                    .normal(mean: $0.mean, deviation: $0.deviation)
                } unwrap: {
                    guard case .normal(let mean, let deviation) = $0 else { return nil }
                    return NormalParameters(mean: mean, deviation: deviation)
                },
                .of("lognormal", "Lognormal: a long upper tail.", .lognormalParameters) {
                    .lognormal(median: $0.median, sigma: $0.sigma)
                } unwrap: {
                    guard case .lognormal(let median, let sigma) = $0 else { return nil }
                    return LognormalParameters(median: median, sigma: sigma)
                },
                .of("pareto", "Pareto: a very long upper tail.", .paretoParameters) {
                    .pareto(minimum: $0.minimum, shape: $0.shape)
                } unwrap: {
                    guard case .pareto(let minimum, let shape) = $0 else { return nil }
                    return ParetoParameters(minimum: minimum, shape: shape)
                },
            ],
            shorthand: ValueFormat<Duration>.duration.converted {
                .constant($0)
            } from: {
                if case .constant(let value) = $0 { value } else { .zero }
            }
        )
    }
}

extension ValueFormat where Value == NormalParameters {
    fileprivate static var normalParameters: ValueFormat { .section }
}

extension ValueFormat where Value == LognormalParameters {
    fileprivate static var lognormalParameters: ValueFormat { .section }
}

extension ValueFormat where Value == ParetoParameters {
    fileprivate static var paretoParameters: ValueFormat { .section }
}

private struct NormalParameters: Section {
    var mean: Duration = .zero
    var deviation: Duration = .zero

    static let name = "normal"
    static let documentation = "A normal distribution, cut off at zero."
    static var fields: [Field<Self>] {
        [
            .key("mean", \.mean, .duration, required: true, "The middle."),
            .key("deviation", \.deviation, .duration, required: true, "The standard deviation."),
        ]
    }
}

private struct LognormalParameters: Section {
    var median: Duration = .zero
    var sigma = 1.0

    static let name = "lognormal"
    static let documentation = "A lognormal distribution."
    static var fields: [Field<Self>] {
        [
            .key("median", \.median, .positiveDuration, required: true, "Half are below it."),
            .key("sigma", \.sigma, .number(in: 0...10, example: "0.5"), "Of the logarithm."),
        ]
    }
}

private struct ParetoParameters: Section {
    var minimum: Duration = .zero
    var shape = 2.0

    static let name = "pareto"
    static let documentation = "A Pareto distribution."
    static var fields: [Field<Self>] {
        [
            .key("minimum", \.minimum, .positiveDuration, required: true, "The least value."),
            .key(
                "shape",
                \.shape,
                .number(in: 0.1...100, example: "2"),
                "The tail index: the smaller, the longer the tail."
            ),
        ]
    }
}
