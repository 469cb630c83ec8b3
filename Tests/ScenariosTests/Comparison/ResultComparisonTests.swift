import OrderedCollections
import Simulator
import Testing

@testable import Scenarios

struct ResultComparisonTests {
    /// A result with one of each thing that can change.
    private func document() throws -> ResultDocument {
        let lines = """
            expect: [latency.p99 < 10s, requests.lost == 0, "invariant: every-request-answered-once"]
            claims: [{source: a book, says: all arrive, check: requests == 10_000}]
            report: [{table: [requests.completed]}]
            """
        var document = ResultDocument(of: try ResultFixture.result(lines))
        document.verdict = .held
        var cell = document.cells[0]
        cell.verdict = .held
        var job = ResultDocument.Job()
        job.identifier = "job-1"
        job.status = "COMPLETED"
        job.duration = 1_000
        job.rows = 2
        job.digest = "0123456789abcdef"
        var row = ResultDocument.Job.Row()
        (row.key, row.value) = ("word", "7")
        job.results = [row]
        cell.jobs = [job]
        var violation = ResultDocument.Violation()
        violation.property = "stuck"
        violation.message = "something broke"
        cell.violations = [violation]
        var event = ResultDocument.Event()
        (event.instant, event.subject, event.event) = (5, "Server 1", "crash")
        cell.timeline = [event]
        cell.notes = ["a note"]
        document.cells = [cell]
        return document
    }

    private func changes(
        _ edit: (inout ResultDocument) throws -> Void
    ) throws -> [Change] {
        let base = try document()
        var new = base
        try edit(&new)
        return ResultComparison(from: base, to: new).changes
    }

    /// Every place of a value in a document that holds no others.
    private func places(in value: JSONValue) -> [[Int]] {
        switch value {
        case .array(let items):
            return items.enumerated().flatMap { place, item in
                places(in: item).map { [place] + $0 }
            }
        case .object(let members):
            return members.enumerated().flatMap { place, member in
                places(in: member.value).map { [place] + $0 }
            }
        default: return [[]]
        }
    }

    /// The document with the value at a place replaced by another one of its kind.
    private func planted(_ value: JSONValue, at path: ArraySlice<Int>) -> JSONValue {
        switch value {
        case .array(var items):
            guard let place = path.first else { return value }
            items[place] = planted(items[place], at: path.dropFirst())
            return .array(items)
        case .object(var members):
            guard let place = path.first else { return value }
            members[place].value = planted(members[place].value, at: path.dropFirst())
            return .object(members)
        case .boolean(let old): return .boolean(!old)
        case .number(let text): return .number(text == "7" ? "8" : "7")
        case .string(let text):
            let others = ["held": "failed", "quiescent": "deadline"]
            return .string(others[text] ?? text + "x")
        case .null: return .number("7")
        }
    }

    @Test
    func `a document does not differ from itself`() throws {
        #expect(try changes { _ in } == [])
    }

    @Test
    func `a change planted anywhere in the file is a change`() throws {
        let base = try document()
        let written = JSONValue(ResultDocument.format.write(base))
        var planted = 0
        for place in places(in: written) {
            let other = self.planted(written, at: place[...])
            let bytes = Array(other.written().utf8)
            // What can no longer be read is no result.
            guard let new = try? ResultDocument(json: bytes, name: "new"), new != base else {
                continue
            }
            let found = ResultComparison(from: base, to: new).changes
            #expect(!found.isEmpty, "\(place)")
            planted += 1
        }
        #expect(planted > 250)
    }

    @Test
    func `a figure has its values, its difference, and says what is better by the expectation`()
        throws
    {
        let changes = try changes { document in
            document.cells[0].figures = FigureTable(
                document.cells[0].figures.all.map { figure in
                    var figure = figure
                    if figure.reference.description == "requests.lost" {
                        figure.value = .count(5)
                    }
                    if figure.reference.description == "requests.completed" {
                        figure.value = .count(9_000)
                    }
                    return figure
                }
            )
        }
        try #require(changes.count == 2)
        // What came from nothing is larger than all that grew.
        #expect(changes.map(\.subject) == ["requests.lost", "requests.completed"])
        #expect(changes.map(\.trend) == [.worse, .worse])
        #expect(changes.map(\.difference) == [5, -1_000])
        #expect(changes.map(\.relativeDifference) == [nil, -0.1])
        #expect(changes[0].old == .figure(.count(0)))
        #expect(ChangeText.difference(of: changes[0]) == "+5")
        #expect(ChangeText.difference(of: changes[1]) == "-1,000 (-10.00%)")
    }

    @Test
    func `figures that come and go are no numbers`() throws {
        let changes = try changes { document in
            var all = document.cells[0].figures.all
            let removed = all.removeFirst()
            var added = removed
            added.reference.metric = "requests.unheard-of"
            added.value = nil
            document.cells[0].figures = FigureTable(all + [added])
        }
        #expect(changes.map(\.new).contains(.absent))
        #expect(changes.map(\.old).contains(.absent))
        #expect(changes.map(\.new).contains(.none))
        #expect(changes.allSatisfy { $0.kind == .figure && $0.difference == nil })
    }

