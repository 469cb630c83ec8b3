/// A line of a decision log.
enum DecisionLine: Equatable {
    /// A run begins: its number from 0, its seed, and what it is called.
    case run(index: Int, seed: UInt64, title: String)
    /// There is a random stream, which has this number from here on.
    case stream(number: Int, identity: UInt64, label: String)
    /// A number is drawn from a stream.
    case draw(stream: Int, value: UInt64)
    /// A ready task is picked.
    case task(Pick)
    /// An event is picked of those of one instant.
    case tie(Pick)
    /// An event happens, as one in so many is noted.
    case event(Checkpoint)
    /// A run ends after its last event.
    case end(Checkpoint)

    /// One of several.
    struct Pick: Equatable {
        /// How many there are.
        var count: UInt64
        /// Which one is taken, from 0.
        var place: UInt64
    }

    /// How far a run is.
    struct Checkpoint: Equatable {
        /// The number of the last event.
        var event: UInt64
        /// The instant, nanoseconds.
        var instant: UInt64
        /// The digest of everything so far.
        var digest: UInt64
        /// The lowest bits of the digest with each event since the checkpoint before, this one
        /// included.
        var checks: [UInt16] = []
    }

    /// Adds the line with its line feed to `bytes`.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .run(let index, let seed, let title):
            bytes += Array("c \(index) \(seed) \(Self.escaped(title))\n".utf8)
        case .stream(let number, let identity, let label):
            let digits = String(identity, radix: 16)
            bytes += Array("s \(number) \(digits) \(Self.escaped(label))\n".utf8)
        case .draw(let stream, let value):
            bytes.append(UInt8(ascii: "d"))
            Self.append(UInt64(stream), radix: 10, to: &bytes)
            Self.append(value, radix: 16, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .task(let pick): Self.append("p", [pick.count, pick.place], to: &bytes)
        case .tie(let pick): Self.append("t", [pick.count, pick.place], to: &bytes)
        case .event(let point): Self.append("e", point, to: &bytes)
        case .end(let point): Self.append("z", point, to: &bytes)
        }
    }

    private static func append(_ kind: Unicode.Scalar, _ point: Checkpoint, to bytes: inout [UInt8])
    {
        bytes.append(UInt8(ascii: kind))
        append(point.event, radix: 10, to: &bytes)
        append(point.instant, radix: 10, to: &bytes)
        append(point.digest, radix: 16, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        for check in point.checks {
            for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(digit(check >> shift & 15)) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func append(
        _ kind: Unicode.Scalar,
        _ numbers: [UInt64],
        to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: kind))
        for number in numbers { append(number, radix: 10, to: &bytes) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A blank and the digits of a number.
    private static func append(_ number: UInt64, radix: UInt64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: " "))
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(digit(UInt16(rest % radix)))
            rest /= radix
        } while rest > 0
        bytes[start...].reverse()
    }

    private static func digit(_ value: UInt16) -> UInt8 {
        let value = UInt8(value)
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// A name without line feeds.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            default: String(scalar)
            }
        }.joined()
    }
}

extension DecisionLine {
    /// The line that these bytes are, without a line feed; nothing where they are none.
    init?(_ bytes: ArraySlice<UInt8>) {
        var fields = Fields(rest: bytes.dropFirst())
        switch bytes.first {
        case UInt8(ascii: "d"):
            guard let stream = fields.index(), let value = fields.number(radix: 16) else {
                return nil
            }
            self = .draw(stream: stream, value: value)
        case UInt8(ascii: "p"), UInt8(ascii: "t"):
            guard let count = fields.number(radix: 10), let place = fields.number(radix: 10),
                place < count
            else { return nil }
            let pick = Pick(count: count, place: place)
            self = bytes.first == UInt8(ascii: "p") ? .task(pick) : .tie(pick)
        case UInt8(ascii: "e"), UInt8(ascii: "z"):
            guard let event = fields.number(radix: 10), let instant = fields.number(radix: 10),
                let digest = fields.number(radix: 16), let checks = fields.checks()
            else { return nil }
            let point = Checkpoint(event: event, instant: instant, digest: digest, checks: checks)
            self = bytes.first == UInt8(ascii: "e") ? .event(point) : .end(point)
        case UInt8(ascii: "s"):
            guard let number = fields.index(), let identity = fields.number(radix: 16),
                let label = fields.text()
            else { return nil }
            self = .stream(number: number, identity: identity, label: label)
        case UInt8(ascii: "c"):
            guard let index = fields.index(), let seed = fields.number(radix: 10),
                let title = fields.text()
            else { return nil }
            self = .run(index: index, seed: seed, title: title)
        default: return nil
        }
        guard fields.rest.isEmpty else { return nil }
    }

    /// What stands in a line behind its letter.
    private struct Fields {
        var rest: ArraySlice<UInt8>

        mutating func index() -> Int? { number(radix: 10).flatMap { Int(exactly: $0) } }

        /// A blank and a number.
        mutating func number(radix: UInt64) -> UInt64? {
            guard rest.popFirst() == UInt8(ascii: " ") else { return nil }
            var value: UInt64 = 0
            var count = 0
            while let byte = rest.first, byte != UInt8(ascii: " ") {
                guard let digit = Self.digit(byte), digit < radix else { return nil }
                let (product, isLarge) = value.multipliedReportingOverflow(by: radix)
                let (sum, isLarger) = product.addingReportingOverflow(digit)
                if isLarge || isLarger { return nil }
                value = sum
                count += 1
                rest.removeFirst()
            }
            return count > 0 ? value : nil
        }

        /// A blank and numbers of four digits each, which may be none.
        mutating func checks() -> [UInt16]? {
            guard rest.popFirst() == UInt8(ascii: " "), rest.count.isMultiple(of: 4) else {
                return nil
            }
            var checks: [UInt16] = []
            while !rest.isEmpty {
                var check: UInt16 = 0
                for byte in rest.prefix(4) {
                    guard let digit = Self.digit(byte) else { return nil }
                    check = check << 4 | UInt16(digit)
                }
                checks.append(check)
                rest.removeFirst(4)
            }
            return checks
        }

        /// A blank and all that is left, which may be nothing.
        mutating func text() -> String? {
            guard rest.popFirst() == UInt8(ascii: " ") else { return nil }
            defer { rest = [] }
            guard let text = String(validating: rest, as: UTF8.self) else { return nil }
            var plain = ""
            var scalars = text.unicodeScalars.makeIterator()
            while let scalar = scalars.next() {
                guard scalar == "\\" else {
                    plain.unicodeScalars.append(scalar)
                    continue
                }
                switch scalars.next() {
                case "\\": plain += "\\"
                case "n": plain += "\n"
                case "r": plain += "\r"
                default: return nil
                }
            }
            return plain
        }

        private static func digit(_ byte: UInt8) -> UInt64? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
            default: nil
            }
        }
    }
}
