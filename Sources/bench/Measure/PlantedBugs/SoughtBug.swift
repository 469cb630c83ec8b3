package import Scenarios

/// A bug that can be planted, with the runs in which it is sought.
package struct SoughtBug: Sendable {
    /// The model and the bug: `queue.skips-truncation`.
    package let name: String
    /// What the code does that has it.
    package let meaning: String
    /// Where it is sought.
    package let bed: BugBed
    private let plant: @Sendable (inout PlantedBugs) -> Void

    /// A bug of `model`.
    ///
    /// - Parameters:
    ///   - bug: The case of the enumeration of the model's bugs.
    ///   - plant: Has the code have it.
    init(
        _ model: String,
        _ bug: some Any,
        _ meaning: String,
        in bed: BugBed,
        _ plant: @escaping @Sendable (inout PlantedBugs) -> Void
    ) {
        name = "\(model).\(Self.hyphenated("\(bug)"))"
        self.meaning = meaning
        self.bed = bed
        self.plant = plant
    }

    /// `someWords` as `some-words`.
    private static func hyphenated(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase { text += "-" }
            text += character.lowercased()
        }
    }

    /// What is planted.
    package var bugs: PlantedBugs {
        var bugs = PlantedBugs()
        plant(&bugs)
        return bugs
    }

    /// Every bug that can be planted, each once.
    package static var all: [SoughtBug] { ofServing + ofMessages + ofJobs + ofObjects }

    /// Where they are sought, each once.
    package static var beds: [BugBed] {
        all.map(\.bed).reduce(into: []) { beds, bed in
            if !beds.contains(where: { $0.name == bed.name }) { beds.append(bed) }
        }
    }

    /// Under how many seeds it has to be found.
    package static let seedsMaximum: UInt64 = 200

    /// Runs seed after seed until something notices the bug.
    ///
    /// - Parameter first: The seed to begin with.
    package func seek(from first: UInt64 = 1) throws -> Find {
        let watch = Stopwatch()
        var events: UInt64 = 0
        let bugs = bugs
        for seed in first...Self.seedsMaximum {
            let run = try bed.run(seed: seed, planting: bugs)
            events += run.events
            guard let checker = run.checkers.first else { continue }
            return Find(
                seeds: seed,
                checker: checker,
                message: run.message,
                events: events,
                seconds: watch.read().processor
            )
        }
        return Find(
            seeds: nil,
            checker: nil,
            message: "",
            events: events,
            seconds: watch.read().processor
        )
    }

    /// What it took to find a bug.
    package struct Find: Sendable {
        /// The seeds until it was found, that one too; nothing where it was not.
        package let seeds: UInt64?
        /// What noticed it.
        package let checker: String?
        /// What that says.
        package let message: String
        /// The events of all runs.
        package let events: UInt64
        /// The processor's time for all runs.
        package let seconds: Double
    }
}
