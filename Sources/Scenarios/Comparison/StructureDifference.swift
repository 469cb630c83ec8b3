/// Where two values of JSON differ: the values on both sides, and the keys that lead there.
struct StructureDifference: Equatable {
    /// The keys and places, joined with points.
    var path: String
    /// What stands on the one side, if anything.
    var old: JSONValue?
    /// What stands on the other.
    var new: JSONValue?

    /// Every difference between `old` and `new`, in their order.
    ///
    /// Items of lists are compared by their places; where only one side has a container, that is
    /// one difference.
    static func all(
        from old: JSONValue?,
        to new: JSONValue?,
        at path: String
    ) -> [StructureDifference] {
        if old == new { return [] }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            let keys =
                old.map(\.key)
                + new.map(\.key).filter { key in
                    !old.contains { $0.key == key }
                }
            return keys.flatMap { key in
                all(
                    from: old.first { $0.key == key }?.value,
                    to: new.first { $0.key == key }?.value,
                    at: path.isEmpty ? key : "\(path).\(key)"
                )
            }
        case (.array(let old), .array(let new)):
            return (0..<max(old.count, new.count)).flatMap { place in
                all(
                    from: place < old.count ? old[place] : nil,
                    to: place < new.count ? new[place] : nil,
                    at: "\(path).\(place)"
                )
            }
        default:
            return [StructureDifference(path: path, old: old, new: new)]
        }
    }

    /// As a change.
    func change(_ kind: Change.Kind) -> Change {
        Change(kind, path, from: old.map(Self.text), to: new.map(Self.text))
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.inOneLine }
    }
}
