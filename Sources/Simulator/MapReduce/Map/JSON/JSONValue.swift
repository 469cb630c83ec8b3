/// A value as it stands in a JSON text.
enum JSONValue {
    /// A string.
    case string(JSONString)
    /// A number, as it is written.
    case number(ByteView)
    /// `true` or `false`.
    case literal(ByteView)
    /// `null`.
    case null
    /// An object or an array.
    case other
}

/// The way to a field: its name, or names joined by points where it stands in objects of objects.
///
/// A name may have points itself: `a.b` is the field `a.b`, and the field `b` of the object `a`.
struct JSONPath: Hashable, Sendable {
    /// How much of a path has been walked.
    struct Place {
        /// Which path.
        let path: Int
        /// Where in its text the rest begins.
        let offset: Int
    }

    /// The path as text.
    let text: String
    private let bytes: KeptBytes

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8).withUnsafeBytes { KeptBytes(ByteView($0)) }
    }

    /// Whether the path ends with the field called `name`.
    func ends(with name: JSONString, from place: Place) -> Bool {
        bytes.withView { name.equals($0.dropping(place.offset)) }
    }

    /// Where the path goes on in the object called `name`; nothing where it does not.
    func next(after name: JSONString, from place: Place) -> Place? {
        bytes.withView { path in
            for end in place.offset..<path.count where path[end] == UInt8(ascii: ".") {
                if name.equals(path.slice(place.offset..<end)) {
                    return Place(path: place.path, offset: end + 1)
                }
            }
            return nil
        }
    }
}
