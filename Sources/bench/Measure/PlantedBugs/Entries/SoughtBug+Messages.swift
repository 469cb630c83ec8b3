import Scenarios
import Simulator

extension SoughtBug {
    private static let queue = BugBed("queue", scenario: QueueScenarios.queue)
    private static let twoProducers = BugBed("two-producers") { seed, bugs in
        QueueBed.run(seed: seed, planting: bugs.queue)
    }

    /// The bugs of queues.
    static var ofMessages: [SoughtBug] {
        QueuePlantedBug.allCases.map { bug in
            let bed = bug == .ignoresProducerEpochs ? twoProducers : queue
            return SoughtBug("queue", bug, bug.meaning, in: bed) { $0.queue = bug }
        }
    }
}