    @Test
    func `conditions that flip are worse or better, and claims neither`() throws {
        let worse = try changes { document in
            document.verdict = .failed
            document.cells[0].verdict = .failed
            document.cells[0].expectations[1].isHeld = false
            document.cells[0].expectations[2].isHeld = false
            document.cells[0].claims[0].isHeld.toggle()
        }
        #expect(worse.map(\.kind) == [.verdict, .expectation, .invariant, .claim])
        #expect(worse.map(\.trend) == [.worse, .worse, .worse, .changed])
        let base = try document()
        var failed = base
        failed.cells[0].expectations[1].isHeld = false
        let better = ResultComparison(from: failed, to: base).changes
        #expect(better.map(\.trend) == [.better])
    }

    @Test
    func `violations and jobs are told by their names`() throws {
        let changes = try changes { document in
            document.cells[0].violations = []
            document.cells[0].jobs[0].status = "FAILED"
            document.cells[0].jobs[0].duration = 2_000
            document.cells[0].jobs[0].rows = 3
        }
        #expect(changes.map(\.kind) == [.violation, .job, .job, .figure])
        #expect(changes.map(\.trend) == [.better, .worse, .changed, .worse])
        #expect(
            changes.map(\.subject) == ["stuck", "job-1", "job-1 results", "duration of job-1"]
        )
    }

    @Test
    func `seed, digest and settings are told by their paths`() throws {
        let changes = try changes { document in
            document.seed = 43
            document.cells[0].digest = "ffff"
            document.configuration = .members(["cluster": .members(["servers": .integer(5)])])
        }
        #expect(changes.filter { $0.kind == .identity }.map(\.subject) == ["seed", "digest"])
        #expect(changes.contains { $0.subject.hasPrefix("configuration.cluster") })
    }

    @Test
    func `runs of a matrix are matched by what they vary, and told when they come or go`() throws {
        var base = try document()
        var first = base.cells[0]
        first.parameters = ["a": "1"]
        var second = first
        second.index = 1
        second.parameters = ["a": "2"]
        base.cells = [first, second]
        var new = base
        var third = first
        third.index = 0
        third.parameters = ["a": "0"]
        new.cells = [third, first, second]
        new.cells[1].index = 1
        new.cells[2].index = 2
        new.cells[2].events += 1
        let changes = ResultComparison(from: base, to: new).changes
        #expect(changes.map(\.kind) == [.cell, .course])
        #expect(changes.map(\.subject) == ["a = 0", "events"])
        #expect(changes.map(\.cell) == ["", "a = 2"])
        let back = ResultComparison(from: new, to: base).changes
        #expect(back.first?.new == .absent)
    }

    @Test
    func `many entries of the course are one change`() throws {
        let changes = try changes { document in
            let event = document.cells[0].timeline[0]
            document.cells[0].timeline += [event, event]
        }
        #expect(changes.count == 1)
        #expect(changes.first?.subject == "timeline: 2 values, the first at timeline.1")
    }

    @Test
    func `every metric whose direction is known is in the catalogue`() {
        let known = FigureTrend.losses.union(FigureTrend.delays).union(FigureTrend.gains)
        let names = Set(MetricCatalog.metrics.map(\.name))
        #expect(known.subtracting(names) == [])
        #expect(FigureTrend.losses.isDisjoint(with: FigureTrend.gains))
    }

    @Test(arguments: [
        ("latency.p99", 1.0, 2.0, Change.Trend.worse), ("servers.crashed", 1, 2, .changed),
        ("throughput", 1, 2, .better), ("load.gini", 0.5, 0.4, .better),
        ("load.jain", 0.5, 0.4, .worse), ("network.messages", 1, 2, .changed),
        (#"requests.completed{server="a"}"#, 1, 2, .changed),
    ])
    func `the catalogue knows what is better`(
        figure: String,
        old: Double,
        new: Double,
        wanted: Change.Trend
    ) throws {
        let reference = try CheckParser.reference(figure)
        #expect(FigureTrend(of: reference, wantedBy: [:]).trend(from: old, to: new) == wanted)
    }

    @Test
    func `an expectation decides over the catalogue, unless two contradict each other`() throws {
        let checks = ["throughput < 5", "load.cv > 1", "load.cv < 2", "requests == 10"].map {
            text in
            var check = ResultDocument.Check()
            check.text = text
            return check
        }
        let wanted = FigureTrend.wanted(by: checks)
        #expect(wanted["throughput"] == .lessIsBetter)
        #expect(wanted["load.cv"] == .unclear)
        let near = try #require(wanted.values.first { $0 == .nearness(to: 10) })
        #expect(near.trend(from: 8, to: 11) == .better)
        #expect(near.trend(from: 9, to: 11) == .changed)
        #expect(near.trend(from: 10, to: 11) == .worse)
    }
}
