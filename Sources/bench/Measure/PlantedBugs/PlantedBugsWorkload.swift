import Simulator

/// Every bug that can be planted, with what it takes until a checker notices it; and the same runs
/// without bugs, in which none may notice anything.
package enum PlantedBugsWorkload {
    /// How many seeds of each bed are run without bugs at least.
    private static let cleanMinimum = 20.0

    /// Seeks every bug, then runs the seeds that it took without bugs: of each bed as many as the
    /// bug that was hardest to find there, or some more.
    ///
    /// - Parameter scale: The part of all bugs that is sought, those that come first, and of the
    ///   runs without bugs.
    package static func run(scale: Double) throws -> [Measurement] {
        let all = SoughtBug.all
        let sought = all.prefix(max(1, Int(Double(all.count) * min(1, scale))))
        var measurements: [Measurement] = []
        var beds: [(bed: BugBed, seeds: UInt64)] = []
        for bug in sought {
            let find = try bug.seek()
            measurements.append(measurement(of: bug, find))
            let seeds = find.seeds ?? SoughtBug.seedsMaximum
            if let place = beds.firstIndex(where: { $0.bed.name == bug.bed.name }) {
                beds[place].seeds = max(beds[place].seeds, seeds)
            } else {
                beds.append((bug.bed, seeds))
            }
        }
        let minimum = UInt64(cleanMinimum * min(1, scale))
        for (bed, seeds) in beds { measurements.append(try clean(bed, max(seeds, minimum))) }
        return measurements
    }

    private static func measurement(of bug: SoughtBug, _ find: SoughtBug.Find) -> Measurement {
        var digest = TraceDigest()
        digest.fold(find.seeds ?? 0, find.events)
        return Measurement(
            workload: "planted-bugs",
            operations: Int(find.seeds ?? SoughtBug.seedsMaximum),
            checks: [
                ("bug", bug.name), ("bed", bug.bed.name),
                ("of", bug.bed.isScenario ? "scenario" : "simulator"),
                ("checker", find.checker ?? "none"),
                ("events", String(find.events)), ("seconds", fixed(find.seconds, digits: 2)),
            ],
            digest: digest
        )
    }

    /// Runs a bed without any bug.
    private static func clean(_ bed: BugBed, _ seeds: UInt64) throws -> Measurement {
        let watch = Stopwatch()
        var digest = TraceDigest()
        var events: UInt64 = 0
        var noticed: [String] = []
        for seed in 1...seeds {
            let run = try bed.run(seed: seed)
            events += run.events
            digest.fold(seed, run.events)
            if let checker = run.checkers.first { noticed.append("\(checker)@\(seed)") }
        }
        return Measurement(
            workload: "planted-bugs",
            operations: Int(seeds),
            checks: [
                ("bug", "none"), ("bed", bed.name),
                ("of", bed.isScenario ? "scenario" : "simulator"),
                ("checker", noticed.isEmpty ? "none" : noticed.joined(separator: ",")),
                ("events", String(events)), ("seconds", fixed(watch.read().processor, digits: 2)),
            ],
            digest: digest
        )
    }
}
