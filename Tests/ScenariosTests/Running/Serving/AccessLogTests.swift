import Testing

@testable import Scenarios

struct AccessLogTests {
    private func files(_ matrix: String) throws -> [ReportSet.File] {
        let text = """
            version: 1
            name: logged
            seed: 1
            start: 2024-02-29T23:59:59.5Z
            cluster:
              servers: {count: 3, service: 2ms}
              proxy: {access-log: 10}
            workload: [{requests: {count: 12, clients: 2, arrival: {constant: 10/s}}}]
            \(matrix)
            """
        let loaded = try ScenarioLoader.load(bytes: Array(text.utf8), name: "x")
        let records = try loaded.cells.map { try ScenarioRunner().run($0) }
        let result = ScenarioResult(of: loaded, records: records, command: "x")
        return ReportSet(of: result).files.filter { $0.name.hasPrefix("access") }
    }

    @Test
    func `the lines are those of nginx, as many as are kept, and count by their last word`() throws
    {
        let file = try #require(try files("").first)
        #expect(file.name == "access.log")
        let lines = file.contents.split(separator: "\n")
        #expect(lines.count == 10)
        let start = #"10.0.0.0 - - [29/Feb/2024:23:59:59 +0000] "GET /home HTTP/1.1" 200 "#
        #expect(lines[0].hasPrefix(start))
        #expect(lines[5].hasPrefix("10.0.0.1 - - [01/Mar/2024:00:00:00 +0000]"))
        let words = lines.compactMap { $0.split(separator: " ").last }
        #expect(words.count { $0 == "Server-1" } == 4)
        // The body is what the server greets with.
        let greeting = #"{"message":"Hello from Server: 1","status":"successful"}"#
        #expect(lines[0].hasPrefix(start + "\(greeting.utf8.count) rt=0.006"))
    }

    @Test
    func `each run of a matrix has a log of its own`() throws {
        let names = try files("matrix: {cluster.servers.count: [1, 2]}").map(\.name)
        #expect(names == ["access-0.log", "access-1.log"])
    }
}
