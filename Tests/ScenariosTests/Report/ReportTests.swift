import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

private let checks = """
    expect: [requests == 10_000, latency.p99 < 1s, invariant: every-request-answered-once]
    claims: [{source: somebody, says: it is even, check: load.max-to-mean <= 1.1}]
    report: [distribution: requests by server]

    """

struct ReportTests {
    @Test
    func `a text report says what happened, what was expected, and how to run it again`() throws {
        let text = TextReport().render(try ResultFixture.result(checks))
        let wanted = """
            three: Three servers
            seed 42, digest 9e3779b97f4a7c15, 84.4 s of virtual time, 40,123 events
            ✗ failed: 1 of 3 expectations

            requests.completed by server
              server    count   share  expected  difference
              Server 1  8,439  84.39%    84.38%      +0.01%  ██████████████████████████████│
              Server 2    484   4.84%     4.69%      +0.15%  █│
              Server 3  1,077  10.77%    10.94%      -0.17%  ███│
              min 484, mean 3,333.3, max 8,439, std dev 3,618.4
              max/mean 2.532, CV 1.086, Jain 0.459, Gini 0.530
              against equal shares: chi-square 11,783.3, p < 0.0001: not even
              against the placement's own shares: chi-square 0.75, p = 0.6863: as computed

            Expectations
              ✓ requests == 10_000  10,000
              ✗ latency.p99 < 1s    the run has no such figure
              ✓ invariant: every-request-answered-once

            Claims of others, for comparison: 0 of 1 hold here
              somebody: it is even
              ✗ load.max-to-mean <= 1.1  2.5317

            Run it again:
              bench run three.yaml --seed 42

            """
        #expect(text == wanted)
    }

    @Test
    func `a violation stands first, with what replays it`() throws {
        let violation = Violation(
            property: .stuck,
            message: "nothing can move",
            seed: 42,
            instant: VirtualInstant(nanoseconds: 1_500_000_000),
            event: 77
        )
        let outcome = RunOutcome(
            ending: .violation,
            instant: violation.instant,
            events: 77,
            digest: TraceDigest(),
            violations: [violation]
        )
        let result = try ResultFixture.result("", ResultFixture.record(outcome: outcome))
        let lines = TextReport().render(result).split(separator: "\n")
        #expect(lines[2] == "✗ failed: 1 violation")
        #expect(lines[3] == "Violations")
        #expect(
            lines[4].hasPrefix("  stuck: nothing can move (seed 42, at 1.500000000s, event 77)")
        )
    }

    @Test(arguments: [40, 60, 80, 120])
    func `no line but the command is wider than the width`(width: Int) throws {
        let matrix =
            checks + """
                matrix:
                  cells:
                    - {label: a rather long name of a placement, cluster.servers.concurrency: 1}
                    - {label: b, cluster.servers.concurrency: 2}
                  cluster.servers.count: [3, 4]

                """
        let loaded = try ResultFixture.load(matrix)
        let records = loaded.cells.map { _ in ResultFixture.record() }
        let command = "bench"
        let result = ScenarioResult(of: loaded, records: records, command: command)
        for isFull in [false, true] {
            let report = TextReport(style: .init(width: width), isFull: isFull)
            for line in report.render(result).split(separator: "\n") {
                #expect(TextWidth.of(String(line)) <= width, "\(line)")
            }
        }
    }

    @Test
    func `a report in ASCII has nothing else`() throws {
        let style = TextReport.Style(isASCII: true)
        let text = TextReport(style: style).render(try ResultFixture.result(checks))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("FAIL failed: 1 of 3 expectations"))
        #expect(text.contains("  ok   requests == 10_000"))
    }

    @Test
    func `colours are escape sequences around the same text`() throws {
        let result = try ResultFixture.result(checks)
        let coloured = TextReport(style: .init(isColoured: true)).render(result)
        var plain = ""
        var isInside = false
        for scalar in coloured.unicodeScalars {
            if scalar == "\u{1B}" { isInside = true }
            if !isInside { plain.unicodeScalars.append(scalar) }
            if scalar == "m" { isInside = false }
        }
        #expect(coloured != plain)
        #expect(plain.filter { $0 != "m" } == TextReport().render(result).filter { $0 != "m" })
    }

    @Test
    func `markdown has tables, and nothing in a name is markup`() throws {
        let head = ResultFixture.head.replacing(
            "Three servers",
            with: "'a | b <script> `c` *d*'"
        )
        let loaded = try ResultFixture.load(checks, head: head)
        let result = ScenarioResult(
            of: loaded,
            records: [ResultFixture.record()],
            command: "bench run three.yaml --seed 42"
        )
        let text = MarkdownReport().render(result)
        #expect(text.hasPrefix(#"## three: a \| b \<script\> \`c\` \*d\*"# + "\n\n❌ **failed"))
        #expect(text.contains("| server | count | share | expected | difference |\n| :-- | --: |"))
        #expect(text.contains("| Server 1 | 8,439 | 84.39% | 84.38% | +0.01% |"))
        #expect(text.contains("- ✅ `requests == 10_000` (10,000)"))
        #expect(text.contains("- somebody: it is even\n  - ❌ `load.max-to-mean <= 1.1` (2.5317)"))
        #expect(text.hasSuffix("```sh\nbench run three.yaml --seed 42\n```\n"))
    }

    @Test(arguments: [("a", "`a`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```")])
    func `code holds backticks`(text: String, wanted: String) {
        #expect(MarkdownReport.code(text) == wanted)
    }
}

