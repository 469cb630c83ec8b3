import Simulator

/// What a gauge was at the end of each window.
struct GaugeSeries {
    let windows: TimeWindows

    /// The course of `gauge`; nothing before it was set first.
    func series(
        of gauge: Gauge,
        _ metric: String,
        _ labels: [MetricReference.Label]
    ) -> TimeSeries {
        var values: [Double?] = []
        var next = 0
        var value: Double?
        for place in 0..<windows.count {
            let end = place == windows.count - 1 ? Int.max : (place + 1) * windows.length
            while next < gauge.series.count, gauge.series[next].instant.ordinate < end {
                value = Double(gauge.series[next].value)
                next += 1
            }
            values.append(value)
        }
        return TimeSeries(
            metric,
            labels: labels,
            unit: .count,
            window: windows.length,
            values: values
        )
    }
}
