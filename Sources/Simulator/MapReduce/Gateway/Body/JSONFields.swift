/// Reads the fields of an object one after the other, and collects all that is wrong with them.
struct JSONFields {
    /// What is wrong so far.
    private(set) var problems: [String] = []
    private let prefix: String
    private let members: [JSONDocument.Member]
    private var known: [String] = []

    /// The longest text of a field, in bytes.
    private static let lengthMaximum = 10_000

    /// Reads `document`; `place` is where it stands in the whole one.
    init(_ document: JSONDocument, _ place: String) {
        prefix = place.isEmpty ? "" : "\(place)."
        if case .object(let members) = document {
            self.members = members
        } else {
            members = []
            let what = place.isEmpty ? "the body" : "'\(place)'"
            problems = ["\(what) must be an object, not \(document.kind)"]
        }
    }

    /// Finds fields that nobody asked for, and such that occur twice.
    mutating func finish() {
        var seen: Set<String> = []
        for member in members {
            if !known.contains(member.name) {
                let nearest = NearestWord.to(member.name, among: known)
                let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
                problems.append("unknown field '\(prefix)\(member.name)'\(hint)")
            } else if !seen.insert(member.name).inserted {
                problems.append("'\(prefix)\(member.name)' occurs twice")
            }
        }
    }

    private mutating func value(_ name: String, isRequired: Bool) -> JSONDocument? {
        known.append(name)
        let value = members.first { $0.name == name }?.value
        if value == nil || value == .null {
            if isRequired, !(members.isEmpty && !problems.isEmpty) {
                problems.append("'\(prefix)\(name)' is missing")
            }
            return nil
        }
        return value
    }

    private mutating func wrong(_ name: String, _ expected: String, _ value: JSONDocument) {
        problems.append("'\(prefix)\(name)' must be \(expected), not \(value.kind)")
    }

    /// A text that is not empty.
    mutating func text(_ name: String, isRequired: Bool) -> String? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard case .string(let text) = value else {
            wrong(name, "a string", value)
            return nil
        }
        guard !text.isEmpty, text.utf8.count <= Self.lengthMaximum else {
            problems.append("'\(prefix)\(name)' must have 1 to \(Self.lengthMaximum) bytes")
            return nil
        }
        return text
    }

    /// One of some texts.
    mutating func choice(_ name: String, of choices: [String]) -> String? {
        guard let text = text(name, isRequired: false) else { return nil }
        if choices.contains(text) { return text }
        let list = choices.joined(separator: ", ")
        problems.append("'\(prefix)\(name)' is '\(text)', expected one of \(list)")
        return nil
    }

    /// A whole number that must be there.
    mutating func integer(
        _ name: String,
        in range: ClosedRange<Int>,
        isRequired: Bool = true
    ) -> Int? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard case .number(let text) = value else {
            wrong(name, "a whole number", value)
            return nil
        }
        guard let number = Int(text), range.contains(number) else {
            problems.append(
                "'\(prefix)\(name)' is \(text), expected a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)"
            )
            return nil
        }
        return number
    }

    /// True or false.
    mutating func boolean(_ name: String) -> Bool? {
        guard let value = value(name, isRequired: false) else { return nil }
        if case .boolean(let truth) = value { return truth }
        wrong(name, "a boolean", value)
        return nil
    }

    /// A number of seconds, to the nanosecond.
    mutating func seconds(_ name: String, isRequired: Bool) -> Duration? {
        guard let value = value(name, isRequired: isRequired) else { return nil }
        guard case .number(let text) = value else {
            wrong(name, "a number of seconds", value)
            return nil
        }
        let number = Array(text.utf8).withUnsafeBytes { FixedDecimal(ByteView($0)) }
        guard let number, number.units >= 0, let nanoseconds = UInt64(exactly: number.units) else {
            problems.append("'\(prefix)\(name)' is \(text), expected a number of seconds")
            return nil
        }
        return Duration(wholeNanoseconds: nanoseconds)
    }

    /// An object of texts and numbers.
    mutating func parameters(_ name: String) -> [String: String] {
        guard let value = value(name, isRequired: false) else { return [:] }
        guard case .object(let members) = value else {
            wrong(name, "an object", value)
            return [:]
        }
        var parameters: [String: String] = [:]
        for member in members {
            switch member.value {
            case .string(let text), .number(let text): parameters[member.name] = text
            default: wrong("\(name).\(member.name)", "a string or a number", member.value)
            }
        }
        return parameters
    }

    /// A window.
    mutating func window(_ name: String) -> WindowSettings? {
        guard let value = value(name, isRequired: false) else { return nil }
        var fields = JSONFields(value, prefix + name)
        let type = fields.choice("type", of: ["tumbling", "sliding", "session"])
        if type == nil, fields.problems.isEmpty {
            fields.problems.append("'\(prefix)\(name).type' is missing")
        }
        let size = fields.seconds("sizeSeconds", isRequired: type != nil && type != "session")
        let slide = fields.seconds("slideSeconds", isRequired: type == "sliding")
        let gap = fields.seconds("gapSeconds", isRequired: type == "session")
        let timestamps = fields.text("timestamps", isRequired: false) ?? "iso8601"
        let year = fields.integer("year", in: 1...9_999, isRequired: false)
        let outOfOrderness = fields.seconds("outOfOrdernessSeconds", isRequired: false)
        let lateness = fields.seconds("allowedLatenessSeconds", isRequired: false)
        fields.finish()
        var format: TimestampFormat?
        do throws(JobError) {
            format = try TimestampFormat(named: timestamps, year: year)
        } catch {
            fields.problems.append("'\(prefix)\(name).timestamps': \(error)")
        }
        problems += fields.problems
        let shape: WindowSettings.Shape? =
            switch type {
            case "tumbling": size.map { .tumbling(size: $0) }
            case "sliding":
                size.flatMap { size in slide.map { .sliding(size: size, slide: $0) } }
            default: gap.map { .session(gap: $0) }
            }
        guard let shape, let format else { return nil }
        return WindowSettings(
            shape,
            timestamps: format,
            outOfOrderness: outOfOrderness ?? .zero,
            allowedLateness: lateness ?? .zero
        )
    }
}
