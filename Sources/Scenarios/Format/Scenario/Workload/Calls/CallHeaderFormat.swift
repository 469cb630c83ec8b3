import Simulator

/// A header of a call or of its answer.
public struct CallHeader: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value; nil for a header that must not be there.
    public var value: String?

    /// A header.
    public init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }
}

extension ValueFormat where Value == [CallHeader] {
    /// Headers of a request.
    static var headers: ValueFormat { table("a mapping from headers to values", mayLack: false) }

    /// Headers of an answer, with nothing for those that it must not have.
    static var expectedHeaders: ValueFormat {
        table("a mapping from headers to values, or to nothing", mayLack: true)
    }

    private static func table(_ name: String, mayLack: Bool) -> ValueFormat {
        let line = ValueFormat<String>.headerValue
        return ValueFormat(
            shape: .table(name, fields: [], values: mayLack ? .anything(name) : line.shape),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: name)
                    return nil
                }
                var headers: [CallHeader] = []
                for entry in entries {
                    if let problem = problem(of: entry.key, after: headers) {
                        reading.report(problem, at: entry.keyLocation, expected: "a header once")
                    }
                    if mayLack, entry.value.isMissing {
                        headers.append(CallHeader(entry.key, nil))
                    } else if let value = line.read(entry.value, &reading) {
                        headers.append(CallHeader(entry.key, value))
                    }
                }
                return headers
            },
            write: { headers in
                .mapping(headers.map { ($0.name, .scalar($0.value ?? "null")) })
            }
        )
    }

    /// What is wrong with a name. Source: RFC 9110, 5.6.2, `token`.
    private static func problem(of name: String, after headers: [CallHeader]) -> String? {
        let isToken = name.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }
        if name.isEmpty || !isToken { return "\"\(Shortened.text(name))\" is no header" }
        let isRepeated = headers.contains { $0.name.lowercased() == name.lowercased() }
        return isRepeated ? "the header '\(Shortened.text(name))' stands twice" : nil
    }
}

extension ValueFormat where Value == [CallCapture] {
    /// Parts of an answer, by names.
    static var captures: ValueFormat {
        let name = "a mapping from names to parts of the answer"
        let source = ValueFormat<CallCapture.Source>.captureSource
        return ValueFormat(
            shape: .table(name, fields: [], values: source.shape),
            read: { node, reading in
                guard let entries = node.entries else {
                    reading.reportKind(node, wanted: name)
                    return nil
                }
                return entries.compactMap { entry in
                    if (try? NameText.slug(entry.key)) == nil {
                        reading.report(
                            "\"\(Shortened.text(entry.key))\" is no name",
                            at: entry.keyLocation,
                            expected: ValueFormat<String>.slug.shape.wanted
                        )
                    }
                    return source.read(entry.value, &reading).map {
                        CallCapture(entry.key, from: $0)
                    }
                }
            },
            write: { captures in .mapping(captures.map { ($0.name, source.write($0.source)) }) }
        )
    }
}

extension ValueFormat where Value == CallCapture.Source {
    /// Where a value stands in an answer.
    fileprivate static var captureSource: ValueFormat {
        .union(
            "capture",
            "a part of an answer",
            [
                .of("header", "The value of a header.", .line) {
                    .header($0)
                } unwrap: {
                    if case .header(let name) = $0 { name } else { nil }
                },
                .of("xml", "The text of an element, by the names from the outermost on.", .line) {
                    .element($0.split(separator: "/").map(String.init))
                } unwrap: {
                    if case .element(let path) = $0 { path.joined(separator: "/") } else { nil }
                },
            ]
        )
    }
}
