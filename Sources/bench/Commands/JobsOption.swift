import ArgumentParser

/// On how many threads runs with several seeds are done.
struct JobsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many simulations of other seeds run at once; one for each processor without it.",
            valueName: "n"
        )
    )
    var jobs: Int?

    /// How many there are.
    var count: Int { jobs ?? ProcessorCount.online }

    func validate() throws {
        if let jobs, !(1...1_000).contains(jobs) {
            throw ValidationError("--jobs is \(jobs); it must be from 1 to 1000.")
        }
    }
}
