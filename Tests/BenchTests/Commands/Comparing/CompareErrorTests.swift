import Foundation
import Scenarios
import Testing

@testable import bench

struct CompareErrorTests {
    private func prepare() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = TestProgram().run("run", "a-1", "a-2", "--quiet", "--output", folder.path)
        return folder
    }

    @Test
    func `66 for what is not there`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let program = TestProgram()
        let missing = "\(folder.path)/nothing"
        #expect(program.run("compare", "\(folder.path)/a-1", missing).rawValue == 66)
        #expect(program.errors.text == "\(missing): error: cannot read: no such file\n")
        try FileManager.default.createDirectory(
            atPath: missing,
            withIntermediateDirectories: false
        )
        let empty = TestProgram()
        #expect(empty.run("compare", missing, "\(folder.path)/a-1").rawValue == 66)
        #expect(empty.errors.text.contains("neither it nor a folder in it holds result.json"))
    }

    @Test(arguments: [
        (#"{"format": "other"}"#, "it is no result"),
        (
            #"{"format": "cluster-simulator/result", "version": 1}"#,
            "its format has version 1, and this program reads 2"
        ),
        ("scenario,cell\n", "bad JSON at byte 0"),
    ])
    func `65 for what is no result of this program`(text: String, wanted: String) throws {
        let folder = try prepare()
        defer { folder.remove() }
        let path = try folder.write(text, to: "a-1/result.json")
        let program = TestProgram()
        #expect(program.run("compare", "\(folder.path)/a-2", path).rawValue == 65)
        #expect(program.errors.text.contains("a-1/result.json: error: \(wanted)"))
        #expect(program.output.text.isEmpty)
    }

    @Test
    func `65 for another scenario, and nothing is accepted`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let before = folder.contents(of: "a-1/result.json")
        let program = TestProgram()
        let status = program.run(
            "compare",
            "\(folder.path)/a-1",
            "\(folder.path)/a-2",
            "--accept"
        )
        #expect(status.rawValue == 65)
        #expect(program.errors.text.contains("it is a result of 'a-2', and"))
        #expect(folder.contents(of: "a-1/result.json") == before)
    }

    @Test
    func `65 for times beside results, and for times that cannot be compared`() throws {
        let folder = try prepare()
        defer { folder.remove() }
        let few = try folder.write(
            #"{"results": [{"command": "a", "times": [1, 2]}]}"#,
            to: "few.json"
        )
        let program = TestProgram()
        #expect(program.run("compare", "\(folder.path)/a-1", few).rawValue == 65)
        #expect(program.errors.text.contains("one holds times"))
        let other = TestProgram()
        #expect(other.run("compare", few, few).rawValue == 65)
        #expect(other.errors.text.contains("'a' has 2 runs; an interval needs 5 on each side"))
    }

    @Test(arguments: ["5", "-1%", "many%", "2000%"])
    func `64 for a tolerance that is none`(text: String) {
        #expect(TestProgram().run("compare", "a", "b", "--tolerance", text).rawValue == 64)
    }
}
