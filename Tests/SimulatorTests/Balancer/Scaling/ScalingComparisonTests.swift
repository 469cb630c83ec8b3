import Testing

@testable import Simulator

/// What an autoscaler mends, and what its checker makes of what it does not.
struct ScalingComparisonTests {
    /// A server in a word: `s` started, `l` listed by all proxies, `m` by some, `d` drains.
    private func sighting(_ word: String) -> ScalingComparison.Sighting {
        ScalingComparison.Sighting(
            isStarted: word.contains("s"),
            isListed: word.contains("l"),
            isMentioned: word.contains("l") || word.contains("m"),
            // What is listed nowhere gets nothing new.
            isDraining: word.contains("d") || !word.contains("l") && !word.contains("m")
        )
    }

    @Test(
        arguments: [
            // All is well.
            (["sl", "sl", ""], [0, 1], [], []),
            // One proxy of two has forgotten a server; all have.
            (["sl", "sm", ""], [0, 1], [], [.add(1)]),
            (["sl", "s", ""], [0, 1], [], [.add(1)]),
            // It is being launched, or removed.
            (["sl", "s", ""], [0], [1], []),
            // A proxy started anew lists what was stopped.
            (["sl", "l", ""], [0], [], [.strike(1)]),
            (["sl", "m", ""], [0], [], [.strike(1)]),
            // An autoscaler that starts anew takes over what runs, and finishes what was begun.
            (["sl", "sl", ""], [], [], [.adopt(0), .adopt(1)]),
            (["sl", "s", ""], [], [], [.adopt(0), .adopt(1), .add(1)]),
            (["sl", "sld", ""], [], [], [.adopt(0), .remove(1)]),
            // No more than there may be.
            (["sl", "sl", "s"], [], [], [.adopt(0), .adopt(1), .remove(2)]),
            // Somebody else has one drain: that is not for the autoscaler to end.
            (["sl", "sld", ""], [0, 1], [], []),
            // The last server of a group stays until the other one is there.
            (["l", "s", ""], [1], [], [.add(1), .strike(0)]),
            // Nothing of it is there any more.
            (["sl", "l", ""], [0, 1], [], [.forget(1), .strike(1)]),
        ] as [([String], [Int], Set<Int>, [ScalingRepair])]
    )
    func `what differs is mended`(
        words: [String],
        members: [Int],
        changing: Set<Int>,
        expected: [ScalingRepair]
    ) {
        let comparison = ScalingComparison(sightings: words.map(sighting), maximum: 2)
        #expect(comparison.repairs(members: members, changing: changing) == expected)
    }

    /// What the checker says of looks, in seconds, each of which finds these two servers; a look
    /// without any is one that found no answer.
    private func problem(_ looks: [(second: Int, words: [String])]) -> String? {
        var settings = ScalingSettings()
        settings.interval = .seconds(10)
        settings.maximum = 2
        settings.cooldown = .seconds(30)
        settings.drainTimeout = .seconds(10)
        let journal = ScalingJournal()
        for (second, words) in looks {
            if words.isEmpty {
                journal.noteSilence()
            } else {
                journal.noteLook(
                    words.enumerated().map { ("Server \($0 + 1)", sighting($1)) },
                    bounds: 1...2,
                    at: .zero.advanced(by: .seconds(second))
                )
            }
        }
        return ScalingChecker(settings, journal: journal).problem
    }

    @Test
    func `what stays as it should not be is noticed after two intervals with answers`() {
        let unlisted = ["sl", "s"]
        #expect(problem([(0, unlisted), (10, unlisted), (20, ["sl", "sl"])]) == nil)
        #expect(
            problem([(0, unlisted), (10, unlisted), (20, unlisted)])
                == "from 0.000000000s to 20.000000000s 'Server 2' runs and is not in rotation"
        )
        #expect(problem([(0, unlisted), (10, []), (20, unlisted), (30, unlisted)]) == nil)
        #expect(
            problem([(0, ["sl", "l"]), (10, ["sl", "l"]), (20, ["sl", "m"])])
                == "from 0.000000000s to 20.000000000s 'Server 2' is in rotation and was stopped"
        )
        // First the one, then the other.
        #expect(problem([(0, unlisted), (10, ["sl", "l"]), (20, unlisted)]) == nil)
    }

    @Test
    func `too many and too few are noticed after a cooldown and a drain besides`() {
        let many = ["sl", "sl", "sl"]
        #expect(problem([(0, many), (10, many), (20, many)]) == nil)
        #expect(
            problem((0...6).map { ($0 * 10, many) })
                == "from 0.000000000s to 60.000000000s more servers run than may"
        )
        #expect(
            problem((0...6).map { ($0 * 10, ["", ""]) })
                == "from 0.000000000s to 60.000000000s fewer servers run than may"
        )
    }
}
