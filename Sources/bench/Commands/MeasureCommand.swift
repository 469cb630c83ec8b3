import ArgumentParser

/// `bench measure`.
struct MeasureCommand: ProgramCommand {
    /// The workloads.
    enum Workload: String, ExpressibleByArgument, CaseIterable {
        case w1, w2, w3, w4, sleepers, placement, jobs, proxy, objects, messages
        case largeProxy = "proxy-large"
        case largeStore = "objects-large"
        case experiment = "a-1"
    }

    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Do a workload as fast as possible, for timing from outside.",
        discussion: """
            Example: time bench measure w1 --scale 0.1

            w1 wakes 1000 sleepers a million times; w2 passes two million messages between pairs
            of actors; w3 serves a million requests in three queues; w4 is experiment A-1 a hundred
            times; sleepers has 100,000 actors asleep at once and tells their memory; a-1 runs the
            shipped scenario a hundred times, a million requests; placement builds every placement
            and looks keys up in it; jobs counts the words of a million events on a simulated
            cluster; proxy has a million requests balanced over three servers by least connections,
            proxy-large as many of a hundred thousand clients over ten thousand servers; objects
            has a million operations on objects over the simulated network; objects-large puts ten
            million objects into a bucket and lists some; messages sends a million messages
            through the four partitions of a queue.
            A line has the number of operations, and values that show they were done
            right; those of placement and objects-large are times in nanoseconds, and bytes.
            """
    )

    @Argument(help: "The workload: \(Self.names).")
    var workload: Workload

    private static let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")

    @Option(help: ArgumentHelp("How many times the work.", valueName: "factor"))
    var scale = 1.0

    func validate() throws {
        guard scale > 0, scale <= 1_000 else {
            throw ValidationError("--scale is \(scale); it must be above 0 and at most 1000.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let measurements: [Measurement] =
            switch workload {
            case .w1: [TimerWorkload.run(scale: scale)]
            case .w2: [PingPongWorkload.run(scale: scale)]
            case .w3: [QueueWorkload.run(scale: scale)]
            case .w4: [try BalancingWorkload.run(scale: scale)]
            case .sleepers: [SleeperWorkload.run(scale: scale)]
            case .placement: try PlacementWorkload.run(scale: scale)
            case .jobs: [try JobWorkload.run(scale: scale)]
            case .proxy: [try ProxyWorkload.run(scale: scale, runner: program.runner)]
            case .largeProxy: [try ProxyWorkload.runLarge(scale: scale, runner: program.runner)]
            case .objects: [try ObjectsWorkload.run(scale: scale, runner: program.runner)]
            case .messages: [MessagesWorkload.run(scale: scale)]
            case .largeStore: try ObjectsWorkload.runLarge(scale: scale)
            case .experiment:
                [try ExperimentWorkload.run(scale: scale, runner: program.runner)]
            }
        for measurement in measurements { try program.output.write(measurement.line + "\n") }
        return .success
    }
}
