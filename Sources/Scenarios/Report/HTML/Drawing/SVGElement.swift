/// An element of a drawing, with what stands in it.
///
/// Everything is escaped as it is written, so that no name of a scenario can be markup.
///
/// Source: W3C, "Scalable Vector Graphics (SVG) 2", 2018.
struct SVGElement: Equatable, Sendable {
    /// An attribute with its value.
    struct Attribute: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// The name of the element: `rect`, `path`.
    var name: String
    /// Its attributes, in their order.
    var attributes: [Attribute] = []
    /// The elements in it.
    var children: [SVGElement] = []
    /// The text in it, after the elements.
    var text = ""

    init(
        _ name: String,
        _ attributes: KeyValuePairs<String, String> = [:],
        _ children: [SVGElement] = [],
        text: String = ""
    ) {
        self.name = name
        self.attributes = attributes.map { Attribute(name: $0.key, value: $0.value) }
        self.children = children
        self.text = text
    }

    /// The element as XML.
    var written: String {
        var written = ""
        write(to: &written)
        return written
    }

    private func write(to output: inout String) {
        output += "<\(name)"
        for attribute in attributes {
            output += " \(attribute.name)=\"\(XMLText.escaped(attribute.value))\""
        }
        if children.isEmpty, text.isEmpty {
            output += "/>"
            return
        }
        output += ">"
        for child in children { child.write(to: &output) }
        output += XMLText.escaped(text)
        output += "</\(name)>"
    }
}

extension SVGElement {
    /// The element with what a browser shows beside the pointer.
    func titled(_ title: String) -> SVGElement {
        var titled = self
        titled.children.insert(SVGElement("title", text: title), at: 0)
        return titled
    }

    /// The element with one more attribute.
    func with(_ name: String, _ value: String) -> SVGElement {
        var element = self
        element.attributes.append(Attribute(name: name, value: value))
        return element
    }

    /// Elements together.
    static func group(_ style: String, _ children: [SVGElement]) -> SVGElement {
        SVGElement("g", ["class": style], children)
    }

    /// A rectangle; one of less than half a unit is drawn as wide as that, so that it is seen.
    static func rectangle(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        _ style: String
    ) -> SVGElement {
        SVGElement(
            "rect",
            [
                "x": coordinate(x), "y": coordinate(y), "width": coordinate(max(0.5, width)),
                "height": coordinate(height), "class": style,
            ]
        )
    }

    /// A straight line.
    static func line(from: Point, to: Point, _ style: String) -> SVGElement {
        SVGElement(
            "line",
            [
                "x1": coordinate(from.x), "y1": coordinate(from.y), "x2": coordinate(to.x),
                "y2": coordinate(to.y), "class": style,
            ]
        )
    }

    /// A text that begins, is centred or ends at a point.
    static func label(
        _ text: String,
        at point: Point,
        _ anchor: TextAnchor = .start,
        _ style: String = ""
    ) -> SVGElement {
        var label = SVGElement(
            "text",
            ["x": coordinate(point.x), "y": coordinate(point.y)],
            text: text
        )
        if anchor != .start { label = label.with("text-anchor", anchor.rawValue) }
        return style.isEmpty ? label : label.with("class", style)
    }

    /// Lines through points; a gap where there is none.
    static func path(through points: [Point?], _ style: String) -> SVGElement {
        SVGElement("path", ["d": steps(through: points), "class": style])
    }

    /// The commands of a path through points; a point alone is a line of no length, which round
    /// caps make a dot.
    ///
    /// Each step is from the rounded place before it, so that nothing adds up.
    static func steps(through points: [Point?]) -> String {
        var steps = ""
        var last: (x: Int, y: Int)?
        for (index, point) in points.enumerated() {
            guard let point else {
                last = nil
                continue
            }
            let place = (x: tenths(point.x), y: tenths(point.y))
            if let last {
                steps += "l" + pair(place.x - last.x, place.y - last.y)
            } else {
                steps += "M" + pair(place.x, place.y)
                if index + 1 == points.count || points[index + 1] == nil { steps += "h0" }
            }
            last = place
        }
        return steps
    }

    /// Two numbers of a path; a sign tells them apart as well as a blank.
    private static func pair(_ x: Int, _ y: Int) -> String {
        "\(text(tenths: x))\(y < 0 ? "" : " ")\(text(tenths: y))"
    }

    /// A coordinate with one decimal at most.
    static func coordinate(_ value: Double) -> String { text(tenths: tenths(value)) }

    private static func tenths(_ value: Double) -> Int {
        guard value.isFinite else { return 0 }
        return Int((min(1e6, max(-1e6, value)) * 10).rounded())
    }

    private static func text(tenths: Int) -> String {
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
}

/// A place in a drawing, from its left upper corner.
struct Point: Equatable, Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// Where a text stands beside its point.
enum TextAnchor: String, Sendable {
    case start, middle, end
}
