/// Which of the events of one instant happens first.
public enum Ties: Sendable, Equatable {
    /// That which was scheduled first.
    case first
    /// That which was scheduled last.
    case reversed
    /// Any of them, drawn from the seed and this number.
    case random(draw: Int)
}

extension Ties: CustomStringConvertible {
    /// As a file says it, in one line.
    public var description: String {
        switch self {
        case .first: "first"
        case .reversed: "reversed"
        case .random(1): "random"
        case .random(let draw): "{random: {draw: \(draw)}}"
        }
    }
}

extension ValueFormat where Value == Ties {
    /// `first`, `reversed` or `random`.
    static var ties: ValueFormat {
        .union(
            "ties",
            "an order of simultaneous events",
            [
                .plain("first", "In the order in which they were scheduled.", .first),
                .plain("reversed", "Those that were scheduled last first.", .reversed),
                .of("random", "Drawn from the seed.", .section) { (shape: DrawShape) in
                    .random(draw: shape.draw)
                } unwrap: {
                    if case .random(let draw) = $0 { DrawShape(draw: draw) } else { nil }
                },
            ]
        )
    }
}

/// What stands below `random`.
private struct DrawShape: Section {
    var draw = 1

    static let name = "ties-draw"
    static let documentation = "An order of simultaneous events that is drawn from the seed."
    static var fields: [Field<Self>] {
        [
            .key(
                "draw",
                \.draw,
                .integer(in: 1...1_000_000, example: 1),
                "Another number gives another order, and changes no other draw."
            )
        ]
    }
}
