import Foundation
import Scenarios
import Testing

@testable import bench

struct BlameCommandTests {
    @Test
    func `every fault has its run, and the table says what it cost`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(
            """
            version: 1
            name: test
            seed: 42
            cluster: {servers: {count: 3}, balancer: {}}
            workload:
              - requests: {count: 5}
            faults:
              - {at: 1s, target: {node: Server 1}, kind: crash}
              - {at: 2s, target: {node: Server 2}, kind: crash}
            """,
            to: "test.yaml"
        )
        let program = TestProgram()
        #expect(program.run("blame", path, "--seed", "7") == .success)
        #expect(program.runner.runs.value == 4)
        #expect(program.output.text.hasPrefix("test, seed 7: what 2 faults cost\n"))
        #expect(program.output.text.contains("crash of Server 2 at 2s"))
        let json = TestProgram()
        #expect(json.run("blame", path, "--format", "json") == .success)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.bytes))
        let members = try #require(object as? [String: Any])
        #expect(members["seed"] as? Int == 42)
        #expect((members["cells"] as? [Any])?.count == 1)
    }

    @Test
    func `a scenario without faults, and one that is wrong, is said to be so`() {
        let program = TestProgram()
        #expect(program.run("blame", "a-1") == .success)
        #expect(program.errors.text == "a-1: it has no faults\n")
        #expect(program.runner.runs.value == 0)
        #expect(program.run("blame", "no-such.yaml") == .cannotRead)
        let broken = TestProgram(runner: FakeRunner(trouble: .error(.invalid("no"))))
        #expect(broken.run("blame", "a-3") == .badData)
    }
}