struct MatrixReportTests {
    /// Four rings at three servers, with the exact shares of the published swap test.
    private func result() throws -> ScenarioResult {
        let ring = "cluster.balancer.placement: {ring: "
        let lines = """
            matrix:
              cells:
                - {label: spec, \(ring){profile: spec}}}
                - {label: md5 requests, \(ring){request-hash: md5}}}
                - {label: md5 servers, \(ring){server-hash: md5}}}
                - {label: md5, \(ring){request-hash: md5, server-hash: md5}}}
              cluster.servers.count: [3]
            report:
              - series: {x: cluster.servers.count, y: [load.cv]}

            """
        let loaded = try ResultFixture.load(lines)
        let counts = [
            [8_438, 469, 1_093], [8_929, 428, 643], [4_844, 3_438, 1_718], [4_684, 3_795, 1_521],
        ]
        let records = counts.map { counts in
            ResultFixture.record([
                "Server 1": counts[0], "Server 2": counts[1], "Server 3": counts[2],
            ])
        }
        return ScenarioResult(of: loaded, records: records, command: "bench run three.yaml")
    }

    /// The coefficients were computed from the counts in Python.
    @Test
    func `a matrix is compared cell by cell, and the swap test names the guilty hash`() throws {
        let text = TextReport().render(try result())
        #expect(
            text.contains(
                """
                Comparison of 4 runs
                  label         requests by server     CV  max/mean   Jain        p
                  spec          8438/469/1093       1.086     2.531  0.459  <0.0001
                  md5 requests  8929/428/643        1.187     2.679  0.415  <0.0001
                  md5 servers   4844/3438/1718      0.383     1.453  0.872  <0.0001
                  md5           4684/3795/1521      0.400     1.405  0.862  <0.0001

                """
            )
        )
        #expect(
            text.contains(
                """
                Swap test: CV after replacing quadratic by md5
                  servers  neither  request hash  server hash   both
                        3    1.086         1.187        0.383  0.400
                  On average the CV changes by +0.102 with another request hash and by -0.702
                    with another server hash: the server hash makes the skew.

                """
            )
        )
    }

    @Test
    func `without the four combinations there is no swap test`() throws {
        var result = try result()
        result.cells.remove(at: 2)
        #expect(SwapTest(in: result) == nil)
    }

    @Test
    func `expectations of a matrix are summed up, and those that failed are told with their cell`()
        throws
    {
        let lines = """
            matrix: {cluster.servers.count: [3, 4]}
            expect:
              - requests == 10_000
              - load.min == 484
              - {check: load.mean == 2_500, when: {cluster.servers.count: 4}}

            """
        let loaded = try ResultFixture.load(lines)
        let records = loaded.cells.map { _ in ResultFixture.record() }
        let result = ScenarioResult(of: loaded, records: records, command: "bench")
        #expect(result.verdict == .failed)
        #expect(
            TextReport().render(result).contains(
                """
                Expectations
                  ✗ cluster.servers.count = 4: load.min == 484  0
                  ✓ requests == 10_000                          in 2 runs
                  ✓ invariant: every-request-answered-once      in 2 runs
                  ✓ 1 expectation of single runs

                """
            )
        )
    }
}
