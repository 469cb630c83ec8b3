import Simulator

/// The times at which faults were on, behind lines.
struct FaultShades {
    let faults: [Activity]
    /// When those end that have no end, in nanoseconds.
    let end: Int

    /// How many are told apart at most.
    private static let maximum = 120

    /// A rectangle over the whole height for each time in which any fault was on, and a line where
    /// each began.
    func drawing(in frame: PlotFrame) -> [SVGElement] {
        let shades = spans.map { span -> SVGElement in
            let begin = frame.across.place(Double(span.begin))
            let finish = frame.across.place(Double(span.end))
            let own = faults.filter { $0.begin <= span.end && ($0.end ?? end) >= span.begin }
            let more = own.count > 3 ? "; and \(own.count - 3) more" : ""
            return SVGElement.rectangle(
                x: begin,
                y: PlotFrame.top,
                width: max(1.5, finish - begin),
                height: frame.floor - PlotFrame.top,
                "fault"
            ).titled(own.prefix(3).map(text).joined(separator: "; ") + more)
        }
        let begins = faults.prefix(Self.maximum).map { fault -> SVGElement in
            let x = frame.across.place(Double(fault.begin))
            return SVGElement.line(
                from: Point(x, PlotFrame.top),
                to: Point(x, frame.floor),
                "onset"
            ).titled(text(of: fault))
        }
        return shades + begins
    }

    /// The times in which any fault was on, in their order.
    private var spans: [(begin: Int, end: Int)] {
        var spans: [(begin: Int, end: Int)] = []
        for fault in faults.sorted(by: { $0.begin < $1.begin }) {
            let finish = fault.end ?? end
            if let last = spans.last, last.end >= fault.begin {
                spans[spans.count - 1].end = max(last.end, finish)
            } else {
                spans.append((fault.begin, finish))
            }
        }
        return Array(spans.prefix(Self.maximum))
    }

    private func text(of fault: Activity) -> String {
        let begin = "from \(Quantity.instant.text(Double(fault.begin)))"
        let finish = fault.end.map { " to \(Quantity.instant.text(Double($0)))" } ?? ""
        return "\(fault.name) on \(fault.subject), \(begin)\(finish)"
    }
}
