import Simulator

/// The formats of single values.
extension ValueFormat where Value == Int {
    /// A whole number within bounds.
    static func integer(in range: ClosedRange<Int>, example: Int? = nil) -> ValueFormat {
        let least = NumberText.grouped(range.lowerBound)
        let most = NumberText.grouped(range.upperBound)
        let name = "a whole number from \(least) to \(most)"
        let shown = NumberText.written(example ?? range.lowerBound)
        return .scalar(
            ScalarShape(
                name: name,
                example: shown,
                form: .integer(Int128(range.lowerBound)...Int128(range.upperBound))
            ),
            parse: { text throws(ValueProblem) in
                let value = try NumberText.integer(text)
                if value < range.lowerBound {
                    throw ValueProblem(value < 0 ? "is negative" : "is too small")
                }
                if value > range.upperBound { throw ValueProblem("is too large") }
                return value
            },
            write: { NumberText.written($0) }
        )
    }

    /// A size in bytes.
    static var size: ValueFormat { size(in: 0...1 << 50, example: "5MiB") }

    /// A size in bytes within bounds.
    static func size(in range: ClosedRange<Int>, example: String) -> ValueFormat {
        let pattern = #"^\d[\d_]*(\.\d[\d_]*)?(B|KB|MB|GB|KiB|MiB|GiB)$"#
        return .scalar(
            ScalarShape(name: "a size", example: example, form: .pattern(pattern)),
            parse: { text throws(ValueProblem) in
                let size = try QuantityText.size(text)
                let (least, most) = (range.lowerBound, range.upperBound)
                if size < least {
                    let least = QuantityText.written(size: least)
                    throw ValueProblem("is too small", expected: "at least \(least)")
                }
                if size > most {
                    let most = QuantityText.written(size: most)
                    throw ValueProblem("is too large", expected: "at most \(most)")
                }
                return size
            },
            write: { QuantityText.written(size: $0) }
        )
    }
}

extension ValueFormat where Value == UInt64 {
    /// The seed of a run: 64 bits.
    static var seed: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a whole number from 0 to 18446744073709551615",
                example: "42",
                form: .integer(0...Int128(UInt64.max))
            ),
            parse: { text throws(ValueProblem) in
                let decimal = try NumberText.decimal(text, kind: "whole number")
                guard decimal.scale == 0 else { throw ValueProblem("is not a whole number") }
                guard decimal.significand >= 0 else { throw ValueProblem("is negative") }
                guard let value = UInt64(exactly: decimal.significand) else {
                    throw ValueProblem("is too large")
                }
                return value
            },
            write: { String($0) }
        )
    }
}

extension ValueFormat where Value == Double {
    /// A number within bounds.
    static func number(in range: ClosedRange<Double>, example: String) -> ValueFormat {
        let least = NumberText.written(range.lowerBound)
        let most = NumberText.written(range.upperBound)
        return .scalar(
            ScalarShape(
                name: "a number from \(least) to \(most)",
                example: example,
                form: .number(
                    minimum: range.lowerBound,
                    maximum: range.upperBound,
                    pattern: #"^[+-]?\d[\d_]*(\.\d[\d_]*)?$"#
                )
            ),
            parse: { text throws(ValueProblem) in
                let value = try NumberText.number(text)
                if value < range.lowerBound { throw ValueProblem("is too small") }
                if value > range.upperBound { throw ValueProblem("is too large") }
                return value
            },
            write: { NumberText.written($0) }
        )
    }

    /// A part of a whole, from 0 to 1.
    static var ratio: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a ratio",
                example: "10%",
                form: .number(minimum: 0, maximum: 1, pattern: #"^\d[\d_]*(\.\d[\d_]*)?%?$"#)
            ),
            parse: QuantityText.ratio,
            write: { QuantityText.written(ratio: $0) }
        )
    }

    /// How many times more, above zero.
    static var factor: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a factor",
                example: "10x",
                form: .pattern(#"^\d[\d_]*(\.\d[\d_]*)?x$"#)
            ),
            parse: QuantityText.factor,
            write: { "\(NumberText.written($0))x" }
        )
    }
}

