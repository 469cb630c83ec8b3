import Foundation
import Simulator
import Testing

@testable import Scenarios

struct ExperimentTests {
    @Test
    func `experiment`() throws {
        let env = ProcessInfo.processInfo.environment
        guard let path = env["SHRINK_FILE"] else { return }
        var runner = ScenarioRunner()
        switch env["BUG"] ?? "" {
        case "drops": runner.plantedBugs.balancer = .dropsRequestsOfTheDead
        case let b where b.hasPrefix("queue."):
            runner.plantedBugs.queue = QueuePlantedBug(rawValue: String(b.dropFirst(6)))
        case "keepsDead": runner.plantedBugs.balancer = .keepsTheDeadPlaced
        case "last-placement": runner.plantedBugs.balancer = .usesTheLastPlacement
        case "ordinals": runner.plantedBugs.balancer = .reusesOrdinals
        case "renumbers": runner.plantedBugs.balancer = .renumbersTheLiving
        case let b where b.hasPrefix("up."):
            runner.plantedBugs.upstream = UpstreamPlantedBug.allCases.first {
                String(describing: $0) == b.dropFirst(3)
            }
        case "manifest": runner.plantedBugs.backup = .writesManifestFirst
        case "incomplete": runner.plantedBugs.backup = .countsIncomplete
        case "grace": runner.plantedBugs.backup = .sweepsWithoutGrace
        case "last": runner.plantedBugs.backup = .deletesTheLast
        case let b where b.hasPrefix("jobs."):
            runner.plantedBugs.mapReduce = MapReducePlantedBug(rawValue: String(b.dropFirst(5)))
        default: break
        }
        let clock = ContinuousClock()
        let start = clock.now
        for seed in UInt64(env["SEED"] ?? "1")!...UInt64(env["LAST"] ?? "40")! {
            let shrinker = ScenarioShrinker(
                runner: runner,
                limits: .init(runs: Int(env["RUNS"] ?? "2000")!)
            ) {
                if $0.runs % 50 == 0 { print(clock.now - start, $0.runs, $0.smallest) }
            }
            let outcome = try shrinker.shrink(path, overrides: .init(seed: seed))
            print("seed", seed, clock.now - start)
            guard case .shrunk(let shrunk) = outcome else { continue }
            print(shrunk.file(origin: "x", command: "y"))
            print("runs", shrunk.runs, "short", shrunk.isCutShort, clock.now - start)
            break
        }
    }
}
