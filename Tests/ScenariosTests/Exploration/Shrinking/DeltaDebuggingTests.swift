import Testing

@testable import Scenarios

struct DeltaDebuggingTests {
    /// What is left of `count` elements where those of `needed` fail together, and how many
    /// questions that took.
    private func minimized(_ count: Int, needing needed: [Int]) -> (left: [Int], questions: Int) {
        var questions = 0
        let left = DeltaDebugging.minimized(Array(0..<count)) { part in
            questions += 1
            return needed.allSatisfy(part.contains)
        }
        return (left, questions)
    }

    @Test(arguments: [
        [], [0], [99], [42], [0, 99], [3, 4], [10, 20, 30, 40, 50], Array(20..<40),
        Array(0..<100),
    ])
    func `exactly what is needed is left, in its order`(needed: [Int]) {
        #expect(minimized(100, needing: needed).left == needed)
    }

    @Test
    func `a single cause among a thousand is found by halving`() {
        for cause in [0, 1, 499, 500, 777, 999] {
            #expect(minimized(1_000, needing: [cause]).questions <= 22)
        }
    }

    @Test
    func `nothing is asked of nothing, and one element is needed unless nothing fails`() {
        #expect(minimized(0, needing: []).questions == 0)
        #expect(minimized(1, needing: [0]).left == [0])
        #expect(minimized(1, needing: []).left == [])
    }

    /// Three of the five multiples of 20 fail, whichever: a failure that is not monotone has many
    /// smallest parts.
    @Test
    func `no single element of what is left can go`() {
        let fails = { (part: [Int]) in
            let hits = part.count { $0.isMultiple(of: 20) }
            return hits >= 3 && part.count.isMultiple(of: 3)
        }
        let left = DeltaDebugging.minimized(Array(0..<99), fails: fails)
        #expect(fails(left))
        for index in left.indices {
            var rest = left
            rest.remove(at: index)
            #expect(!fails(rest))
        }
    }
}
