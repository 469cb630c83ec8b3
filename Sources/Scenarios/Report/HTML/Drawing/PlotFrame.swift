/// A pair of axes with the area between them.
struct PlotFrame: Equatable, Sendable {
    /// Room for the numbers beside the upright axis, and above, right and below.
    static let left = 68.0
    static let right = 14.0
    static let top = 8.0
    static let bottom = 30.0
    private static let upwardTicks = 5

    /// The axis from left to right.
    let across: Scale
    /// The axis from below to above.
    let upward: Scale
    /// The height of the drawing with its axes.
    let height: Double

    /// Axes from these values to these.
    init(
        across: (low: Double, high: Double),
        upward: (low: Double, high: Double),
        kinds: (across: Scale.Kind, upward: Scale.Kind) = (.linear, .linear),
        left: Double = left,
        height: Double = 250
    ) {
        self.height = height
        let isLinear = kinds.upward == .linear
        self.across = Scale(
            kinds.across,
            from: across.low,
            to: across.high,
            start: left,
            end: Chart.width - Self.right
        )
        self.upward = Scale(
            kinds.upward,
            from: upward.low,
            to: isLinear ? Self.rounded(upward) : upward.high,
            start: height - Self.bottom,
            end: Self.top
        )
    }

    /// The greatest value rounded up to what is marked.
    private static func rounded(_ range: (low: Double, high: Double)) -> Double {
        guard range.high > range.low else { return range.high }
        let step = Scale.niceStep(for: (range.high - range.low) / Double(upwardTicks))
        return (range.high / step - 1e-9).rounded(.up) * step
    }

    /// The least place above the floor.
    var floor: Double { height - Self.bottom }
    /// The width of the area.
    var width: Double { across.end - across.start }

    /// Where a pair of values stands.
    func point(_ x: Double, _ y: Double) -> Point { Point(across.place(x), upward.place(y)) }

    /// Lines and numbers of both axes.
    func axes(across quantity: Quantity, upward other: Quantity) -> [SVGElement] {
        acrossAxis(quantity) + upwardAxis(other)
    }

    /// Lines and numbers of the axis from left to right.
    func acrossAxis(_ quantity: Quantity) -> [SVGElement] {
        let ticks = across.ticks(6)
        let lines = ticks.map { value -> SVGElement in
            let x = across.place(value)
            return .line(from: Point(x, Self.top), to: Point(x, floor), "grid")
        }
        let labels = ticks.map { value -> SVGElement in
            let x = across.place(value)
            let isLast = x > Chart.width - 40
            let anchor = isLast ? TextAnchor.end : .middle
            let place = Point(isLast ? Chart.width - 2 : x, height - 9)
            return .label(quantity.tick(value), at: place, anchor, "axis")
        }
        return [.group("across", lines + labels).with("data-quantity", quantity.name)]
    }

    /// Lines and numbers of the axis from below to above.
    func upwardAxis(_ quantity: Quantity) -> [SVGElement] {
        let all = upward.ticks(Self.upwardTicks)
        let ticks = quantity == .count ? all.filter { $0 == $0.rounded() } : all
        return ticks.flatMap { value -> [SVGElement] in
            let y = upward.place(value)
            return [
                .line(from: Point(across.start, y), to: Point(across.end, y), "grid"),
                .label(quantity.tick(value), at: Point(across.start - 7, y + 4), .end, "axis"),
            ]
        }
    }

    /// What is drawn between the axes: a drawing of its own with the same units, so that the
    /// page's script can show a part of it.
    func area(_ elements: [SVGElement]) -> SVGElement {
        let (x, y) = (across.start, Self.top - 4)
        let (width, height) = (width + 4, floor - Self.top + 6)
        let numbers = [x, y, width, height].map(SVGElement.coordinate)
        return SVGElement(
            "svg",
            [
                "class": "area", "x": numbers[0], "y": numbers[1], "width": numbers[2],
                "height": numbers[3], "viewBox": numbers.joined(separator: " "),
                "preserveAspectRatio": "none",
            ],
            elements
        )
    }
}
