import Testing

@testable import Simulator

/// A map function that understands only lines that are no `bad`.
private struct Choosy: MapFunction {
    func map(_ record: Record, into output: inout MapOutput<Int>) throws(BadRecord) {
        if record.bytes.elementsEqual("bad".utf8) { throw BadRecord("it is bad") }
        output.emit(record.bytes, 1)
    }
}

/// Jobs that cannot come to their end, and say why.
struct NativeFailureTests {
    private func error(
        of inputs: [NativeInput],
        code: JobCode = JobCode(map: WordCount(), combining: Sum<Int>()),
        _ change: (inout NativeJobSettings) -> Void = { _ in }
    ) -> NativeJobError? {
        var settings = NativeJobSettings()
        settings.splitSize = 100
        change(&settings)
        do throws(NativeJobError) {
            _ = try NativeJob(code, settings: settings).run(inputs)
            return nil
        } catch {
            return error
        }
    }

    @Test
    func `a file that cannot be read is named, before any is read`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(Array("text".utf8), to: "input")
        let missing = "\(files.folder)/none"
        let wanted = [
            (missing, "no such file"), (files.folder, "it is a directory"),
            ("\(path)/below", "a part of the path is not a directory"),
            ("", "it is no path of a file"), ("a\u{0}b", "it is no path of a file"),
        ]
        for (name, reason) in wanted {
            let error = error(of: [.file(path), .file(name)])
            #expect(error?.description == "\(name): error: cannot read the file: \(reason)")
        }
    }

    @Test
    func `damaged gzip is named`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(InputKind.manyKeys.bytes(seed: 1), to: "input")
        let good = try FileFixture.shell("gzip -c \"$1\"", [path])
        var flipped = good
        flipped[good.count / 2] ^= 0x10
        var checksum = good
        checksum[good.count - 6] ^= 1
        let wanted: [([UInt8], GzipError)] = [
            (good.dropLast(1), .truncated), (good.dropLast(good.count / 2), .truncated),
            (Array(good.prefix(2)), .truncated), (checksum, .damaged),
            (good + Array("more".utf8), .trailingData), (good + [0x1F, 0x8C], .damaged),
        ]
        for (bytes, reason) in wanted {
            let archive = try files.write(Array(bytes), to: "archive")
            #expect(
                error(of: [.file(archive)]) == .damagedInput(input: archive, reason)
            )
        }
        let archive = try files.write(flipped, to: "archive")
        #expect(error(of: [.file(archive)])?.description.hasPrefix("\(archive): error: ") == true)
        let padded = try files.write(good + [UInt8](repeating: 0, count: 512), to: "archive")
        #expect(error(of: [.file(padded)]) == nil)
    }

    @Test(arguments: 1...4)
    func `the first bad record of the input is told, whichever thread is faster`(
        mappers: Int
    ) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let good = Array(String(repeating: "good line\n", count: 100).utf8)
        let bad = Array("bad\n".utf8)
        let first = try files.write(good, to: "first")
        let second = try files.write(good + bad + good + bad, to: "second")
        let third = try files.write(bad + good, to: "third")
        let paths = [first, second, third].map { NativeInput.file($0) }
        let code = JobCode(map: Choosy(), combining: Sum<Int>())
        for _ in 0..<5 {
            let error = error(of: paths, code: code) {
                $0.mappers = mappers
                $0.badRecords = .fail
            }
            #expect(error?.description == "\(second): error: byte 1000: it is bad")
        }
        var settings = NativeJobSettings()
        settings.splitSize = 100
        settings.mappers = mappers
        let results = try NativeJob(code, settings: settings).run(paths)
        #expect(results.counters.map.badRecords == 3)
        #expect(results.counters.map.firstBadRecord?.offset == 1_000)
        #expect(results.counters.map.firstBadRecord?.source == second)
        #expect(try results.counts() == [KeyCount(key: Array("good line".utf8), count: 400)])
    }

    @Test
    func `a folder that takes no temporary files fails the job where it spills`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(InputKind.manyKeys.bytes(seed: 1), to: "input")
        let nowhere = "\(files.folder)/none"
        let error = error(of: [.file(path)]) {
            $0.memory = 1
            $0.spillFolder = nowhere
        }
        #expect(
            error?.description == "\(nowhere): error: cannot write a temporary file: no such file"
        )
        #expect(self.error(of: [.file(path)]) { $0.spillFolder = nowhere } == nil)
    }
}
