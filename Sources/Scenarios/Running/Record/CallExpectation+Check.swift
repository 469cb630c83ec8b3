import FoundationEssentials
import Simulator

extension CallExpectation {
    /// What is wrong with `result`; nil where it is as expected.
    func check(_ result: Result<HTTPResponse, CallError>?) -> String? {
        switch result {
        case nil: return "no answer before the end of the run"
        case .failure(.refused) where isRefused: return nil
        case .failure(let error): return "\(error)"
        case .success(let response) where isRefused:
            return "status \(response.status), not a refusal"
        case .success(let response): return check(response)
        }
    }

    /// What came back, in words, with the headers that are expected.
    func received(_ result: Result<HTTPResponse, CallError>?) -> String {
        switch result {
        case nil: return "no answer before the end of the run"
        case .failure(let error): return "\(error)"
        case .success(let response):
            let text = String(decoding: response.body, as: UTF8.self)
            let found = (headers ?? []).compactMap { header in
                response.fields.first { $0.name == header.name.lowercased() }?.description
            }
            return (["status \(response.status)"] + found).joined(separator: ", ")
                + (text.isEmpty ? ", no body" : ", body '\(Shortened.text(text, maximum: 160))'")
        }
    }

    private func check(_ response: HTTPResponse) -> String? {
        let text = String(decoding: response.body, as: UTF8.self)
        if response.status != status { return "status \(response.status), not \(status)" }
        if let problem = checkHeaders(of: response) ?? checkDocument(response) { return problem }
        if let body, body != text { return "body '\(Shortened.text(text))'" }
        guard let json else { return nil }
        guard let value = try? JSONDecoder().decode(BodyValue.self, from: Data(response.body))
        else {
            return "body '\(Shortened.text(text))', which is no JSON"
        }
        return json.isContained(in: value) ? nil : "body '\(Shortened.text(text))'"
    }

    private func checkHeaders(of response: HTTPResponse) -> String? {
        for header in headers ?? [] {
            let found = response.fields.value(of: header.name.lowercased())
            if found == header.value { continue }
            return found.map { "header \(header.name): \($0)" } ?? "no header \(header.name)"
        }
        return nil
    }

    private func checkDocument(_ response: HTTPResponse) -> String? {
        if code == nil, xml == nil { return nil }
        let text = String(decoding: response.body, as: UTF8.self)
        guard let document = try? XMLReader.read(response.body) else {
            return "body '\(Shortened.text(text))', which is no XML"
        }
        let expected = code.map {
            BodyValue.object([.init("Error", .object([.init("Code", .string($0))]))])
        }
        for value in [expected, xml].compactMap(\.self) where !value.isContained(in: document) {
            return "body '\(Shortened.text(text))'"
        }
        return nil
    }

    /// What is expected, with what was captured in the place of names.
    ///
    /// A name that nothing was captured under stays as it is, and no answer is the expected one.
    func filled(_ values: [String: String]) -> CallExpectation {
        func filled(_ text: String) -> String { (try? CapturedText.filled(text, values)) ?? text }
        var expectation = self
        expectation.headers = headers?.map { CallHeader($0.name, $0.value.map(filled)) }
        expectation.body = body.map(filled)
        expectation.xml = xml.map { (try? $0.filled(values)) ?? $0 }
        return expectation
    }

    /// The texts in which names may stand.
    var texts: [String] {
        (headers ?? []).compactMap(\.value) + [body].compactMap(\.self) + (xml?.allTexts ?? [])
    }
}

extension CallSpecification {
    /// Method and path.
    var requestText: String { "\(method.rawValue) \(path)" }

    /// The call with what it expects, in words.
    var text: String {
        let expect = expect ?? CallExpectation()
        var parts = ["status \(expect.status)"]
        if let code = expect.code { parts.append("code \(code)") }
        parts += (expect.headers ?? []).map { header in
            header.value.map { "\(header.name): \($0)" } ?? "no \(header.name)"
        }
        if let xml = expect.xml { parts.append("xml \(Shortened.text(xml.json))") }
        if let json = expect.json { parts.append("json \(Shortened.text(json.json))") }
        if let body = expect.body { parts.append("body '\(Shortened.text(body))'") }
        if expect.isRefused { parts = ["no connection"] }
        let place = DurationText.written(at) + (to.map { " to \($0)" } ?? "")
        return "call: \(requestText) at \(place) gives \(parts.joined(separator: ", "))"
    }
}

extension BodyValue: Decodable {
    /// Reads any JSON.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                try container.allKeys.map {
                    Member($0.stringValue, try container.decode(BodyValue.self, forKey: $0))
                }
            )
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [BodyValue] = []
            while !container.isAtEnd { items.append(try container.decode(BodyValue.self)) }
            self = .array(items)
        } else {
            let container = try decoder.singleValueContainer()
            self = Self.scalar(container)
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) -> BodyValue {
        if let value = try? container.decode(Bool.self) { return .boolean(value) }
        if let value = try? container.decode(Int.self) { return .integer(value) }
        if let value = try? container.decode(Double.self) { return .number(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        return .null
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Whether `other` says all that this does: objects may have more keys, all else is equal.
    func isContained(in other: BodyValue) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            members.allSatisfy { member in
                others.contains { $0.key == member.key && member.value.isContained(in: $0.value) }
            }
        case (.array(let items), .array(let others)):
            items.count == others.count && zip(items, others).allSatisfy { $0.isContained(in: $1) }
        case (.integer(let value), .number(let other)): Double(value) == other
        case (.number(let value), .integer(let other)): value == Double(other)
        default: self == other
        }
    }

    /// The value as JSON.
    var json: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.description
        case .string(let text): JSONText.quoted(text)
        case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { JSONText.quoted($0.key) + ":" + $0.value.json }.joined(
                    separator: ","
                ) + "}"
        }
    }
}
