import Foundation
import Testing

@testable import Simulator

/// Fields of JSON lines, beside Foundation's reader.
struct JSONScannerTests {
    private func texts(_ line: String, key: String = "k", value: String) -> [String] {
        MapFunctionBed(FieldExtraction<ByteView>(key: key, value: value), line.utf8).pairs
    }

    @Test(arguments: [
        (#"{"k":"a","v":"b"}"#, "v", "a=b"),
        (#" { "v" : 1.50e3 , "k" : true } "#, "v", "true=1.50e3"),
        (#"{"k":1,"o":{"p":{"v":"deep"}}}"#, "o.p.v", "1=deep"),
        (#"{"k":1,"o.p":{"v":"mixed"}}"#, "o.p.v", "1=mixed"),
        (#"{"k":1,"o.p.v":"flat"}"#, "o.p.v", "1=flat"),
        (#"{"k":1,"v":"first","v":"last"}"#, "v", "1=last"),
        (
            #"{"k":"\"\\\/\b\f\n\r\t","v":"\u0041\u00e9\u20AC\ud83d\ude00"}"#, "v",
            "\"\\/\u{08}\u{0C}\n\r\t=A\u{E9}\u{20AC}\u{1F600}"
        ),
        (#"{"k":"\ud83dx","v":"\ude00"}"#, "v", "\u{FFFD}x=\u{FFFD}"),
        (#"{"\u006b":"escaped name","v":[1,{"v":2},[]],"o":{"v":3}}"#, "o.v", "escaped name=3"),
        (#"{"k":"é","v":""}"#, "v", "é="),
    ])
    func `fields are found`(line: String, value: String, expected: String) {
        #expect(texts(line, value: value) == [expected])
    }

    @Test(arguments: [
        ("", "bad JSON at byte 0: expected an object"),
        ("[1]", "bad JSON at byte 0: expected an object"),
        (#"{"k":1"#, "bad JSON at byte 6: expected a comma or '}'"),
        (#"{"k":1,}"#, "bad JSON at byte 7: expected a name in quotes"),
        (#"{"k":01}"#, "bad JSON at byte 6: expected a comma or '}'"),
        (#"{"k":.5}"#, "bad JSON at byte 5: expected a value"),
        (#"{"k":tru}"#, "bad JSON at byte 5: expected a value"),
        (#"{"k" 1}"#, "bad JSON at byte 5: expected a colon"),
        (#"{"k":1}x"#, "bad JSON at byte 7: expected the end"),
        (#"{"k":"\x"}"#, "bad JSON at byte 7: expected an escape"),
        (#"{"k":"\u12g4"}"#, "bad JSON at byte 10: expected four hexadecimal digits"),
        ("{\"k\":\"\t\"}", "bad JSON at byte 6: expected no control character in a string"),
        (#"{"k":"a}"#, "bad JSON at byte 8: expected a quote"),
        (#"{"k":1}"#, "no field 'v'"), (#"{"v":1}"#, "no field 'k'"),
        (#"{"k":null,"v":1}"#, "no field 'k'"),
        (#"{"k":[1],"v":1}"#, "the field 'k' is an object or an array"),
        (#"{"k":1,"v":"a"}"#, "the field 'v' is no number below 10¹⁸"),
        (#"{"k":1,"v":1e18}"#, "the field 'v' is no number below 10¹⁸"),
        (String(repeating: #"{"k":"#, count: 300), "bad JSON at byte 1280: expected less nesting"),
    ])
    func `a record that does not fit is bad`(line: String, reason: String) {
        let map = FieldExtraction<FixedDecimal>(key: "k", value: "v")
        let bed = MapFunctionBed(map, (line + "\n").utf8)
        #expect(bed.pairs == [])
        #expect(bed.counters.firstBadRecord?.reason == reason)
    }

    @Test func `numbers are exact`() {
        let map = FieldExtraction<FixedDecimal>(key: "k", value: "v")
        let lines = #"{"k":"a","v":0.1}"# + "\n" + #"{"k":"b","v":"-2.5e-1"}"#
        #expect(MapFunctionBed(map, lines.utf8).pairs == ["a=0.1", "b=-0.25"])
        let ones = FieldExtraction<Int>(key: "k")
        #expect(MapFunctionBed(ones, lines.utf8).pairs == ["a=1", "b=1"])
    }

    /// A random value as JSON text.
    private func value(_ random: inout Xoshiro256, depth: Int) -> String {
        let blank = ["", " ", "\t"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
        case 0: return "null"
        case 1: return "true"
        case 2: return "\(Int.random(in: -999...999, using: &random))"
        case 3: return "\(Int.random(in: 0...99, using: &random)).5\(blank)"
        case 4:
            let pieces = ["a", "b", "\\n", "\\u00e9", "é", "\\\"", "{", "]", "\\u20ac"]
            return "\""
                + (0..<3).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "\""
        case 5:
            let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                value(&random, depth: depth + 1)
            }
            return "[\(blank)" + values.joined(separator: "\(blank),") + "]"
        default:
            let fields = (0..<Int.random(in: 0...4, using: &random)).map { number in
                "\"f\(number)\"\(blank):" + value(&random, depth: depth + 1)
            }
            return "{" + fields.joined(separator: ",\(blank)") + "\(blank)}"
        }
    }

    private func accepts(_ line: String) -> Bool {
        let bed = MapFunctionBed(FieldExtraction<Int>(key: "absent"), (line + "\n").utf8)
        return bed.counters.firstBadRecord?.reason == "no field 'absent'"
    }

    /// Foundation takes a comma before the end of an object, which RFC 8259 does not, and refuses
    /// half a surrogate pair, which it does not: texts with either are left out.
    @Test(arguments: 0..<150 as Range<UInt64>)
    func `what is JSON is decided as Foundation does`(seed: UInt64) throws {
        var random = Xoshiro256(seed: seed)
        let line = "{\"f\": " + value(&random, depth: 0) + "}"
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        #expect(accepts(line))
        let damage = Array(#"{}[]",:\0-.e tu"#.utf8)
        for _ in 0..<20 {
            var bytes = Array(line.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &random)
            if Bool.random(using: &random) {
                bytes.remove(at: place)
            } else {
                bytes[place] = damage.randomElement(using: &random) ?? 0
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let compact = text.filter { !" \t".contains($0) }
            guard text.utf8.count == bytes.count, !compact.contains(",}") else { continue }
            let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect(accepts(text) == (object != nil), "\(text)")
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `strings are what Foundation reads`(seed: UInt64) throws {
        var random = Xoshiro256(seed: seed)
        let pieces = ["x", "\\t", "\\u0000", "\\u20ac", "€", "\\/", "\\\\", "\\ud834\\udd1e", "="]
        let raw = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let line = #"{"o": {"k": ""# + raw + #""}}"#
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let expected = (object?["o"] as? [String: String])?["k"]
        let bed = MapFunctionBed(FieldExtraction<Int>(key: "o.k"), line.utf8)
        #expect(bed.pairs == [(expected ?? "") + "=1"])
    }
}
