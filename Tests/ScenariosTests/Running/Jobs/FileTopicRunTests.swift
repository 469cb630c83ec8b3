import Foundation
import Simulator
import Testing

@testable import Scenarios

/// What `gzip` makes of `plain`.
private let archive = Array(
    Data(
        base64Encoded:
            "H4sIAAAAAAACAyvJV0hKVcgvUsjLL1EoAXG4SjISSxQyixVKMlIVCktTi0sy8/O4IFIAHUWoeS4A"
            + "AAA="
    ) ?? Data()
)

private let plain = Array("to be or not to be\nthat is the question\nto be\n".utf8)

private let counts = [
    "to": "3", "be": "3", "or": "1", "not": "1", "that": "1", "is": "1", "the": "1",
    "question": "1",
]

struct FileTopicRunTests {
    @Test(arguments: [("plain", plain), ("no-end", Array(plain.dropLast())), ("gzip", archive)])
    func `jobs read a file beside the scenario`(name: String, bytes: [UInt8]) throws {
        let folder = try InputFolder("file-\(name)", bytes)
        defer { folder.remove() }
        let run = try JobRun(jobScenario(), in: folder.path)
        #expect(run.results() == counts)
        #expect(run.record.broken == [:])
        #expect(try run.value("map.records") == .count(3))
    }

    @Test
    func `a job of an empty file completes without results`() throws {
        let folder = try InputFolder("file-empty", [])
        defer { folder.remove() }
        let run = try JobRun(jobScenario(), in: folder.path)
        #expect(run.record.jobs.map(\.status) == ["COMPLETED"])
        #expect(run.record.jobs.map(\.rows) == [0])
        #expect(run.record.broken == [:])
        #expect(try run.value("map.records") == .count(0))
        #expect(try run.value("shuffle.saving") == nil)
    }

    @Test
    func `a file that is not there is named`() throws {
        let folder = try InputFolder("file-missing", nil)
        defer { folder.remove() }
        let path = "\(folder.path)/input"
        #expect(throws: ScenarioRunningError.unreadable(path: path, reason: "no such file")) {
            try JobRun(jobScenario(), in: folder.path)
        }
    }

    @Test(arguments: [("cut", Array(archive.dropLast(9))), ("changed", Array(archive.prefix(30)))])
    func `a damaged archive is refused with its name`(name: String, bytes: [UInt8]) throws {
        let folder = try InputFolder("file-\(name)", bytes)
        defer { folder.remove() }
        do throws(ScenarioRunningError) {
            _ = try ScenarioRunner().run(
                try loaded(in: folder.path).cells[0]
            )
            Issue.record("it was read")
        } catch {
            guard case .invalid(let message) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(message.hasPrefix("\(folder.path)/input: file 1: "))
        }
    }

    private func loaded(in folder: String) throws(ScenarioRunningError) -> LoadedScenario {
        do throws(ScenarioLoadingError) {
            return try ScenarioLoader.load(
                bytes: Array(jobScenario().utf8),
                name: "jobs.yaml",
                folder: folder
            )
        } catch {
            throw .internalError("\(error)")
        }
    }

    @Test
    func `the folder of a scenario that is given by its path is its own`() throws {
        let folder = try InputFolder("file-path", plain)
        defer { folder.remove() }
        try folder.write(Array(jobScenario().utf8), to: "jobs.yaml")
        let loaded = try ScenarioLoader.load("\(folder.path)/jobs.yaml")
        let record = try ScenarioRunner().run(loaded.cells[0])
        #expect(record.jobs[0].rows == counts.count)
    }
}
