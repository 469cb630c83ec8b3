import Simulator
import Testing

struct PlacementKeyTests {
    @Test(arguments: [0, 7, 10, 132_574, 9_999_999_999, UInt64.max])
    func `an identifier's bytes are its decimal digits`(identifier: UInt64) {
        let key = PlacementKey(identifier)
        #expect(key.withBytes { Array($0) } == Array(String(identifier).utf8))
        #expect(key == PlacementKey(String(identifier)))
        #expect(key.identifier == identifier && key.number == identifier)
    }

    @Test(arguments: ["", "007", "-1", "12a", "18446744073709551616", "99999999999999999999", "/a"])
    func `a text that is no canonical number stays a text`(text: String) {
        let key = PlacementKey(text)
        #expect(key.identifier == nil)
        #expect(key.description == text)
        #expect(key.number == FNV1a64().hash(text))
    }

    @Test
    func `hashing a key is hashing its text`() {
        for text in ["132574", "/home", ""] {
            #expect(MD5Hash().hash(PlacementKey(text)) == MD5Hash().hash(text))
        }
    }
}
