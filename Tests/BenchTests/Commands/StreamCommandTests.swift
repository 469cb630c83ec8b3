import Foundation
import Testing

@testable import bench

/// `bench stream`, with a file for its standard input.
struct StreamCommandTests {
    private func run(
        _ arguments: [String],
        input: String
    ) throws -> (status: ProgramStatus, output: String, errors: String) {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write(input, to: "input")
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let output = MemoryOutput()
        let errors = MemoryOutput()
        let program = CommandLineProgram(
            runner: FakeRunner(),
            output: output,
            errors: errors,
            input: handle.fileDescriptor
        )
        let status = program.run(arguments: ["stream"] + arguments)
        return (status, output.text, errors.text)
    }

    private let sum = ["--map", "word-count", "--reduce", "sum"]

    @Test
    func `each step counts in the words of Hadoop`() throws {
        let mapped = try run(["map"] + sum, input: "b a\nb")
        #expect(mapped.status == .success)
        #expect(mapped.output == "b\t1\na\t1\nb\t1\n")
        #expect(
            mapped.errors == """
                reporter:counter:bench,map-input-records,2
                reporter:counter:bench,map-output-records,3

                """
        )
        let combined = try run(["combine"] + sum, input: "a\t1\nb\t1\nb\t1\n")
        #expect(combined.output == "a\t1\nb\t2\n")
        let reduced = try run(["reduce"] + sum, input: "a\t1\nb\t2\nb\toops\n")
        #expect(reduced.output == "a\t1\nb\t2\n")
        #expect(reduced.errors.contains("reporter:counter:bench,bad-records,1\n"))
    }

    @Test
    func `a bad line fails the step where that is asked for`() throws {
        let arguments = ["reduce"] + sum + ["--bad-records", "fail"]
        let result = try run(arguments, input: "a\t1\nb\toops\n")
        #expect(result.status == .badData)
        #expect(
            result.errors
                == "standard input: error: byte 4: 'oops' is no value of the reduce function\n"
        )
    }

    @Test(arguments: [["map"], ["shuffle", "--map", "word-count", "--reduce", "sum"]])
    func `a wrong step is told`(arguments: [String]) throws {
        let result = try run(arguments, input: "")
        #expect(result.status == .usage)
        #expect(result.errors.contains("Error: "))
    }

    @Test
    func `an output that is full fails the step`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = try folder.write("a\n", to: "input")
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let program = CommandLineProgram(
            runner: FakeRunner(),
            output: DescriptorOutput(open("/dev/full", O_WRONLY), name: "standard output"),
            errors: MemoryOutput(),
            input: handle.fileDescriptor
        )
        #expect(program.run(arguments: ["stream", "map"] + sum) == .cannotWrite)
    }
}
