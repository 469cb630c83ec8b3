/// What is saved of observations: as many digits as charts and monitoring systems have a use for.
extension RunObservations {
    /// The observations as they are saved, so that a report of a run says the same as one of what
    /// was saved of it: levels and running totals as they are where they are whole, other values
    /// with six significant digits, fractions with nine.
    var asSaved: RunObservations {
        var saved = self
        for place in saved.series.indices {
            let statistic = saved.series[place].statistic
            let isLevel = statistic == nil || statistic == "total"
            saved.series[place].values = saved.series[place].values.map { value in
                value.flatMap { isLevel && $0.isWhole ? $0 : Self.rounded($0, digits: 6) }
            }
        }
        for place in saved.curves.indices {
            saved.curves[place].points = saved.curves[place].points.map { point in
                .init(
                    duration: point.duration,
                    fraction: Self.rounded(point.fraction) ?? point.fraction
                )
            }
        }
        if let ring {
            saved.ring?.arcs = ring.arcs.map { arc in
                .init(
                    server: arc.server,
                    begin: Self.rounded(arc.begin) ?? arc.begin,
                    end: Self.rounded(arc.end) ?? arc.end
                )
            }
        }
        return saved
    }

    private static func rounded(_ number: Double, digits: Int = 9) -> Double? {
        number.isFinite ? Double(DecimalText.significant(number, digits: digits)) : nil
    }
}

extension Double {
    /// Whether it is a whole number that every reader of JSON takes in as it is.
    fileprivate var isWhole: Bool { self == rounded() && magnitude <= 9_007_199_254_740_992 }
}
