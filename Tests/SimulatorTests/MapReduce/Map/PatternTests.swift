import Testing

@testable import Simulator

/// Patterns in the lines of logs.
struct PatternTests {
    private func keys(_ pattern: some RecordPattern, _ text: String) -> [String] {
        MapFunctionBed(PatternExtraction(pattern), text.utf8).keys
    }

    /// Lines as Kafka, HDFS, log4j, Apache, nginx, logfmt and JSON loggers write them.
    @Test(arguments: [
        ("[2016-12-20 00:04:03,231] TRACE [Controller 0]: checking (kafka.Controller)", "TRACE"),
        ("081109 203518 143 INFO dfs.DataNode$DataXceiver: Receiving block", "INFO"),
        ("2015-10-18 18:01:47,978 WARN [main] org.apache.hadoop: ERROR is no level here", "WARN"),
        ("[Sun Dec 04 04:47:44 2005] [error] mod_jk child workerEnv in error state 6", "ERROR"),
        ("[Fri Sep 09 10:42:29.902022 2011] [core:error] [pid 35708] denied", "ERROR"),
        ("2019/03/27 13:06:56 [crit] 1#0: *2 connect() failed", "CRIT"),
        ("time=2024-01-01T00:00:00Z level=warning msg=\"disk is nearly full\"", "WARNING"),
        (#"{"level": "debug", "message": "an error"}"#, "DEBUG"),
        (#"{"time":1,"Level":"Fatal"}"#, "FATAL"),
        ("NOTICE: it begins", "NOTICE"), ("it ends with ERROR", "ERROR"), ("(ERROR)", "ERROR"),
    ])
    func `the level of a line`(line: String, level: String) {
        #expect(keys(LogLevel(), line) == [level])
    }

    @Test(arguments: [
        "", "an error without capitals", "GET /ERROR HTTP/1.1", "ERRORS", "INFORMATION",
        "error-INFO-x", "dfs.ERROR.log", "Mar 27 13:06:56 sshd[1291]: Server listening",
        "[mod_error]", "[error", "ERROR_COUNT", "Error", "the level is error",
    ])
    func `lines without a level`(line: String) {
        #expect(keys(LogLevel(), line) == [])
    }

    @Test(arguments: [
        ("Invalid user support from 95.152.57.58", ["95.152.57.58"]),
        ("Server listening on 0.0.0.0 port 22.", ["0.0.0.0"]),
        ("/10.250.19.102:54106 dest: /10.250.19.102:50010.", ["10.250.19.102", "10.250.19.102"]),
        ("255.255.255.255,1.2.3.4.", ["255.255.255.255", "1.2.3.4"]),
        ("256.1.1.1 1.2.3.256 1.2.3 1.2.3.4.5 1..2.3.4 01.2.3.4 1.2.3.04 1.2.3.4a v1.2.3.4", []),
        ("ip-10-77-20-248 1.2.3.1234 11.2.3.4_ 4294967296.1.1.1", []),
        (
            "10.0.0.0/8 (1.1.1.1) [8.8.8.8] ...9.9.9.9...",
            ["10.0.0.0", "1.1.1.1", "8.8.8.8"]
                + ["9.9.9.9"]
        ),
    ])
    func `addresses of IPv4`(line: String, addresses: [String]) {
        #expect(keys(IPv4Address(), line) == addresses)
    }

    /// By splitting at everything that is no part of a longer name.
    private func plainAddresses(_ line: String) -> [String] {
        line.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_")) }
            .map { $0.drop { $0 == "." }.reversed().drop { $0 == "." }.reversed() }
            .map { String($0) }
            .filter { text in
                let parts = text.split(separator: ".", omittingEmptySubsequences: false)
                return parts.count == 4
                    && parts.allSatisfy { part in
                        Int(part).map { (0...255).contains($0) && String($0) == part } ?? false
                    }
            }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `addresses are found as by splitting`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let pieces = ["0", "1", "25", "255", "256", "01", "9", ".", ".", ".", ".", ".", " ", "x"]
        let line = (0..<200).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        #expect(keys(IPv4Address(), line) == plainAddresses(line))
    }

    private static let combined = #"""
        83.149.9.216 - - [17/May/2015:10:05:03 +0000] "GET /images/kibana-search.png HTTP/1.1" 200 203023 "http://semicomplete.com/presentations/" "Mozilla/5.0"
        127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "POST /search?q=a/b#c HTTP/2.0" 302 -
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "GET /say/\"hi\"?x HTTP/1.1" 404 12 "-" "-"
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "GET http://example.org:80/over/proxy?x HTTP/1.1" 403 1
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "GET http://example.org HTTP/1.1" 200 1
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "OPTIONS * HTTP/1.0" 200 1
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "-" 408 0 "-" "-"
        1.1.1.1 - - [17/May/2015:10:05:03 +0000] "GET /" 400 5

        """#

    @Test func `statuses and paths of an access log`() {
        let statuses = ["200", "200", "302", "404", "403", "200", "200", "408", "400"]
        #expect(keys(HTTPStatus(), Self.combined) == statuses)
        let paths = [
            "/images/kibana-search.png", "/apache_pb.gif", "/search", #"/say/\"hi\""#,
            "/over/proxy", "/", "*", "/",
        ]
        #expect(keys(URLPath(), Self.combined) == paths)
    }

    @Test(arguments: [
        "", "no request", #"1.1.1.1 "GET / HTTP/1.1""#, #"1.1.1.1 "GET / HTTP/1.1" 20"#,
        #"1.1.1.1 "GET / HTTP/1.1" 2000"#, #"1.1.1.1 "GET / HTTP/1.1" 600 1"#,
        #"1.1.1.1 "GET / HTTP/1.1"200 1"#, #"1.1.1.1 "GET / HTTP/1.1\" 200 1"#, "\"", "\"\\",
    ])
    func `other lines are bad records`(line: String) {
        let bed = MapFunctionBed(PatternExtraction(HTTPStatus()), (line + "\n").utf8)
        #expect(bed.pairs == [])
        #expect(bed.counters.badRecords == 1)
        #expect(bed.counters.firstBadRecord?.reason.hasPrefix("no line of an access log") == true)
    }
}
