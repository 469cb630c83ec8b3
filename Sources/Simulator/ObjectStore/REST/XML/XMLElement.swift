/// An element of XML, as the bodies of S3 have them: with text or with other elements in it, and
/// with no attribute but the namespace.
package struct XMLElement: Equatable {
    /// Its name.
    package let name: String
    /// Its text; empty where it holds elements.
    package var text = ""
    /// The elements in it.
    package var children: [XMLElement] = []
    /// Its attributes, as they are written; those of elements that were read are not kept.
    var attributes = ""

    /// The namespace of all documents of S3.
    static let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

    /// An element with text.
    package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// An element with others in it.
    package init(_ name: String, _ children: [XMLElement] = []) {
        self.name = name
        self.children = children
    }

    /// The document whose outermost element this is.
    ///
    /// - Parameter hasNamespace: Whether that names the namespace; errors do not.
    func document(hasNamespace: Bool = true) -> [UInt8] {
        var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        write(to: &bytes, namespace: hasNamespace ? " xmlns=\"\(Self.namespace)\"" : "")
        return bytes
    }

    private func write(to bytes: inout [UInt8], namespace: String = "") {
        bytes += "<\(name)\(namespace)\(attributes)".utf8
        if text.isEmpty, children.isEmpty {
            bytes += "/>".utf8
            return
        }
        bytes.append(UInt8(ascii: ">"))
        for byte in text.utf8 { Self.write(byte, to: &bytes) }
        for child in children { child.write(to: &bytes) }
        bytes += "</\(name)>".utf8
    }

    /// What would be read as something else is written as a reference, as is a control character.
    ///
    /// Source: XML 1.0, sections 2.2, 2.4 and 2.11.
    private static func write(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: ">"): bytes += "&gt;".utf8
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        case UInt8(ascii: "\""): bytes += "&quot;".utf8
        case 0x09, 0x0A: bytes.append(byte)
        case 0..<0x20: bytes += "&#x\(String(byte, radix: 16, uppercase: true));".utf8
        default: bytes.append(byte)
        }
    }
}

extension XMLElement {
    /// Its children called `name`.
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Its only child called `name`; nil where there is none.
    ///
    /// - Throws: ``ObjectStoreError/malformedXML`` where there are several.
    func child(_ name: String) throws(ObjectStoreError) -> XMLElement? {
        let all = all(name)
        guard all.count <= 1 else { throw .malformedXML }
        return all.first
    }

    /// The text of its only child called `name`; nil where there is none.
    ///
    /// - Throws: ``ObjectStoreError/malformedXML`` where there are several, or it has no text.
    func text(of name: String) throws(ObjectStoreError) -> String? {
        guard let child = try child(name) else { return nil }
        guard child.children.isEmpty else { throw .malformedXML }
        return child.text
    }

    /// The text of its child called `name`, which must be there.
    func required(_ name: String) throws(ObjectStoreError) -> String {
        guard let text = try text(of: name) else { throw .malformedXML }
        return text
    }

    /// The number that the text of its only child called `name` spells.
    func integer(of name: String) throws(ObjectStoreError) -> Int? {
        guard let text = try text(of: name) else { return nil }
        guard let number = Int(text) else { throw .malformedXML }
        return number
    }

    /// - Throws: ``ObjectStoreError/malformedXML`` where a child has none of these names.
    func allow(_ names: [String]) throws(ObjectStoreError) {
        guard text.isEmpty, children.allSatisfy({ names.contains($0.name) }) else {
            throw .malformedXML
        }
    }
}
