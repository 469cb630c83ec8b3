import ArgumentParser

/// A part of a whole, as in `5%` or `0.5%`.
struct Percentage: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// The part, 1 for all of it.
    let fraction: Double

    /// A part of a whole.
    init(fraction: Double) {
        self.fraction = fraction
    }

    init?(argument: String) {
        guard argument.hasSuffix("%"), let number = Double(argument.dropLast()),
            (0...1_000).contains(number)
        else { return nil }
        fraction = number / 100
    }

    var description: String { "\(fraction * 100)%" }

    var defaultValueDescription: String { description }
}
