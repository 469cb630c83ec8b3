import Testing

@testable import Scenarios

struct CSVTests {
    /// The cases of RFC 4180, section 2.
    @Test(arguments: [
        (["aaa", "bbb", "ccc"], "aaa,bbb,ccc\r\n"),
        (["aaa", "b\r\nbb", "ccc"], "aaa,\"b\r\nbb\",ccc\r\n"),
        (["aaa", "b\"bb", "ccc"], "aaa,\"b\"\"bb\",ccc\r\n"),
        (["a,b", "", " c "], "\"a,b\",, c \r\n"),
        (["\n", "\r", "\""], "\"\n\",\"\r\",\"\"\"\"\r\n"),
        (["", ""], ",\r\n"), (["ä", "名"], "ä,名\r\n"),
    ])
    func `fields are quoted where they must be`(fields: [String], wanted: String) {
        #expect(CSVText.written([fields]) == wanted)
    }

    @Test
    func `a distribution has a row for each server`() throws {
        let text = CSVReport(table: .distribution).render(try ResultFixture.result(""))
        #expect(
            text == """
                scenario,cell,server,count,share,expected-share\r
                three,0,Server 1,8439,0.8439,0.84375\r
                three,0,Server 2,484,0.0484,0.046875\r
                three,0,Server 3,1077,0.1077,0.109375\r

                """
        )
    }

    @Test
    func `figures have their labels, units and parameters in columns`() throws {
        let matrix = """
            matrix:
              cells: [{label: "a, b", cluster.servers.concurrency: 2}]
              cluster.servers.count: [3]

            """
        let text = CSVReport().render(try ResultFixture.result(matrix))
        let lines = text.components(separatedBy: "\r\n")
        #expect(
            lines[0]
                == "scenario,cell,label,cluster.servers.concurrency,cluster.servers.count,"
                + "metric,statistic,server,status,value,unit"
        )
        let start = "three,0,\"a, b\",2,3,"
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix(start) })
        #expect(lines.contains(start + "requests.completed,,,,10000,count"))
        #expect(lines.contains(start + "requests.completed,,Server 2,,484,count"))
        #expect(lines.contains(start + "requests.completed,,,200,10000,count"))
        #expect(lines.contains(start + "load,jain,,,0.459067861422,number"))
        #expect(lines.contains(start + "latency,p99,,,,ns"))
        #expect(lines.contains(start + "run.duration,,,,84391000000,ns"))
        #expect(lines.contains(start + "expected-share,,Server 3,,0.109375,ratio"))
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
