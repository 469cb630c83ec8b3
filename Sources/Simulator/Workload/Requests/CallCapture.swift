/// A part of an answer that later calls of a script say again.
public struct CallCapture: Hashable, Sendable {
    /// Where a value stands in a response.
    public enum Source: Hashable, Sendable {
        /// In the header of this name.
        case header(String)
        /// In the XML of the body: the names of the elements from the outermost on, each the first
        /// of its name.
        case element([String])
    }

    /// The name under which it is kept.
    public let name: String
    /// Where it stands.
    public let source: Source

    /// What stands at `source`, under a name.
    public init(_ name: String, from source: Source) {
        self.name = name
        self.source = source
    }

    /// The value in a response; nil where it is not there.
    func value(in response: HTTPResponse) -> String? {
        switch source {
        case .header(let name): return response.fields.value(of: name.lowercased())
        case .element(let path):
            guard let root = try? XMLReader.read(response.body), root.name == path.first else {
                return nil
            }
            var element: XMLElement? = root
            for name in path.dropFirst() { element = element?.all(name).first }
            return element?.text
        }
    }
}

/// Text in which `${name}` stands for a value that was captured under the name.
package enum CapturedText {
    private static let beginning = "${"
    private static let end: Character = "}"

    /// The names in a text, in their order.
    package static func names(in text: String) -> [String] {
        parts(of: text).compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The text with the values in the place of the names.
    ///
    /// - Returns: Nothing where a name has no value; the name.
    package static func filled(
        _ text: String,
        _ values: [String: String],
        encode: (String) -> String = { $0 }
    ) throws(MissingValue) -> String {
        var filled = ""
        for part in parts(of: text) {
            switch part {
            case .text(let text): filled += text
            case .name(let name):
                guard let value = values[name] else { throw MissingValue(name: name) }
                filled += encode(value)
            }
        }
        return filled
    }

    /// A name under which nothing was captured.
    package struct MissingValue: Error, Hashable {
        /// The name.
        package let name: String
    }

    private enum Part {
        case text(Substring)
        case name(String)
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstRange(of: beginning) {
            guard let last = rest[start.upperBound...].firstIndex(of: end) else { break }
            parts.append(.text(rest[..<start.lowerBound]))
            parts.append(.name(String(rest[start.upperBound..<last])))
            rest = rest[rest.index(after: last)...]
        }
        parts.append(.text(rest))
        return parts
    }
}

extension HTTPRequest {
    /// The request with values in the place of the names in its path, its headers and its body; in
    /// the path they are encoded.
    func filled(_ values: [String: String]) throws(CapturedText.MissingValue) -> HTTPRequest {
        var request = self
        request.path = try CapturedText.filled(path, values, encode: PercentEncoding.encoded)
        if var details {
            var fields: [HTTPField] = []
            for field in details.headers.others {
                fields.append(HTTPField(field.name, try CapturedText.filled(field.value, values)))
            }
            details.headers.others = fields
            request.details = details
        }
        guard body.contains(UInt8(ascii: "$")) else { return request }
        let text = String(decoding: body, as: UTF8.self)
        if !CapturedText.names(in: text).isEmpty {
            request.body = Array(try CapturedText.filled(text, values).utf8)
        }
        return request
    }
}
