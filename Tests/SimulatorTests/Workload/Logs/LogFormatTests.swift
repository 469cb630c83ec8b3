import Foundation
import Testing

@testable import Simulator

/// Every format is read by the map functions, and by others that know nothing of them.
struct LogFormatTests {
    private func logs(_ format: LogSettings.Format, seed: UInt64 = 1) -> GeneratedLogs {
        var settings = LogSettings(format, lines: 2_000)
        settings.badShare = 0.02
        settings.errorShare = 0.1
        settings.hasRequestTime = true
        // The year ends while the lines are written.
        settings.start = EventTime(milliseconds: 1_704_067_200_000 - 5_000)
        return GeneratedLogs(settings, seed: seed)
    }

    private func counts(_ keys: [String]) -> [String: Int] {
        keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private func groups(_ expression: String, _ text: String) throws -> [[String]] {
        let expression = try NSRegularExpression(
            pattern: expression,
            options: .anchorsMatchLines
        )
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).map { match in
            (1..<match.numberOfRanges).map { group in
                Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
            }
        }
    }

    @Test(arguments: [
        (LogSettings.Format.apache, TimestampFormat.apache), (.hdfs, .hdfs), (.json, .iso8601),
        (.application, .iso8601),
    ])
    func `every good line has a time that is read`(
        format: LogSettings.Format,
        timestamps: TimestampFormat
    ) {
        let logs = logs(format)
        let times = logs.partitions[0].split(separator: 0x0A).map { line in
            Array(line).withUnsafeBytes { timestamps.time(of: ByteView($0)) }
        }
        #expect(times.count { $0 == nil } == logs.badLines && logs.badLines > 10)
        let start = 1_704_067_200_000 - 5_000
        let known = times.compactMap { $0?.milliseconds }
        #expect(zip(known, known.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(known.first == start && abs((known.last ?? 0) - start - 20_000) < 3_000)
    }

    @Test func `the times of syslog are read, each with its year`() throws {
        let logs = logs(.syslog)
        let lines = logs.partitions[0].split(separator: 0x0A)
        let years = lines.map { line in
            Array(line).withUnsafeBytes { line in
                let view = ByteView(line)
                let isOld = line.contains("Dec 31 23:59:".utf8)
                return TimestampFormat.syslog(year: isOld ? 2_023 : 2_024).time(of: view)
            }
        }
        let known = years.compactMap { $0?.milliseconds }
        #expect(known.count == 2_000 - logs.badLines)
        #expect(zip(known, known.dropFirst()).allSatisfy { $0 <= $1 })
        #expect((known.last ?? 0) - (known.first ?? 0) > 15_000)
    }

    @Test(arguments: [LogSettings.Format.syslog, .hdfs, .json, .application])
    func `levels are read`(format: LogSettings.Format) {
        let logs = logs(format)
        let levels = counts(
            MapFunctionBed(PatternExtraction(LogLevel()), logs.partitions[0]).keys
        )
        #expect(levels["ERROR"] == logs.errors)
        #expect(isPlausible(logs.errors, of: 2_000 - logs.badLines, 0.1))
        #expect(levels.values.reduce(0, +) == 2_000 - logs.badLines)
        #expect(levels.keys.sorted() == ["DEBUG", "ERROR", "INFO", "WARN"])
    }

