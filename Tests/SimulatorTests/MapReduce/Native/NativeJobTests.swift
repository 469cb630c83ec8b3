import Testing

@testable import Simulator

/// Word counts of real files, beside those of other programs.
struct NativeJobTests {
    private let code = JobCode(map: WordCount(), combining: Sum<Int>())

    private func settings(mappers: Int, reducers: Int) -> NativeJobSettings {
        var settings = NativeJobSettings()
        settings.mappers = mappers
        settings.reducers = reducers
        return settings
    }

    private func sequentially(_ inputs: [[UInt8]]) throws -> [KeyCount] {
        try inputs.withByteViews { views in
            let splits = views.map { [RecordBlock(bytes: $0, source: .empty, offset: 0)] }
            return try code.sequentialRun(of: splits, badRecords: .fail).map {
                KeyCount(key: $0.key, count: Int($0.value.text) ?? -1)
            }
        }
    }

    @Test(arguments: InputKind.allCases)
    func `bytes of every kind are counted as other programs count them`(kind: InputKind) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let inputs = (1...3).map { kind == .longLine && $0 > 1 ? [] : kind.bytes(seed: $0) }
        let paths = try inputs.enumerated().map { try files.write($1, to: "input\($0)") }
        let expected = try WordOracle.counts(of: paths)
        #expect(try sequentially(inputs) == expected)
        for combines in [true, false] {
            var settings = settings(mappers: 2, reducers: 3)
            settings.combines = combines
            settings.splitSize = 70_000
            let results = try NativeJob(code, settings: settings).run(paths.map { .file($0) })
            #expect(try results.counts() == expected)
            #expect(results.counters.keys == expected.count)
            #expect(results.counters.map.pairs == expected.reduce(0) { $0 + $1.count })
            #expect(results.counters.bytes == inputs.reduce(0) { $0 + $1.count })
        }
    }

    @Test(arguments: 1...8, 1...5)
    func `any number of threads gives the same`(mappers: Int, reducers: Int) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let paths = try [InputKind.manyKeys, .fewBytes].map {
            try files.write($0.bytes(seed: 7), to: $0.rawValue)
        }
        let expected = try WordOracle.counts(of: paths)
        var settings = settings(mappers: mappers, reducers: reducers)
        settings.combines = mappers % 2 == 0
        settings.splitSize = 10_000
        let results = try NativeJob(code, settings: settings).run(paths.map { .file($0) })
        #expect(try results.counts() == expected)
    }

    @Test(arguments: [true, false], [NativeJobSettings.Order.key, .value])
    func `little memory means spills, and the same results`(
        combines: Bool,
        order: NativeJobSettings.Order
    ) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let paths = try (1...3).map {
            try files.write(InputKind.manyKeys.bytes(seed: $0), to: "input\($0)")
        }
        var settings = settings(mappers: 3, reducers: 2)
        settings.memory = 1
        settings.combines = combines
        settings.order = order
        settings.spillFolder = files.folder
        let results = try NativeJob(code, settings: settings).run(paths.map { .file($0) })
        #expect(results.counters.spills > 4)
        #expect(results.counters.spilledBytes > 100_000)
        let expected = try WordOracle.counts(of: paths)
        #expect(try results.counts() == (order == .key ? expected : Self.byValue(expected)))
        #expect(files.names == ["input1", "input2", "input3"])
        let again = try NativeJob(code, settings: settings).run(paths.map { .file($0) })
        #expect(again.counters == results.counters)
    }

    private static func byValue(_ counts: [KeyCount]) -> [KeyCount] {
        counts.sorted {
            $0.count == $1.count ? $0.key.lexicographicallyPrecedes($1.key) : $0.count > $1.count
        }
    }

    @Test(arguments: [1, 10, 100_000], [NativeJobSettings.Order.key, .value])
    func `the greatest are found, in either order`(
        top: Int,
        order: NativeJobSettings.Order
    ) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(InputKind.manyKeys.bytes(seed: 5), to: "input")
        let greatest = Self.byValue(try WordOracle.counts(of: [path])).prefix(top)
        for memory in [1, 1 << 29] {
            var settings = settings(mappers: 2, reducers: 3)
            settings.top = top
            settings.order = order
            settings.memory = memory
            let results = try NativeJob(code, settings: settings).run([.file(path)])
            let expected =
                order == .value
                ? Array(greatest)
                : greatest.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            #expect(try results.counts() == expected)
        }
    }

    @Test
    func `many small files are one job`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let paths = try (0..<300).map { number in
            try files.write(Array("file \(number % 7)\r\nend".utf8), to: "input\(number)")
        }
        let results = try NativeJob(code, settings: settings(mappers: 4, reducers: 2))
            .run(paths.map { .file($0) })
        #expect(try results.counts() == WordOracle.counts(of: paths))
        #expect(results.counters.splits == 300)
        #expect(results.counters.map.records == 600)
    }

    @Test(arguments: [1, 2, 3])
    func `compressed files count as what they hold`(members: Int) throws {
        let files = try FileFixture()
        defer { files.remove() }
        let bytes = InputKind.manyKeys.bytes(seed: 3) + InputKind.carriageReturns.bytes(seed: 3)
        let path = try files.write(bytes, to: "input")
        let command = "for file; do gzip -c \"$file\"; done"
        let compressed = try FileFixture.shell(command, Array(repeating: path, count: members))
        let archive = try files.write(compressed, to: "archive")
        var settings = settings(mappers: 2, reducers: 2)
        settings.memory = 1
        let results = try NativeJob(code, settings: settings).run([.file(archive), .file(path)])
        let all = Array(repeating: path, count: members + 1)
        #expect(try results.counts() == WordOracle.counts(of: all))
        #expect(results.counters.bytes == bytes.count * (members + 1))
    }

    @Test
    func `progress ends with every byte, and nothing is counted without input`() throws {
        let files = try FileFixture()
        defer { files.remove() }
        let path = try files.write(InputKind.everyByte.bytes(seed: 1), to: "input")
        let most = ByteCount()
        let job = NativeJob(code, settings: settings(mappers: 2, reducers: 1))
        _ = try job.run([.file(path)]) { bytes, total in
            if bytes == total { _ = most.add(total) }
        }
        #expect(most.add(0) == 200_000)
        let nothing = try job.run([])
        #expect(try nothing.counts() == [])
        #expect(nothing.counters == NativeJobCounters())
    }
}
