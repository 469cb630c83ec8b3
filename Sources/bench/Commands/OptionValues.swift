import ArgumentParser

/// A number of bytes, as in `64KiB`, `512MiB` or `2GiB`.
struct ByteSize: ExpressibleByArgument, Equatable, CustomStringConvertible {
    private static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)]

    /// The number.
    let bytes: Int

    /// A number of bytes.
    init(bytes: Int) {
        self.bytes = bytes
    }

    init?(argument: String) {
        for (unit, shift) in Self.units where argument.hasSuffix(unit) {
            guard let number = Int(argument.dropLast(unit.count)), number > 0,
                number <= Int.max >> (shift + 1)
            else { return nil }
            bytes = number << shift
            return
        }
        guard argument.hasSuffix("B"), let number = Int(argument.dropLast()), number > 0 else {
            return nil
        }
        bytes = number
    }

    var description: String {
        for (unit, shift) in Self.units.reversed() where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)B"
    }

    var defaultValueDescription: String { description }
}

/// A time of the records' own, as in `500ms`, `30s`, `5m`, `2h` or `1d`.
struct RealDuration: ExpressibleByArgument, Equatable, CustomStringConvertible {
    private static let units = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// How long it is: whole milliseconds.
    let value: Duration

    /// A duration.
    init(value: Duration) {
        self.value = value
    }

    init?(argument: String) {
        for (unit, milliseconds) in Self.units where argument.hasSuffix(unit) {
            guard let number = Int(argument.dropLast(unit.count)), (0...1_000_000).contains(number)
            else { continue }
            value = .milliseconds(number * milliseconds)
            return
        }
        return nil
    }

    var description: String {
        let milliseconds = Int(value / .milliseconds(1))
        guard milliseconds > 0 else { return "0s" }
        for (unit, size) in Self.units.reversed() where milliseconds % size == 0 {
            return "\(milliseconds / size)\(unit)"
        }
        return "\(milliseconds)ms"
    }

    var defaultValueDescription: String { description }
}
