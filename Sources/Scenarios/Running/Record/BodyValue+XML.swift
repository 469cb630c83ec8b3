import Simulator

extension BodyValue {
    /// Whether a document says all that this does, which names its outermost element first.
    ///
    /// Under a name stands the text of the only element of this name, or what that must contain; a
    /// list for several of one name, all of them in their order; nothing where there must be none.
    func isContained(in document: XMLElement) -> Bool {
        XMLElement("", [document]).contains(self)
    }

    /// The text that a value stands for in a document; nil for what is no text.
    fileprivate var xmlText: String? {
        switch self {
        case .boolean(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): value.description
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// Every text in it.
    var allTexts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.allTexts)
        case .object(let members): members.flatMap(\.value.allTexts)
        case .null, .boolean, .integer, .number: []
        }
    }

    /// The value with what was captured in the place of names.
    func filled(_ values: [String: String]) throws(CapturedText.MissingValue) -> BodyValue {
        switch self {
        case .null, .boolean, .integer, .number: return self
        case .string(let text): return .string(try CapturedText.filled(text, values))
        case .array(let items):
            var filled: [BodyValue] = []
            for item in items { filled.append(try item.filled(values)) }
            return .array(filled)
        case .object(let members):
            var filled: [Member] = []
            for member in members {
                filled.append(Member(member.key, try member.value.filled(values)))
            }
            return .object(filled)
        }
    }
}

extension XMLElement {
    fileprivate func contains(_ value: BodyValue) -> Bool {
        guard case .object(let members) = value else {
            return value.xmlText == text && children.isEmpty
        }
        return members.allSatisfy { member in
            let found = all(member.key)
            switch member.value {
            case .null: return found.isEmpty
            case .array(let items):
                return items.count == found.count
                    && zip(found, items).allSatisfy { $0.contains($1) }
            case .boolean, .integer, .number, .string, .object:
                return found.count == 1 && found[0].contains(member.value)
            }
        }
    }
}
