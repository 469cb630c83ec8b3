import Foundation
import Testing

@testable import Simulator

/// A sum and a count, of which neither can be told from the result.
private typealias Means = Mean<Int>

/// Steps of jobs as lines in and out, with `sort` between them.
struct NativeStreamTests {
    private func run(
        _ step: NativeStream.Step,
        _ input: [UInt8],
        code: JobCode = JobCode(map: WordCount(), combining: Sum<Int>()),
        badRecords: BadRecordPolicy = .fail,
        counters: inout NativeStream.Counters
    ) throws -> [UInt8] {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(input, to: "input")
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let output = Collected()
        counters = try NativeStream(code, badRecords: badRecords)
            .run(step, from: handle.fileDescriptor, source: "input") { output.bytes += $0 }
        return output.bytes
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }

    private func run(
        _ step: NativeStream.Step,
        _ input: [UInt8],
        code: JobCode = JobCode(map: WordCount(), combining: Sum<Int>())
    ) throws -> [UInt8] {
        var counters = NativeStream.Counters()
        return try run(step, input, code: code, counters: &counters)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test
    func `a map step writes a line for each pair`() throws {
        var counters = NativeStream.Counters()
        let input = Array("to be\r\nor not\n\nto be".utf8)
        let output = try run(.map, input, counters: &counters)
        #expect(text(output) == "to\t1\nbe\t1\nor\t1\nnot\t1\nto\t1\nbe\t1\n")
        #expect(counters.lines == 6)
        #expect(counters.input.records == 4)
    }

    @Test
    func `a reduce step adds up what any program may have written`() throws {
        var counters = NativeStream.Counters()
        let input = Array("a\t1\na\t+2\nb\t-7\n\t5\nc d\t1\nc d\t1".utf8)
        let output = try run(.reduce, input, counters: &counters)
        #expect(text(output) == "a\t3\nb\t-7\n\t5\nc d\t2\n")
        #expect(counters.input.records == 6)
    }

    @Test(arguments: InputKind.allCases.filter { $0 != .longLine })
    func `the steps in a row count as other programs do`(kind: InputKind) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(kind.bytes(seed: 4), to: "input")
        let expected = try WordOracle.counts(of: [path]).flatMap {
            $0.key + Array("\t\($0.count)\n".utf8)
        }
        func sorted(_ bytes: [UInt8]) throws -> [UInt8] {
            try FileFixture.shell("LC_ALL=C sort \"$1\"", [files.write(bytes, to: "lines")])
        }
        let mapped = try sorted(run(.map, kind.bytes(seed: 4)))
        #expect(try sorted(run(.reduce, mapped)) == sorted(expected))
        let combined = try run(.combine, mapped)
        #expect(try sorted(run(.reduce, combined)) == sorted(expected))
        let mixed = try sorted(combined + run(.map, kind.bytes(seed: 4)))
        let twice = try sorted(run(.reduce, mixed))
        let double = try WordOracle.counts(of: [path, path]).flatMap {
            $0.key + Array("\t\($0.count)\n".utf8)
        }
        #expect(try twice == sorted(double))
    }

    @Test
    func `a combiner writes a plain value where that says everything`() throws {
        let lines = Array("a\t2\na\t4\nb\t5\n".utf8)
        #expect(try text(run(.combine, lines)) == "a\t6\nb\t5\n")
        let means = JobCode(map: WordCount(), combining: Means())
        let combined = try text(run(.combine, lines, code: means))
        #expect(combined.hasPrefix("a\t~a"))
        #expect(combined.hasSuffix("\nb\t5\n"))
        let more = combined + "b\t6\n"
        #expect(try text(run(.reduce, Array(more.utf8), code: means)) == "a\t3\nb\t5.5\n")
        let counts = JobCode(map: WordCount(), combining: Count<Int>())
        let counted = try run(.combine, lines, code: counts)
        #expect(try text(run(.reduce, counted, code: counts)) == "a\t2\nb\t1\n")
    }

    @Test
    func `a line that has no value is skipped and counted, or fails the step`() throws {
        let input = Array("a\t1\na\tx\nb\nc\t~axyz\nd\t~v02\n".utf8)
        var counters = NativeStream.Counters()
        let code = JobCode(map: WordCount(), combining: Sum<Int>())
        let output = try run(
            .reduce,
            input,
            code: code,
            badRecords: .skip,
            counters: &counters
        )
        #expect(text(output) == "a\t1\nd\t1\n")
        #expect(counters.input.badRecords == 3)
        let error = #expect(throws: NativeJobError.self) {
            try run(.reduce, input, code: code, badRecords: .fail, counters: &counters)
        }
        #expect(
            error?.description == "input: error: byte 4: 'x' is no value of the reduce function"
        )
    }

    @Test
    func `a key that no line can say fails the step`() {
        struct Whole: MapFunction {
            func map(_ record: Record, into output: inout MapOutput<Int>) {
                output.emit(record.bytes, 1)
            }
        }
        let code = JobCode(map: Whole(), combining: Sum<Int>())
        #expect(throws: NativeJobError.notALine(Array("a\tb".utf8))) {
            try run(.map, Array("fine\na\tb\n".utf8), code: code)
        }
    }

    @Test(arguments: ["", "~", "~v", "plain", "~a00", "a\nb", "a\rb", "tab\there", "\u{0}"])
    func `bytes that look like something else are read as they were written`(text: String) {
        var line: [UInt8] = []
        Array(text.utf8).withUnsafeBytes { TextForm.append(ByteView($0), to: &line) }
        #expect(!line.contains(0x0A) && !line.contains(0x0D))
        var read: [UInt8]?
        let isValue = line.withUnsafeBytes {
            TextForm.withValue(of: ByteView($0), as: ByteView.self) { read = Array($0) }
        }
        #expect(isValue)
        #expect(read == Array(text.utf8))
    }
}