extension ValueFormat where Value == Duration {
    private static var pattern: String { #"^\d[\d_]*(\.\d[\d_]*)?(ns|us|ms|s|m|h|d)$"# }

    /// A duration, zero allowed.
    static var duration: ValueFormat {
        .scalar(
            ScalarShape(name: "a duration", example: "10ms", form: .pattern(pattern)),
            parse: DurationText.parse,
            write: { DurationText.written($0) }
        )
    }

    /// A duration above zero.
    static var positiveDuration: ValueFormat {
        .scalar(
            ScalarShape(name: "a duration above zero", example: "1s", form: .pattern(pattern)),
            parse: { text throws(ValueProblem) in
                let value = try DurationText.parse(text)
                guard value > .zero else { throw ValueProblem("is not above zero") }
                return value
            },
            write: { DurationText.written($0) }
        )
    }
}

extension ValueFormat where Value == Duration {
    /// The shortest period of what happens again and again: with a shorter one a run does hardly
    /// anything else.
    private static var shortestInterval: Duration { .milliseconds(10) }

    /// How often something happens again and again, or how long what is prolonged all the time
    /// lasts.
    static var interval: ValueFormat {
        let shortest = DurationText.written(shortestInterval)
        return .scalar(
            ScalarShape(
                name: "a duration of at least \(shortest)",
                example: "1s",
                form: .pattern(pattern)
            ),
            parse: { text throws(ValueProblem) in
                let value = try DurationText.parse(text)
                guard value >= shortestInterval else {
                    throw ValueProblem("is shorter than \(shortest)")
                }
                return value
            },
            write: { DurationText.written($0) }
        )
    }
}

extension ValueFormat where Value == ClosedRange<Duration> {
    /// A range of durations.
    static var durationRange: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a range of durations",
                example: "1s...10s",
                form: .pattern(#"^\d[^.]*(\.\d[^.]*)?\.\.\.\d.*$"#)
            ),
            parse: QuantityText.range,
            write: {
                "\(DurationText.written($0.lowerBound))...\(DurationText.written($0.upperBound))"
            }
        )
    }
}

extension ValueFormat where Value == Rate {
    /// Events per second, minute or hour.
    static var rate: ValueFormat {
        .scalar(
            ScalarShape(
                name: "a rate",
                example: "300/s",
                form: .pattern(#"^\d[\d_]*(\.\d[\d_]*)?/[smh]$"#)
            ),
            parse: QuantityText.rate,
            write: { rate in
                let period = QuantityText.periods.first { $0.duration == rate.period }
                return NumberText.written(rate.count) + (period?.name ?? "/s")
            }
        )
    }
}

extension ValueFormat where Value == Double {
    /// Events per second, as a rate.
    static var perSecond: ValueFormat {
        ValueFormat<Rate>.rate.converted(
            to: \.perSecond,
            from: { Rate(count: $0, period: .seconds(1)) }
        )
    }
}

extension ValueFormat where Value == CalendarInstant {
    /// An instant of the calendar.
    static var instant: ValueFormat {
        .scalar(
            ScalarShape(
                name: "an instant in UTC",
                example: "2024-01-01T00:00:00Z",
                form: .pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$"#)
            ),
            parse: InstantText.parse,
            write: { InstantText.written($0) }
        )
    }
}

extension ValueFormat where Value == Bool {
    /// Yes or no.
    static var boolean: ValueFormat {
        .scalar(
            ScalarShape(name: "true or false,", example: "true", form: .boolean),
            parse: { text throws(ValueProblem) in
                guard text == "true" || text == "false" else {
                    let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"]
                    throw ValueProblem(
                        "is neither true nor false",
                        suggestion: meant[text.lowercased()]
                            ?? NearestWord.to(text, among: ["true", "false"])
                    )
                }
                return text == "true"
            },
            write: { String($0) }
        )
    }
}
