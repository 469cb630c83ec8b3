import Testing

@testable import Scenarios

/// SplitMix64 (Steele, Lea and Flood, 2014), so that a failing seed can be run again.
private struct Mutator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

    /// A file with some of its lines or bytes deleted, repeated, swapped or replaced.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        let marks = Array("{}[]:,*&!|>'\"#%@-09aZ ~\\\u{0}\n".utf8)
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
        for _ in 0...below(3) {
            let line = below(lines.count)
            switch below(9) {
            case 0: lines.remove(at: line)
            case 1: lines.insert(lines[line], at: below(lines.count))
            case 2: lines.swapAt(line, below(lines.count))
            case 3: lines[line] = []
            case 4: lines[line].insert(contentsOf: Array("  ".utf8), at: 0)
            case 5: lines[line] = Array(lines[line].prefix(below(lines[line].count)))
            case 6 where !lines[line].isEmpty:
                lines[line].remove(at: below(lines[line].count))
            case 7 where !lines[line].isEmpty:
                lines[line][below(lines[line].count)] = marks[below(marks.count)]
            default: lines[line].insert(UInt8(below(256)), at: below(lines[line].count))
            }
            if lines.isEmpty { lines = [[]] }
        }
        return Array(lines.joined(separator: [10]))
    }
}

struct MutationTests {
    @Test(arguments: ShippedScenario.all.indices)
    func `a damaged scenario is either right or has placed problems`(index: Int) {
        let shipped = ShippedScenario.all[index]
        let name = shipped.name
        var accepted = 0
        var refused = 0
        for seed in 0..<(name == "a-4" ? 20 : 60) {
            var mutator = Mutator(state: UInt64(seed * 5 + index))
            let damaged = mutator.mutate(shipped.bytes)
            do throws(ScenarioLoadingError) {
                let loaded = try ScenarioLoader.load(bytes: damaged, name: name)
                #expect(!loaded.cells.isEmpty, "seed \(seed)")
                accepted += 1
            } catch {
                guard case .invalid(let diagnostics) = error else {
                    Issue.record("seed \(seed): \(error)")
                    continue
                }
                #expect(!diagnostics.isEmpty, "seed \(seed)")
                let lines = damaged.count { $0 == 10 } + 1
                for problem in diagnostics.all {
                    let location = problem.location
                    let isInside = (1...lines).contains(location.line) && location.column >= 1
                    #expect(isInside, "seed \(seed): \(problem)")
                    #expect(location.file == name, "seed \(seed): \(problem)")
                }
                refused += 1
            }
        }
        #expect(accepted > 0 && refused > accepted)
    }

    @Test
    func `random bytes never pass for a scenario`() {
        let marks = Array("{}[]:,*&!|>'\"#%@- \nab01?".utf8)
        for seed in 0..<300 {
            var mutator = Mutator(state: UInt64(seed))
            let bytes = (0..<mutator.below(400)).map { _ in UInt8(mutator.below(256)) }
            #expect(!problems(of: bytes).isEmpty, "seed \(seed)")
            let text = (0..<mutator.below(400)).map { _ in
                marks[mutator.below(marks.count)]
            }
            #expect(!problems(of: text).isEmpty, "seed \(seed)")
        }
    }
}
