import Testing

@testable import Simulator

struct CapturedTextTests {
    @Test(arguments: [
        ("", []), ("plain $ {a} $a", []), ("${a}", ["a"]),
        ("x${a}y${b-2}z${a}", ["a", "b-2", "a"]),
        ("${a", []), ("${}", [""]), ("$${a}", ["a"]),
    ])
    func `names are found`(text: String, names: [String]) {
        #expect(CapturedText.names(in: text) == names)
    }

    @Test
    func `values stand in the place of names`() throws {
        let values = ["a": "1 2", "b": "${a}"]
        #expect(try CapturedText.filled("x${a}y${b}", values) == "x1 2y${a}")
        #expect(try CapturedText.filled("none", values) == "none")
        let encoded = try CapturedText.filled("/${a}", values, encode: PercentEncoding.encoded)
        #expect(encoded == "/1%202")
        #expect(throws: CapturedText.MissingValue(name: "c")) {
            try CapturedText.filled("${a}${c}", values)
        }
    }

    @Test
    func `a value is a header or an element`() {
        let body = XMLElement("A", [XMLElement("B", "1"), XMLElement("B", "2")]).document()
        let response = HTTPResponse(status: 200, body: body, fields: [HTTPField("ETag", "x")])
        func value(_ source: CallCapture.Source) -> String? {
            CallCapture("name", from: source).value(in: response)
        }
        #expect(value(.header("etag")) == "x")
        #expect(value(.header("ETag")) == "x")
        #expect(value(.header("other")) == nil)
        #expect(value(.element(["A", "B"])) == "1")
        #expect(value(.element(["A", "C"])) == nil)
        #expect(value(.element(["B"])) == nil)
        #expect(value(.element(["A", "B", "C"])) == nil)
    }
}
