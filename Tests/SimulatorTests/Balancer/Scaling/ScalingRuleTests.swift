import Testing

@testable import Simulator

/// How many servers there should be.
struct ScalingRuleTests {
    private func rule(_ change: (inout ScalingSettings) -> Void = { _ in }) -> ScalingRule {
        var settings = ScalingSettings()
        settings.maximum = 100
        change(&settings)
        return ScalingRule(settings: settings)
    }

    @Test(arguments: [
        // The examples of the documentation of Kubernetes: twice the target doubles the servers,
        // half of it halves them.
        (4, 0.5, 1.0, 4), (4, 0.5, 0.25, -2),
        // ⌈3 × 0.95 / 0.8⌉ = 4, ⌈10 × 0.3 / 0.8⌉ = 4.
        (3, 0.8, 0.95, 1), (10, 0.8, 0.3, -6),
        // Within a tenth of the target nothing is done, on either side.
        (5, 0.8, 0.88, 0), (5, 0.8, 0.72, 0), (5, 0.8, 0.89, 1),
        // What comes out even asks for no more than that.
        (8, 0.8, 0.1, -7), (3, 0.3, 0.1, -2),
        (2, 0.8, 0, -1),
    ])
    func `the number is that of the servers by use over target, rounded up`(
        servers: Int,
        target: Double,
        use: Double,
        change: Int
    ) {
        let rule = rule { $0.target = target }
        #expect(rule.change(servers: servers, use: use, now: .zero) == change)
    }

    @Test
    func `bounds are kept, also where nobody knows the use`() {
        let rule = rule {
            $0.minimum = 3
            $0.maximum = 6
        }
        #expect(rule.change(servers: 5, use: 1, now: .zero) == 1)
        #expect(rule.change(servers: 4, use: 0, now: .zero) == -1)
        #expect(rule.change(servers: 2, use: nil, now: .zero) == 1)
        #expect(rule.change(servers: 7, use: 0.8, now: .zero) == -1)
        #expect(rule.change(servers: 5, use: nil, now: .zero) == 0)
    }

    @Test
    func `after a change nothing is changed for a while`() {
        var rule = rule { $0.cooldown = .seconds(60) }
        rule.noteChange(at: .zero.advanced(by: .seconds(100)))
        let late = VirtualInstant.zero.advanced(by: .seconds(160))
        #expect(rule.change(servers: 2, use: 1, now: .zero.advanced(by: .seconds(159))) == 0)
        #expect(rule.change(servers: 2, use: 1, now: late) == 1)
    }
}
