import Foundation
import Simulator
import Testing

@testable import Scenarios

/// Lines that nobody can mistake for anything else: levels, words and numbers.
private let lines = (0..<400).map { number in
    let level = ["INFO", "WARN", "ERROR"][number * number % 7 % 3]
    return "\(level) took \(number * 37 % 211) of word-\(number % 13) and word-\(number % 5)"
}

private let text = Array(lines.joined(separator: "\n").utf8) + [0x0A]

private func runLines(_ name: String, _ jobs: String, schedule: String = "fifo") throws -> JobRun {
    let folder = try InputFolder(name, text)
    defer { folder.remove() }
    return try JobRun(jobScenario(schedule: schedule, jobs: jobs), in: folder.path)
}

struct JobResultTests {
    /// Compared with a dictionary.
    @Test(arguments: [(1, 1), (3, 2), (9, 5), (500, 3)])
    func `words are counted right, however the job is cut`(mappers: Int, reducers: Int) throws {
        let run = try runLines(
            "words-\(mappers)",
            "{count: 1, topic: t, mappers: \(mappers), reducers: \(reducers)}"
        )
        var counts: [String: Int] = [:]
        for word in lines.flatMap({ $0.split(separator: " ") }) {
            counts[String(word), default: 0] += 1
        }
        #expect(run.results() == counts.mapValues(String.init))
        #expect(run.record.jobs[0].rows == counts.count)
        #expect(try run.value("results.rows") == .count(counts.count))
        #expect(try run.value("map.records") == .count(lines.count))
        #expect(try run.value("map.pairs") == .count(counts.values.reduce(0, +)))
        #expect(try run.value("reduce.keys") == .count(counts.count))
        #expect(try run.value("jobs.completed") == .count(1))
        #expect(run.record.broken == [:])
        #expect(run.result.verdict == .held)
    }

    @Test
    func `other functions give what a dictionary gives`() throws {
        let run = try runLines(
            "functions",
            #"""
            {count: 1, names: level, topic: t, map: log-level, reduce: count}
              - jobs: {count: 1, names: group, topic: t, map: {regex: {expression: "took (\\d)\\d* "}}, reduce: count}
            """#
        )
        var levels: [String: Int] = [:]
        var digits: [String: Int] = [:]
        for line in lines {
            let words = line.split(separator: " ")
            levels[String(words[0]), default: 0] += 1
            digits[String(words[2].prefix(1)), default: 0] += 1
        }
        #expect(run.record.jobs.map(\.identifier) == ["level", "group"])
        #expect(run.results(0) == levels.mapValues(String.init))
        #expect(run.results(1) == digits.mapValues(String.init))
    }

    @Test
    func `generated lines hold as many words as the file says`() throws {
        let topic = "{name: t, partitions: 3, generate: {count: 300, vocabulary: 50, words: 6}}"
        let run = try JobRun(jobScenario(topic: topic))
        let counts = run.results().values.compactMap { Int($0) }
        // A time and a level stand before the words.
        #expect(counts.reduce(0, +) == 300 * 8)
        #expect(run.record.broken == [:])
    }

    /// The runs differ in order only.
    @Test
    func `a run gives the same again, and another order the same results`() throws {
        let jobs = "{count: 4, topic: t, mappers: 5, reducers: 3}"
        let first = try runLines("same-1", jobs).record
        let again = try runLines("same-1", jobs).record
        #expect(first.outcome == again.outcome)
        #expect(first.jobs == again.jobs)
        #expect(first.timeline == again.timeline)
        #expect(first.metrics.counters == again.metrics.counters)
        let other = try runLines("same-2", jobs, schedule: "random").record
        #expect(other.outcome.digest != first.outcome.digest)
        #expect(other.jobs.map(\.results) == first.jobs.map(\.results))
        #expect(other.jobs.map(\.rows) == first.jobs.map(\.rows))
    }

    @Test
    func `a job reports its largest values first, and equal ones by their keys`() throws {
        let run = try runLines("order", "{count: 1, topic: t, reducers: 4}")
        let rows = run.record.jobs[0].results.map(JobRecord.parts)
        let values = rows.compactMap { Int($0.value) }
        #expect(values == values.sorted(by: >) && values.count == rows.count)
        for (left, right) in zip(rows, rows.dropFirst()) where left.value == right.value {
            #expect(left.key.utf8.lexicographicallyPrecedes(right.key.utf8))
        }
    }
}
