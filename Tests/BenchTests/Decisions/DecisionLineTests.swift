import Testing

@testable import bench

struct DecisionLineTests {
    private static let lines: [(text: String, line: DecisionLine)] = [
        ("c 0 42 ", .run(index: 0, seed: 42, title: "")),
        (
            "c 3 18446744073709551615 cluster.servers.count = 3",
            .run(index: 3, seed: .max, title: "cluster.servers.count = 3")
        ),
        (
            #"s 0 ffffffffffffffff network/link a->b \\ \n"#,
            .stream(number: 0, identity: .max, label: "network/link a->b \\ \n")
        ),
        ("d 17 0", .draw(stream: 17, value: 0)),
        ("d 0 9f3c", .draw(stream: 0, value: 0x9F3C)),
        ("p 3 2", .task(.init(count: 3, place: 2))),
        ("t 2 0", .tie(.init(count: 2, place: 0))),
        (
            "e 100 1000000000 ab 00ff9a0c",
            .event(
                .init(event: 100, instant: 1_000_000_000, digest: 0xAB, checks: [0xFF, 0x9A0C])
            )
        ),
        ("z 0 0 0 ", .end(.init(event: 0, instant: 0, digest: 0))),
    ]

    @Test(arguments: lines.indices)
    func `every line is written and read`(_ place: Int) {
        let (text, line) = Self.lines[place]
        var bytes: [UInt8] = []
        line.write(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text + "\n")
        #expect(DecisionLine(Array(text.utf8)[...]) == line)
    }

    @Test(arguments: [
        "", "x", "d", "d 1", "d 1 ", "d 1 g", "d 1 FF", "d  1 2", "d -1 2", "d 1 2 3", "d 1 2 ",
        "d 1 10000000000000000", "p 3", "p 3 3", "p 0 0", "p a 1", "e 1 2", "e 1 2 3", "e 1 2 3 4",
        "e 1 2 3 000g",
        "e 1 2 3 0000 ", "z 1",
        "s 0 ab", "s 0 xyz a", #"s 0 ab a\x"#, #"s 0 ab a\"#, "c 0", "c 0 1", "c x 1 a", " d 1 2",
    ])
    func `what is no line is refused`(_ text: String) {
        #expect(DecisionLine(Array(text.utf8)[...]) == nil)
    }
}
