import Testing

@testable import Simulator

/// The text of identifiers, as a machine remembers at which attempts a process was killed.
struct TaskIdentifierTests {
    @Test(
        arguments: [
            "job-1", "report #7", "#", "a#1/map/3#2", "team/job", "/job/", "//", "", "a\tb",
            "map/1",
        ],
        TaskKind.allCases
    )
    func `an attempt at a task of a job of any name reads back`(job: String, kind: TaskKind) {
        let task = TaskIdentifier(job: job, kind: kind, index: 12)
        let attempt = AttemptIdentifier(task: task, number: 3)
        #expect(AttemptIdentifier("\(attempt)") == attempt)
    }

    @Test(
        arguments: [
            "", "job", "job/map/3", "job/map/3#", "job/map/#2", "job/sort/3#2", "map/3#2",
            "job/map/3#2#", "job/MAP/3#2", "job/map/3#two",
        ]
    )
    func `a text that is no attempt is refused`(text: String) {
        #expect(AttemptIdentifier(text) == nil)
    }
}
