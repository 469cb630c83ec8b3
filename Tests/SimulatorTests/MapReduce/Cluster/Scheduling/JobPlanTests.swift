import Testing

@testable import Simulator

struct JobPlanTests {
    /// Whatever the sizes, every byte of every partition belongs to exactly one task.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a plan covers every byte once`(seed: UInt64) {
        var random = Xoshiro256(seed: seed)
        let sizes = (0..<Int(random.next() % 6)).map { _ in Int(random.next() % 50) }
        let mappers = 1 + Int(random.next() % 12)
        let inputs = JobPlan.mapInputs(sizes: sizes, mappers: mappers)
        #expect(inputs.count == mappers)
        for (partition, size) in sizes.enumerated() {
            let ranges = inputs.joined().filter { $0.input == partition }.map(\.range)
            #expect(ranges.flatMap(Array.init).sorted() == Array(0..<size))
        }
    }

    @Test func `identifiers of attempts read back`() {
        let task = TaskIdentifier(job: "a/b", kind: .reduce, index: 12)
        let attempt = AttemptIdentifier(task: task, number: 3)
        #expect("\(attempt)" == "a/b/reduce/12#3")
        #expect(AttemptIdentifier("\(attempt)") == attempt)
        #expect(AttemptIdentifier("a/reduce#1") == nil)
    }
}
