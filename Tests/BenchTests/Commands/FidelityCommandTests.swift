import Foundation
import Scenarios
import Testing

@testable import bench

struct FidelityCommandTests {
    @Test
    func `models that fit are reported, with status 0 and the same bytes every time`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let arguments = ["fidelity", "--scale", "0.001", "--model", "m-d-1"]
        var reports: [String] = []
        for number in 1...2 {
            let (output, errors) = (MemoryOutput(), MemoryOutput())
            let program = CommandLineProgram(
                runner: ScenarioRunner(),
                output: output,
                errors: errors
            )
            let status = program.run(
                arguments: arguments + ["--output", "\(folder.path)/\(number)"]
            )
            #expect(status == .success)
            #expect(errors.text.isEmpty)
            #expect(output.text.hasPrefix("fidelity: "))
            #expect(output.text.hasSuffix("\n  bench fidelity --model m-d-1 --scale 0.001\n"))
            reports.append(output.text)
        }
        #expect(reports[0] == reports[1])
        let names = ["m-d-1.yaml", "report.txt", "result.json"]
        let files = folder.files.filter { $0.hasPrefix("1/fidelity/") }
        #expect(files == names.map { "1/fidelity/\($0)" })
        for name in names {
            let contents = try #require(folder.contents(of: "1/fidelity/\(name)"))
            #expect(contents == folder.contents(of: "2/fidelity/\(name)"))
        }
        #expect(folder.contents(of: "1/fidelity/report.txt") == reports[0])
    }

    @Test
    func `1 when a model does not fit, and a quiet study says only how to make it again`() {
        // The fake runner answers no request.
        let program = TestProgram()
        #expect(program.run("fidelity", "--model", "jsq-3", "m-m-1", "--quiet").rawValue == 1)
        #expect(program.runner.runs.value == 60)
        #expect(program.output.text.isEmpty)
        #expect(program.errors.text == "fidelity: failed: bench fidelity --model jsq-3 m-m-1\n")
        let loud = TestProgram()
        #expect(loud.run("fidelity", "--ascii").rawValue == 1)
        #expect(loud.runner.runs.value == 30 * FidelityModel.all.count)
        #expect(loud.output.text.contains("\nFAIL 0 of 7 models fit\n"), "\(loud.output.text)")
        #expect(loud.output.text.contains("m-m-1, seed 1001: no request was answered"))
    }

    @Test
    func `errors of a run end the study`() {
        let runner = FakeRunner(trouble: .error(.internalError("lost my way")))
        let program = TestProgram(runner: runner)
        #expect(program.run("fidelity") == .internalError)
        #expect(program.runner.runs.value == 1)
        #expect(program.errors.text == "fidelity: internal error: lost my way\n")
        #expect(program.output.text.isEmpty)
    }

    @Test
    func `73 when the folder cannot be made, before anything runs`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "file")
        let program = TestProgram()
        #expect(program.run("fidelity", "--output", "\(file)/results").rawValue == 73)
        #expect(program.runner.runs.value == 0)
    }

    @Test
    func `a model that is not there is answered with the nearest one`() {
        let program = TestProgram()
        #expect(program.run("fidelity", "--model", "m-m-2") == .usage)
        #expect(program.errors.text.contains("Did you mean 'm-m-1'?"))
    }
}
