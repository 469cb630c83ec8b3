/// Places around a circle, by the fraction of a whole turn from the top, clockwise; the same on
/// every machine.
enum Turn {
    private static let whole = 2 * Double.pi

    /// The place at a distance from the centre.
    static func point(_ fraction: Double, around centre: Point, radius: Double) -> Point {
        Point(
            centre.x + radius * sine(fraction),
            centre.y - radius * sine(fraction + 0.25)
        )
    }

    /// The sine of a part of a turn, by its power series.
    static func sine(_ fraction: Double) -> Double {
        // Between a quarter before the start and a quarter after it the series is short.
        var part = fraction - fraction.rounded(.down)
        if part > 0.75 { part -= 1 } else if part > 0.25 { part = 0.5 - part }
        let angle = part * whole
        var (sum, term) = (angle, angle)
        for step in 1...9 {
            term *= -angle * angle / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    /// The commands of a path along the circle; a part of more than half a turn in two.
    static func arc(
        from begin: Double,
        to end: Double,
        around centre: Point,
        radius: Double
    ) -> String {
        let end = end < begin ? end + 1 : end
        let steps = end - begin > 0.5 ? [(begin + end) / 2, end] : [end]
        let text = SVGElement.coordinate
        let start = point(begin, around: centre, radius: radius)
        return steps.reduce("M\(text(start.x)) \(text(start.y))") { path, step in
            let place = point(step, around: centre, radius: radius)
            return path + "A\(text(radius)) \(text(radius)) 0 0 1 \(text(place.x)) \(text(place.y))"
        }
    }
}
