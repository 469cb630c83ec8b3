import Foundation
import OrderedCollections
import Testing

@testable import Simulator

struct JobTablesExportTests {
    private static let start = EventTime(milliseconds: 1_704_067_200_000)

    /// Jobs under faults, one of which cannot be done.
    @Test(arguments: 0..<5 as Range<UInt64>)
    func `the tables say what clients were told`(seed: UInt64) throws {
        var bed = ClusterBed()
        bed.seed = seed
        bed.jobs = 3
        bed.settings.coordinators = 2
        bed.settings.costs.perEvent = .milliseconds(20)
        bed.plans = FaultSweepTests.storm
        let result = bed.run()
        let export = JobTablesExport(result.tables, start: Self.start)
        #expect(
            export.jobs.map(\.identifier).sorted() == result.outcomes.map(\.identifier).sorted()
        )
        let parser = ISO8601DateFormatter()
        parser.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for outcome in result.outcomes {
            let job = try #require(export.jobs.first { $0.identifier == outcome.identifier })
            #expect(job.status == outcome.status.rawValue && job.errorMessage == outcome.error)
            #expect(job.name == "job" && job.mapFunction == "WORD_COUNT")
            let created = try #require(job.createdAt)
            let parsed = try #require(parser.date(from: created.text))
            #expect(abs(parsed.timeIntervalSince1970 - created.epoch) < 0.0011)
            let submitted = Double(outcome.submittedAt.nanoseconds) / 1e9
            #expect(created.epoch >= 1_704_067_200 + submitted)
            let lines = export.results.filter { $0.job == outcome.identifier }.map { row in
                guard case .integer(let count) = row.value else { return "" }
                return "\(row.key)\t\(count)\n"
            }
            let text = outcome.results.map { String(decoding: $0.joined(), as: UTF8.self) }
            #expect(lines.joined() == text ?? "")
        }
    }

    @Test func `every task stands there with its times`() throws {
        var bed = ClusterBed()
        bed.settings.costs.perEvent = .milliseconds(5)
        let export = JobTablesExport(bed.run().tables, start: Self.start)
        #expect(
            export.tasks.map(\.type).sorted() == ["MAP", "MAP", "MAP", "MAP", "REDUCE", "REDUCE"]
        )
        #expect(Set(export.tasks.map(\.identifier)).count == 6)
        for task in export.tasks {
            let created = try #require(task.createdAt)
            let started = try #require(task.startedAt)
            let completed = try #require(task.completedAt)
            #expect(created.epoch <= started.epoch && started.epoch < completed.epoch)
            #expect(task.status == "COMPLETED" && task.retryCount == 0)
            #expect(task.errorMessage == nil && task.job == "job-1")
        }
        let job = try #require(export.jobs.first)
        let last = export.tasks.compactMap(\.completedAt?.epoch).max()
        #expect(job.completedAt?.epoch == last)
    }

    @Test func `values are numbers where they can be`() {
        let text = "a\t17\nb c\t-2.5\n\td\t\u{65e5}\nlarge\t99999999999999999999\ne\t[1,2]\n\t\n"
        let lines = ResultText.lines(of: Array(text.utf8))
        #expect(lines.map(\.key) == ["a", "b c", "\td", "large", "e", ""])
        #expect(
            lines.map(\.value) == [
                .integer(17), .real(-2.5), .text("\u{65e5}"), .real(1e20), .text("[1,2]"),
                .text(""),
            ]
        )
    }

    @Test func `values are ordered as SQLite orders them`() {
        let values: [JobTablesExport.Value] = [
            .real(-1e30), .integer(-3), .real(-2.5), .integer(0), .real(0.5), .integer(1),
            .real(1e20), .text(""), .text("10"), .text("9"), .text("a"),
        ]
        #expect(values.reversed().sorted() == values)
    }
}