    @Test func `an access log is one for a regular expression too`() throws {
        let logs = logs(.apache)
        let text = String(decoding: logs.partitions[0], as: UTF8.self)
        let lines = try groups(
            #"^((?:\d{1,3}\.){3}\d{1,3}) (\S+) (\S+) "#
                + #"\[(\d{2}/[A-Z][a-z]{2}/\d{4}(?::\d{2}){3} [+-]\d{4})\] "#
                + #""([A-Z]+) (/[^ "?]*)(?:\?[^ "]*)? HTTP/1\.[01]" (\d{3}) (\d+|-) "#
                + #""([^"]*)" "([^"]*)" (\d+)$"#,
            text
        )
        #expect(lines.count == 2_000 - logs.badLines)
        let bytes = logs.partitions[0]
        let statuses = MapFunctionBed(PatternExtraction(HTTPStatus()), bytes)
        #expect(statuses.keys == lines.map { $0[6] })
        #expect(statuses.counters.badRecords == logs.badLines)
        #expect(lines.count { $0[6] >= "404" } == logs.errors)
        #expect(MapFunctionBed(PatternExtraction(URLPath()), bytes).keys == lines.map { $0[5] })
        #expect(
            MapFunctionBed(PatternExtraction(IPv4Address()), bytes).keys == lines.map { $0[0] }
        )
        #expect(Set(lines.map { $0[2] }).count > 500)
        let mean = lines.compactMap { Double($0[10]) }.reduce(0, +) / Double(lines.count)
        #expect(abs(mean - 40_000) < 5_000)
    }

    @Test func `a JSON reader reads the lines, and the map function the same fields`() throws {
        let logs = logs(.json)
        let objects = logs.partitions[0].split(separator: 0x0A).compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        }
        #expect(objects.count == 2_000 - logs.badLines)
        let names = ["timestamp", "level", "service", "user", "status", "latency_ms", "message"]
        #expect(objects.allSatisfy { $0.keys.sorted() == names.sorted() })
        let bytes = logs.partitions[0]
        let services = MapFunctionBed(FieldExtraction<Int>(key: "service"), bytes)
        #expect(services.keys == objects.map { $0["service"] as? String })
        #expect(services.counters.badRecords == logs.badLines)
        let latencies = MapFunctionBed(
            FieldExtraction<FixedDecimal>(key: "status", value: "latency_ms"),
            bytes
        )
        let expected = objects.map { object in
            (object["status"] as? Int, (object["latency_ms"] as? Double) ?? -1)
        }
        #expect(latencies.pairs.count == expected.count)
        for (pair, object) in zip(latencies.pairs, expected) {
            let parts = pair.split(separator: "=")
            #expect(Int(parts[0]) == object.0 && Double(parts[1]) == object.1)
        }
        let errors = objects.filter { ($0["status"] as? Int) ?? 0 >= 404 }
        #expect(errors.count == logs.errors)
        #expect(errors.allSatisfy { $0["level"] as? String == "ERROR" })
        let words = objects.compactMap { ($0["message"] as? String)?.split(separator: " ").count }
        #expect(words == Array(repeating: 8, count: objects.count))
    }

    /// RFC 3164, section 4.1; the facility 3 is that of daemons.
    @Test func `lines of syslog and HDFS have the parts they should have`() throws {
        let syslog = logs(.syslog)
        let parts = try groups(
            #"^<(\d{1,3})>([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\S+) "#
                + #"(\w+)\[(\d+)\]: (\S+)((?: [a-z]+){8})$"#,
            String(decoding: syslog.partitions[0], as: UTF8.self)
        )
        #expect(parts.count == 2_000 - syslog.badLines)
        #expect(parts.allSatisfy { ($0[0] == "27") == ($0[7] == "ERROR") })
        #expect(Set(parts.map { $0[0] }) == ["27", "30"])
        #expect(Set(parts.map { $0[2] }) == ["31", " 1"])
        let hdfs = logs(.hdfs)
        let blocks = try groups(
            #"^(\d{6}) (\d{6}) (\d+) ([A-Z]+) (dfs\.\S+):((?: [a-z]+){8}) blk_(\d+) "#
                + #"src: /(\d+\.\d+\.\d+\.\d+):50010$"#,
            String(decoding: hdfs.partitions[0], as: UTF8.self)
        )
        #expect(blocks.count == 2_000 - hdfs.badLines)
        let addresses = MapFunctionBed(PatternExtraction(IPv4Address()), hdfs.partitions[0])
        #expect(addresses.keys == blocks.map { $0[7] })
    }
}
