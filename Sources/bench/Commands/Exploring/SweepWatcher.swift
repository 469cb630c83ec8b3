import Scenarios

/// Tells how far a sweep is, and saves what it has found so far now and then.
///
/// Soundness of `@unchecked Sendable`: a sweep calls it from one thread at a time, and nobody else
/// does while it runs.
final class SweepWatcher: @unchecked Sendable {
    /// The time between two savings.
    private static let pause = Duration.seconds(5)

    private let bar: ProgressBar
    private let name: String
    private let options: SweepReportOptions
    private let start = ProgressBar.clock()
    private var saved = ProgressBar.clock()

    /// Watches `sweep`, whose results go where `options` say.
    init(_ sweep: Sweep, _ options: SweepReportOptions, _ program: CommandLineProgram) {
        name = sweep.scenario.name
        self.options = options
        bar = ProgressBar(total: sweep.seeds.count, on: program, isASCII: options.ascii)
    }

    /// Tells of a result that may grow.
    func see(_ result: SweepResult) {
        let tally = result.tally
        let seconds = max(1e-3, (ProgressBar.clock() - start) / .seconds(1))
        let reached = tally.places.count - tally.missedPlaces.count
        let places = tally.places.isEmpty ? "" : ", \(reached) of \(tally.places.count) places"
        let rate = Int(Double(tally.runs) / seconds)
        bar.advance("\(rate) runs/s, \(tally.failedSeeds) failed\(places): \(name)")
        guard options.output != nil, ProgressBar.clock() - saved > Self.pause else { return }
        var unfinished = result
        unfinished.ending = .interrupted
        // What cannot be saved now is saved at the end, or the end tells why it cannot be.
        try? options.save(unfinished)
        saved = ProgressBar.clock()
    }

    /// Saves the result that does not grow any more.
    func finish(_ result: SweepResult) throws(WriteError) {
        bar.finish()
        try options.save(result)
    }
}
