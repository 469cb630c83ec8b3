import Testing

@testable import Simulator

/// Logs as the original has them, `test/2P2C` and `test/5P3C` at fe0c8e7.
struct ProducerLogTests {
    private static func selectors(_ texts: String...) throws -> [ShardSelector] {
        try texts.map { try #require(ShardSelector($0)) }
    }

    @Test
    func `The samples of the original are read`() throws {
        let named = try ProducerLog(
            LogSamples.producers[0],
            for: Self.selectors("T1:P1", "T2:P1", "T1:P2", "T2:P2")
        )
        #expect(named.lines.map(\.message) == ["MSG1", "MSG2", "MSG3", "MSG4", "MSG5"])
        let any = try ProducerLog(LogSamples.producers[1], for: Self.selectors("T1:*", "T2:*"))
        #expect(any.lines.map(\.part) == ["*", "*", "*", "*", "*"])
        // A named shard fits one that takes all of them.
        let line = "21:52:23\tINFO\t\tP2\t\tT3\n"
        #expect(try ProducerLog(line, for: Self.selectors("T3:*")).count == 1)
        #expect(try ProducerLog("", for: Self.selectors("T3:*")).count == 0)
    }

    @Test(arguments: [
        ("T1:*", "T1:P1"), ("T2:P1", "T2:P1"), ("T1:P2", "T1:P2"),
    ])
    func `A line that does not follow the topics is refused`(first: String, second: String) throws {
        let lines = "0:00\ta\tP1\tT1\n0:01\tb\tP2\tT1\n"
        let problem = #expect(throws: ProducerLog.Problem.self) {
            try ProducerLog(lines, for: Self.selectors(first, second))
        }
        let words = try #require(problem?.description)
        #expect(words.contains("log file:incompitable, make sure msg for topics are in order"))
        #expect(problem?.line == (first == "T1:*" ? 2 : 1))
    }

    @Test(arguments: ["0:00 a P1", "0:00 a P1 T1 b", " ", "\n0:00 a P1 T1"])
    func `A line has four fields`(text: String) throws {
        let problem = #expect(throws: ProducerLog.Problem.self) {
            try ProducerLog(text, for: Self.selectors("T1:P1"))
        }
        #expect(problem?.line == 1)
        #expect(problem?.reason.contains("expected time, message, shard and topic") == true)
    }

    @Test
    func `Shards are named as the programs of the original take them`() {
        #expect(ShardSelector("T1:P1") == ShardSelector("T1", "P1"))
        #expect(ShardSelector("T1:*") == ShardSelector("T1", nil))
        for text in ["T1", "T1:", ":P1", "T1:P1:2", "T 1:P1", ""] {
            #expect(ShardSelector(text) == nil, "\(text)")
        }
    }
}

/// The logs of `test/2P2C`, as they are and as consumers of the original wrote them.
enum LogSamples {
    static let producers = [
        """
        21:52:23\tMSG1\t\tP1\t\tT1
        21:52:23\tMSG2\t\tP1\t\tT2
        21:52:23\tMSG3\t\tP2\t\tT1
        21:52:23\tMSG4\t\tP2\t\tT2
        21:52:23\tMSG5\t\tP1\t\tT1
        """,
        """
        21:52:23\tMSG6\t\t*\t\tT1
        21:52:23\tMSG7\t\t*\t\tT2
        21:52:23\tMSG8\t\t*\t\tT1
        21:52:23\tMSG9\t\t*\t\tT2
        21:52:23\tMSG10\t\t*\t\tT1
        """,
    ]

    /// What a consumer of T1:P1, T2:P1, T1:P2 and T2:P2 wrote.
    static let consumer = """
        T1:P1     MSG6
        T2:P1     MSG7
        T1:P2     MSG3
        T2:P2     MSG4
        T1:P1     MSG1
        T2:P1     MSG2
        T1:P2     MSG8
        T2:P2     MSG9
        T1:P1     MSG10
        T1:P1     MSG5
        """
}
