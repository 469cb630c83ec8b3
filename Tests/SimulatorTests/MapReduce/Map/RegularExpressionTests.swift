import Testing

@testable import Simulator

/// Regular expressions over bytes.
struct RegularExpressionTests {
    private func keys(_ expression: String, _ text: some Sequence<UInt8>) throws -> [String] {
        let pattern = ExpressionPattern(try RegularExpression(expression))
        return MapFunctionBed(PatternExtraction(pattern), text).keys
    }

    @Test(arguments: [
        ("[0-9]+", "a1b22c333", ["1", "22", "333"]),
        ("user ([a-z]+) from", "Invalid user test from x; user admin from y", ["test", "admin"]),
        ("a*", "baac", ["aa"]),
        ("(a)|b", "abab", ["a", "a"]),
        ("x(y*)z", "xz xyyz", ["yy"]),
        ("(?i)error", "Error ERROR", ["Error", "ERROR"]),
        ("^.", "ab\ncd", ["a", "c"]),
        ("$", "ab", []), ("", "ab", []), ("q", "", []),
        ("(?:([a-z]+)@([a-z]+))", "me@here you@there", ["me", "you"]),
    ])
    func `groups and matches`(expression: String, text: String, expected: [String]) throws {
        #expect(try keys(expression, text.utf8) == expected)
    }

    @Test func `bytes of no encoding can be searched`() throws {
        let pattern = ExpressionPattern(try RegularExpression(#"\x00(.+)\xff"#))
        var found: [[UInt8]] = []
        ([0xFE, 0x00, 0xE9, 0x80, 0xFF, 0x41] as [UInt8]).withUnsafeBytes { bytes in
            pattern.forEachMatch(in: ByteView(bytes)) { found.append(Array($0)) }
        }
        #expect(found == [[0xE9, 0x80]])
        #expect(try keys("caf\u{E9}", "un caf\u{E9}".utf8) == ["caf\u{E9}"])
    }

    /// Messages of RE2; the offset is where the part that it names stands first.
    @Test(arguments: [
        ("a(b", "missing ): a(b", 0), ("ab)", "unexpected ): ab)", 0),
        ("ab[z-a]", "invalid character class range: z-a", 3),
        ("a**", "bad repetition operator: **", 1),
        ("abc[", "missing ]: [", 3), (#"ab\"#, #"trailing \"#, 3),
        (#"x\y"#, #"invalid escape sequence: \y"#, 1),
        ("*a", "no argument for repetition operator: *", 0),
        ("(a){1001}", "invalid repetition size: {1001}", 3),
        (#"(a)\1"#, #"invalid escape sequence: \1"#, 3),
    ])
    func `a bad expression says what is wrong and where`(
        expression: String,
        reason: String,
        offset: Int
    ) {
        do throws(ExpressionError) {
            _ = try RegularExpression(expression)
            Issue.record("'\(expression)' was taken")
        } catch {
            #expect(error == ExpressionError(reason: reason, offset: offset))
        }
    }

    @Test func `grep gives whole lines`() throws {
        let grep = Grep(try RegularExpression("b+$"))
        let bed = MapFunctionBed(grep, "abb\r\nbc\n\nb\nab".utf8)
        #expect(bed.keys == ["abb", "b", "ab"])
        #expect(bed.counters.records == 5)
    }

    /// Expressions that take backtracking matchers exponential time, and others time and memory
    /// that grow with powers of the text or of the numbers in braces.
    @Test(arguments: [
        ("(a*)*b", 0), ("(a+)+$", 1), ("(a|aa)+b", 0), ("(a|a?)+b", 0),
        ("(.*)(.*)(.*)(.*)(.*)b", 0), ("(?:a?){500}a{500}b", 0), ("^(?:a?){500}a{500}$", 0),
        ("(?:a?){500}a{500}", 5), ("[ab]*a[ab]{18}b", 0),
    ])
    func `time is linear`(expression: String, count: Int) throws {
        let text = String(repeating: "a", count: 5_000)
        #expect(try keys(expression, text.utf8).count == count)
    }

    @Test(arguments: [
        ("(?:(?:a{100}){100}){100}", "invalid repetition size: {100}"),
        ("(?:(?:(?:a?){10}){10}){11}", "invalid repetition size: {11}"),
        (
            "(?:\(String(repeating: "ab", count: 450))){1000}",
            "pattern too large - compile failed"
        ),
        (
            "(?:\(String(repeating: "a?", count: 150))){1000}b",
            "pattern too large - it takes 300005 instructions, 10000 are allowed"
        ),
    ])
    func `an expression that would take too much is refused`(expression: String, reason: String) {
        do throws(ExpressionError) {
            _ = try RegularExpression(expression)
            Issue.record("'\(expression)' was taken")
        } catch {
            #expect(error.reason == reason)
        }
    }

    @Test func `the inverted index names inputs`() {
        let bed = MapFunctionBed(InvertedIndex(), "to be\nor not".utf8, source: "hamlet.txt")
        let expected = ["to", "be", "or", "not"].map { "\($0)=hamlet.txt" }
        #expect(bed.pairs == expected)
        #expect(bed.counters.records == 2)
        let slow = MapFunctionBed(
            InvertedIndex(),
            "to be\nor not".utf8,
            source: "x",
            byRecord: true
        )
        #expect(slow.keys == bed.keys)
    }
}
