import Foundation
import Testing

@testable import Simulator

/// Small JSON texts beside Foundation's reader.
struct JSONDocumentTests {
    private static let texts: [String] = [
        "", " ", "{}", "[]", "null", "true", "falsee", "[1,2", "{\"a\" 1}",
        "{a:1}", "{\"a\":1 \"b\":2}", "01", "-", "-0", "1.", ".5", "1e", "1e5", "-1.25E-3", "+1",
        "\"a", "\"a\"", "\"\\u00e9\"", "\"\\u00g0\"", "\"\\x\"", "\"\t\"", "\"\\t\"", "[[[]]]",
        "{\"a\":{\"b\":[null,true,false,0,\"\"]}}", "1 2", "\u{feff}1", "[\"\\ud83d\\ude00\"]",
        "{\"a\":1}x", "nul", "\"\\\"\\\\\\/\\b\\f\\n\\r\"", " \n\t{ \"a\" : [ 1 , 2 ] } ",
    ]

    /// A value in one form, in which booleans are numbers, as Foundation has them.
    private func plain(_ document: JSONDocument) -> String {
        switch document {
        case .null: return "null"
        case .boolean(let value): return value ? "1.0" : "0.0"
        case .number(let text): return "\((Double(text) ?? .nan) + 0)"
        case .string(let text): return "'\(text)'"
        case .array(let values): return "[\(values.map(plain).joined(separator: ","))]"
        case .object(let members):
            let pairs = members.map { "'\($0.name)':\(plain($0.value))" }
            return "{\(pairs.sorted().joined(separator: ","))}"
        }
    }

    private func plain(foundation value: Any) -> String {
        switch value {
        case is NSNull: return "null"
        case let text as String: return "'\(text)'"
        case let number as NSNumber: return "\(number.doubleValue)"
        case let values as [Any]:
            return "[\(values.map { plain(foundation: $0) }.joined(separator: ","))]"
        case let members as [String: Any]:
            let pairs = members.map { "'\($0.key)':\(plain(foundation: $0.value))" }
            return "{\(pairs.sorted().joined(separator: ","))}"
        default: return "\(value)"
        }
    }

    private func foundation(_ bytes: [UInt8]) -> String? {
        let value = try? JSONSerialization.jsonObject(
            with: Data(bytes),
            options: .fragmentsAllowed
        )
        return value.map { plain(foundation: $0) }
    }

    @Test(arguments: texts) func `texts are read or refused as Foundation does`(text: String) {
        // Foundation takes a byte order mark away, which RFC 8259 allows.
        guard text.utf8.first != 0xEF else {
            #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
            return
        }
        let bytes = Array(text.utf8)
        let document = try? JSONDocument(bytes)
        #expect(document.map(plain) == foundation(bytes), "\(text)")
    }

    private func random(_ generator: inout Xoshiro256, depth: Int) -> JSONDocument {
        switch generator.next() % (depth > 3 ? 4 : 6) {
        case 0: return generator.next() % 2 == 0 ? .null : .boolean(generator.next() % 2 == 0)
        case 1: return .integer(Int(generator.next() % 1_000_000) - 500_000)
        case 2: return .number("\(Int(generator.next() % 1_000)).\(generator.next() % 1_000)")
        case 3: return .string(text(&generator))
        case 4:
            return .array(
                (0..<(generator.next() % 4)).map { _ in
                    random(&generator, depth: depth + 1)
                }
            )
        default:
            return .object(
                (0..<(generator.next() % 4)).map { number in
                    JSONDocument.Member(
                        name: "\(number)\(text(&generator))",
                        value: random(&generator, depth: depth + 1)
                    )
                }
            )
        }
    }

    private func text(_ generator: inout Xoshiro256) -> String {
        let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\u{1}", "\u{1f}", "é", "😀", "/"]
        return String(
            String.UnicodeScalarView(
                (0..<(generator.next() % 6)).map { _ in
                    scalars[Int(generator.next() % 9)]
                }
            )
        )
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `what is written is read again, by Foundation too`(seed: UInt64) throws {
        var generator = Xoshiro256(seed: seed)
        let document = random(&generator, depth: 0)
        let bytes = document.bytes
        #expect(try JSONDocument(bytes) == document)
        #expect(foundation(bytes) == plain(document))
    }

    /// Foundation is more lenient.
    @Test(arguments: ["[1,]", "{\"a\":1,}"]) func `a comma before the end is refused`(text: String)
    {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test func `deep nesting is refused`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONSyntaxError(offset: 32, expected: "less nesting")) {
            try JSONDocument(Array(text.utf8))
        }
    }
}
