import Foundation
import Testing

@testable import Simulator

/// Times in lines of logs, beside GNU date and Foundation's calendar.
struct TimestampTests {
    private func milliseconds(_ format: TimestampFormat, _ line: String) -> Int? {
        Array(line.utf8).withUnsafeBytes { format.time(of: ByteView($0))?.milliseconds }
    }

    /// What `date -u -d TIME +%s` of GNU coreutils 9.1 prints.
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T12:00:00Z", 951_825_600), ("1900-02-28T23:59:59Z", -2_203_891_201),
        ("1900-03-01T00:00:00Z", -2_203_891_200), ("2100-02-28T00:00:00Z", 4_107_456_000),
        ("2100-03-01T00:00:00Z", 4_107_542_400), ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("2016-12-31T23:59:59Z", 1_483_228_799), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2024-02-29T00:00:00+05:30", 1_709_145_000),
        ("2024-12-31T23:59:59-1130", 1_735_730_999), ("2016-12-20T00:04:03+01", 1_482_188_643),
        ("1600-02-29T00:00:00Z", -11_670_998_400), ("0000-03-01T00:00:00Z", -62_162_035_200),
    ])
    func `times of ISO 8601`(text: String, seconds: Int) {
        #expect(milliseconds(.iso8601, text) == seconds * 1_000)
        #expect(milliseconds(.iso8601, "[" + text + "] x") == seconds * 1_000)
        if text.hasSuffix("Z") {
            #expect(EventTime(milliseconds: seconds * 1_000).description == text)
            #expect(milliseconds(.iso8601, String(text.dropLast())) == seconds * 1_000)
        }
    }

    @Test(arguments: [
        ("[2016-12-20 00:04:03,231] TRACE [Controller 0]", 1_482_192_243_231),
        ("2016-12-20T00:04:03.2319999+00:00", 1_482_192_243_231),
        ("2016-12-20T00:04:03.2", 1_482_192_243_200), ("2016-12-20T00:04:03.", 1_482_192_243_000),
        ("2016-12-20 00:04:03 -0700", 1_482_192_243_000),
        ("2016-12-20 00:04:03-", 1_482_192_243_000),
        (#"{"id": 20161220, "time":"2016-12-20T00:04:03Z"}"#, 1_482_192_243_000),
        ("2016-12-2 then 2016-12-20 00:04:03", 1_482_192_243_000),
        ("2016-12-20 00:04:60", 1_482_192_300_000),
    ])
    func `the first time of a line`(line: String, milliseconds expected: Int) {
        #expect(milliseconds(.iso8601, line) == expected)
    }

    /// Lines of the Apache documentation, RFC 3164, the HDFS log of LogHub, and logs of the kind.
    @Test(
        arguments: [
            (
                TimestampFormat.apache, #"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /""#,
                971_211_336
            ),
            (.apache, "[error] [17/May/2015:10:05:03 +0000]", 1_431_857_103),
            (
                .syslog(year: 2003), "<34>Oct 11 22:14:15 mymachine su: 'su root' failed",
                1_065_910_455
            ),
            (.syslog(year: 2019), "Mar 27 13:06:56 ip-10-77-20-248 sshd[1291]: x", 1_553_692_016),
            (.syslog(year: 2000), "Mar  1 00:00:00 x", 951_868_800),
            (.syslog(year: 2024), "Feb 29 01:02:03 x", 1_709_168_523),
            (.hdfs, "081109 203518 143 INFO dfs.DataNode$DataXceiver: x", 1_226_262_918),
        ] as [(TimestampFormat, String, Int)]
    )
    func `times of other formats`(format: TimestampFormat, line: String, seconds: Int) {
        #expect(milliseconds(format, line) == seconds * 1_000)
    }

    @Test(
        arguments: [
            (TimestampFormat.apache, "10/Oct/2000:13:55:36 -0700"),
            (.apache, "[31/Apr/2000:13:55:36 -0700]"), (.apache, "[10/oct/2000:13:55:36 -0700]"),
            (.apache, "[10/Oct/2000:24:55:36 -0700]"), (.apache, "[10/Oct/2000:13:55:36]"),
            (.apache, "[10/Oct/2000:13:55:36 -07"), (.apache, ""), (.apache, "["),
            (.syslog(year: 2023), "Feb 29 01:02:03 x"), (.syslog(year: 2023), "x Feb 28 01:02:03"),
            (.syslog(year: 2023), "Feb 1 01:02:03"), (.syslog(year: 2023), "Feb 10 01:02"),
            (.hdfs, "081109 2035189"), (.hdfs, "081309 203518"), (.hdfs, "0811092 03518"),
            (.iso8601, "2016-13-20T00:04:03"), (.iso8601, "2016-12-20T00:04:61"),
            (.iso8601, "12016-12-20T00:04:03"), (.iso8601, "2016-12-20"), (.iso8601, ""),
            (.iso8601, "2016-02-30 00:04:03"), (.iso8601, "2016-12-20 00:04:031"),
            (.iso8601, "2016-12-20 00:60:03"), (.iso8601, "2016-12-20T00:04:03+25:00"),
        ] as [(TimestampFormat, String)]
    )
    func `what is no time`(format: TimestampFormat, line: String) {
        #expect(milliseconds(format, line) == nil)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `days are those of Foundation's calendar`(seed: UInt64) throws {
        var random = Xoshiro256(seed: seed)
        let days = Int.random(in: -100_000...2_900_000, using: &random)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let date = Date(timeIntervalSince1970: Double(days) * 86_400 + 5)
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let ours = CalendarDate(daysSince1970: days)
        #expect([ours.year, ours.month, ours.day] == [parts.year, parts.month, parts.day])
        #expect(ours.daysSince1970 == days)
        #expect(CalendarDate(year: ours.year, month: ours.month, day: ours.day) == ours)
    }

    @Test func `milliseconds are written where they are wanted`() {
        var text: [UInt8] = []
        EventTime(milliseconds: -1).append(to: &text, withMilliseconds: true)
        EventTime(milliseconds: 86_399_007).append(to: &text, withMilliseconds: false)
        #expect(
            String(decoding: text, as: UTF8.self)
                == "1969-12-31T23:59:59.999Z1970-01-01T23:59:59Z"
        )
        #expect(EventTime(milliseconds: 7).description == "1970-01-01T00:00:00.007Z")
    }
}
