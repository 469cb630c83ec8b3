import Testing

@testable import Scenarios

/// Lists inside each other, so many levels deep.
private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

/// Nine lists, each nine times the one before: 9^9 values in few bytes.
private let bomb: String = {
    var lines = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    for (name, inner) in zip("bcdefghi", "abcdefgh") {
        let mark = name == "f" ? "§" : ""
        let items = (0..<9).map { "\(mark.isEmpty || $0 != 0 ? "" : mark)*\(inner)" }
        lines.append("\(name): &\(name) [\(items.joined(separator: ", "))]")
    }
    return lines.joined(separator: "\n")
}()

private let badYAML: [BadInput] = [
    .init("an empty file", whole: "§", "the file is empty", "version: 1"),
    .init("only comments", whole: "§# nothing\n\n# at all\n", "the file is empty"),
    .init("a list at the top", whole: "§- version: 1\n", "found a list", "version, name, title"),
    .init("a value at the top", whole: "§hello\n", "found \"hello\""),
    .init("a duplicate key", "title: a\n§title: b", "'title' stands twice", "first at line 4"),
    .init(
        "a duplicate key in a flow mapping",
        "cluster: {servers: {count: 2, §count: 3}}",
        "'count' stands twice"
    ),
    .init(
        "a duplicate key deep inside",
        "cluster:\n  servers:\n    count: 2\n    first: 1\n    §count: 3",
        "'count' stands twice",
        "first at line 6"
    ),
    .init("a quoted duplicate key", "title: a\n§\"title\": b", "'title' stands twice"),
    .init("two documents", "title: a\n§---\nversion: 1", "a second document"),
    .init("a tag", "title: §!!str a", "tags", "tag:yaml.org,2002:str"),
    .init("a custom tag", "title: §!secret a", "tags such as '!secret'"),
    .init("a merge key", "network: &n {loss: 0}\ncluster: {§<<: *n}", "merge keys"),
    .init("an unknown alias", "network: {loss: §*los}", "the alias '*los' has no anchor"),
    .init("an alias of itself", "network: &n {loss: §*n}", "contains itself"),
    .init("a key that is a list", "§[a, b]: 1", "a key must be plain text"),
    .init("a key that is a mapping", "? §{a: 1}\n: 2", "a key must be plain text"),
    .init("a key that is an alias", "network: {loss: &l 0}\n§*l : 2", "a key must be plain text"),
    .init("an alias bomb", bomb, "too many values", "at most 100,000"),
    .init(
        "nesting that is too deep",
        "faults: " + String(repeating: "[", count: 63) + "§" + nested(40)
            + String(repeating: "]", count: 63),
        "nested too deep",
        "at most 64"
    ),
    .init(
        "nesting that is deeper than the parser goes",
        "faults: [§" + nested(5_000) + "]",
        "nested too deep",
        "at most 64"
    ),
    .init("an unclosed list", whole: "version: 1\nfaults: [\n§", "not valid YAML"),
    .init("an unclosed quote", "title: §\"abc\n", "not valid YAML", "quoted scalar"),
    .init(
        "a tab as indentation",
        "cluster:\n§\tservers: {count: 3}",
        "not valid YAML",
        "not with tabs"
    ),
    .init("two colons", "title: a§: b", "not valid YAML"),
    .init("a stray bracket", "faults: §]", "not valid YAML"),
    .init("a bad escape", "title: \"§\\q\"", "not valid YAML"),
    .init("a control character", "title: a§\u{1}b", "control character U+0001"),
    .init("a deletion character", "title: a§\u{7F}b", "control character U+007F"),
]

struct BadYAMLTests {
    @Test(arguments: badYAML)
    func `what is no plain YAML is reported where it stands`(input: BadInput) {
        input.check()
    }

    @Test
    func `nesting of thousands of levels is refused`() {
        for depth in [64, 65, 999, 1_001, 100_000] {
            let found = problems(of: Array("version: 1\nfaults: \(nested(depth))\n".utf8))
            #expect(!found.isEmpty)
            let wrapped = problems(of: Array(String(repeating: "{a: ", count: depth).utf8))
            #expect(!wrapped.isEmpty)
        }
    }

    @Test
    func `a binary file is said to be one`() {
        let bytes: [UInt8] = Array("version: 1\nname: ".utf8) + [0, 1, 2, 255]
        let problem = problems(of: bytes).first
        #expect(problem?.message.contains("binary: a NUL byte") == true)
        #expect(problem?.location.line == 2)
        #expect(problem?.location.column == 7)
    }

    @Test
    func `bytes that are no UTF-8 are placed`() {
        let bytes = Array("version: 1\ntitle: é".utf8) + [0xC3, 0x28] + Array("\n".utf8)
        let problem = problems(of: bytes).first
        #expect(problem?.message.contains("not valid UTF-8") == true)
        #expect(problem?.location.line == 2)
        #expect(problem?.location.column == 9)
    }

    @Test
    func `files of sixteen-bit text are said to be such`() {
        let text = "version: 1\nname: x\nseed: 1\n"
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
            let found = problems(of: bytes)
            #expect(found.count == 1)
            #expect(found.first?.message.contains("UTF-16") == true)
            #expect(found.first?.location.line == 1)
        }
    }

    @Test
    func `a byte order mark of UTF-8 does no harm`() {
        let text = "version: 1\nname: x\nseed: 1\n"
        #expect(problems(of: [0xEF, 0xBB, 0xBF] + Array(text.utf8)).isEmpty)
        let crlf = text.replacing("\n", with: "\r\n")
        #expect(problems(of: Array(crlf.utf8)).isEmpty)
    }

    @Test
    func `a file of more than a mebibyte is refused`() {
        let head = Array("version: 1\nname: x\nseed: 1\n#".utf8)
        let padding = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) - head.count)
        #expect(problems(of: head + padding).isEmpty)
        let found = problems(of: head + padding + [UInt8(ascii: "x")])
        #expect(
            found.first?.message.contains("too large; expected at most 1,048,576 bytes") == true
        )
    }

    @Test
    func `all problems are reported at once and in order`() {
        let text = """
            version: 2
            name: Bad Name
            seed: -1
            titel: a
            cluster: {servers: {count: three, count: 4}}
            """
        let found = problems(of: Array(text.utf8))
        #expect(found.map(\.location.line) == [1, 2, 3, 4, 5, 5])
        #expect(found.map(\.location.column) == [10, 7, 7, 1, 28, 35])
        #expect(found == found.sorted { $0.location < $1.location })
    }
}
