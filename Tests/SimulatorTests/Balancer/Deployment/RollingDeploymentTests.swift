import Testing

@testable import Simulator

/// What a deployment does next, without anything that is deployed.
struct RollingDeploymentTests {
    /// The steps in short, where those in `failing` fail: `d1` drains server 1, `t1.0` is the first
    /// way of its package, `n1` and `o1` start the new and the old version, `v1` asks whether it is
    /// well, `p1` puts it back, `w1` watches it.
    private func steps(
        of count: Int = 2,
        drains: Bool = true,
        ways: Int = 2,
        failing: Set<String> = []
    ) -> [String] {
        var plan = RollingDeployment(
            (1...count).map(String.init),
            drains: drains,
            ways: ways
        )
        var steps: [String] = []
        while steps.count < 100 {
            let word = Self.word(plan.step)
            steps.append(word)
            if case .end = plan.step { return steps }
            plan.finish(succeeded: !failing.contains(word))
        }
        return steps
    }

    private static func word(_ step: RollingDeployment.Step) -> String {
        switch step {
        case .drain(let server): "d\(server)"
        case .transfer(let server, let way): "t\(server).\(way)"
        case .restart(let server, let isNew): (isNew ? "n" : "o") + server
        case .verify(let server): "v\(server)"
        case .putBack(let server): "p\(server)"
        case .watch(let server): "w\(server)"
        case .end(let result): result.rawValue
        }
    }

    @Test
    func `one server after the other is drained, replaced, checked, put back and watched`() {
        #expect(
            steps() == [
                "d1", "t1.0", "n1", "v1", "p1", "w1", "d2", "t2.0", "n2", "v2", "p2", "w2",
                "completed",
            ]
        )
        #expect(
            steps(drains: false) == [
                "t1.0", "n1", "v1", "w1", "t2.0", "n2", "v2", "w2", "completed",
            ]
        )
        #expect(steps(of: 1, failing: ["t1.0"]).starts(with: ["d1", "t1.0", "t1.1", "n1"]))
    }

    @Test(arguments: [
        // A version that is not well gets no request.
        (["v1"], ["d1", "t1.0", "n1", "v1", "o1", "v1", "failed"]),
        // Errors show with the second server: both get the old version, the second one first.
        (
            ["w2"],
            [
                "d1", "t1.0", "n1", "v1", "p1", "w1", "d2", "t2.0", "n2", "v2", "p2", "w2",
                "d2", "o2", "v2", "p2", "d1", "o1", "v1", "p1", "rolled back",
            ]
        ),
        // No way works: nothing was changed there.
        (["t1.0", "t1.1"], ["d1", "t1.0", "t1.1", "p1", "failed"]),
        (
            ["t2.0", "t2.1"],
            [
                "d1", "t1.0", "n1", "v1", "p1", "w1", "d2", "t2.0", "t2.1", "p2",
                "d1", "o1", "v1", "p1", "failed",
            ]
        ),
        // The proxy does not answer.
        (["d1"], ["d1", "p1", "failed"]),
        // The machine is gone.
        (["n1", "o1"], ["d1", "t1.0", "n1", "o1", "failed"]),
    ])
    func `what goes wrong is taken back`(failing: [String], expected: [String]) {
        #expect(steps(failing: Set(failing)) == expected)
    }

    @Test
    func `without draining a bad version is taken back too`() {
        #expect(
            steps(drains: false, failing: ["w2"]) == [
                "t1.0", "n1", "v1", "w1", "t2.0", "n2", "v2", "w2", "o2", "v2", "o1", "v1",
                "rolled back",
            ]
        )
        #expect(steps(drains: false, ways: 1, failing: ["t1.0"]) == ["t1.0", "failed"])
    }

    @Test(arguments: 0..<64)
    func `whichever steps fail, it ends, and never touches two servers at once`(pattern: Int) {
        var plan = RollingDeployment(["1", "2", "3"], drains: true, ways: 2)
        var random = SplitMix64(seed: UInt64(pattern))
        var out: Set<String> = []
        var unwell: Set<String> = []
        for _ in 0..<200 {
            let succeeded = random.next() % 4 != 0
            switch plan.step {
            case .drain(let server): out.insert(server)
            case .putBack(let server): out.remove(server)
            case .restart(let server, isNew: false) where !succeeded,
                .verify(let server) where !succeeded:
                unwell.insert(server)
            case .end: return
            default: break
            }
            #expect(out.subtracting(unwell).count <= 1)
            plan.finish(succeeded: succeeded)
        }
        Issue.record("it does not end")
    }
}
