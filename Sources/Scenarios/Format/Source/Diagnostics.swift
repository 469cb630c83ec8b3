/// All problems of an input, in the order of their places, each once.
public struct Diagnostics: Equatable, Sendable {
    /// The most problems that are kept; a file with more is wrong as a whole.
    public static let limit = 200

    /// The problems, sorted by place.
    public private(set) var all: [Diagnostic]

    /// Sorts the problems by place and drops repeated ones.
    public init(_ diagnostics: [Diagnostic]) {
        let sorted = diagnostics.enumerated().sorted { left, right in
            if left.element.location != right.element.location {
                return left.element.location < right.element.location
            }
            return left.offset < right.offset
        }
        all = []
        for (_, diagnostic) in sorted where !all.contains(diagnostic) {
            guard all.count < Self.limit else { break }
            all.append(diagnostic)
        }
    }

    /// Whether there is none.
    public var isEmpty: Bool { all.isEmpty }

    /// How many there are.
    public var count: Int { all.count }
}

extension Diagnostics: CustomStringConvertible {
    /// Every problem with its line of the input, then how many there are.
    public var description: String {
        let listed = all.map(\.description).joined(separator: "\n")
        return "\(listed)\n\(all.count == 1 ? "1 problem" : "\(all.count) problems")\n"
    }
}
