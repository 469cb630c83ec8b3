import ArgumentParser
import Scenarios
import Workloads

/// `bench measure`.
struct MeasureCommand: ProgramCommand {
    /// The workloads.
    enum Workload: String, ExpressibleByArgument, CaseIterable {
        case w1, w2, w3, w4, sleepers, growth, placement, placements
        case jobs, proxy, objects, messages, models, sizes, words
        case handlersOfQueues = "w3-handlers"
        case handlersOfServers = "w4-handlers"
        case largeProxy = "proxy-large"
        case largeStore = "objects-large"
        case experiment = "a-1"
        case plantedBugs = "planted-bugs"
    }

    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Do a workload as fast as possible, for timing from outside.",
        discussion: """
            Example: time bench measure w1 --scale 0.1
            Example: bench measure w1 w2 a-1 --runs 10 --save now.json
            Example: bench measure messages --allocations --scale 0.1

            w1 wakes 1000 sleepers a million times; w2 passes two million messages between pairs \
            of actors; w3 serves a million requests in three queues; w4 is experiment A-1 a \
            hundred times; w3-handlers and w4-handlers do the same with servers that have no \
            tasks; sleepers has 100,000 actors asleep at once and tells their memory; \
            growth tells what an event takes with ten to ten million pending, and with a \
            hundred to a million actors that sleep; \
            a-1 runs the shipped scenario a hundred times, a million requests; placement builds \
            every placement for ten servers and looks keys up in it, placements for ten to a \
            hundred thousand, with how well they spread keys and how many a tenth more servers \
            move; jobs counts the words of a million events \
            on a simulated cluster; proxy has a million requests balanced over three servers by \
            least connections, proxy-large as many of a hundred thousand clients over ten \
            thousand servers; objects has a million operations on objects over the simulated \
            network; objects-large puts ten million objects into a bucket and lists some; \
            messages sends a million messages through the four partitions of a queue; models has \
            a hundred thousand operations of every system and strategy, with nothing kept but \
            figures, with what charts need, and with every message; sizes has them with up to \
            ten thousand servers, workers and partitions; words counts the words of a real file \
            of 179 MB, which is made first; planted-bugs tells of each bug that can be planted \
            under how many seeds it is found, by what, and that nothing is found without it. A \
            line has the number of operations, and values that show they were done right; those of \
            growth, placement, placements, models, sizes and objects-large are times in \
            nanoseconds, and bytes.

            With --save the time of every run is kept for 'bench compare'. Workloads take turns, \
            so that a busy minute of the machine hits all of them, and between two of them a \
            loop runs that is always the same, by whose time those beside it are divided when \
            they are compared: so times of a fast hour and of a slow one can be.

            With --allocations a line ends with allocations and allocated bytes per operation, as \
            jemalloc counts them; where a workload has several lines, the last one does, for all \
            of them.

            With either, a round before the first is not counted.
            """
    )

    @Argument(help: "The workloads: \(Self.names).")
    var workloads: [Workload]

    private static let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")

    @Option(help: ArgumentHelp("How many times the work.", valueName: "factor"))
    var scale = 1.0

    @Option(help: ArgumentHelp("How often each workload is run.", valueName: "number"))
    var runs = 1

    @Option(
        help: ArgumentHelp("Write the time of every run into this file.", valueName: "file"),
        completion: .file()
    )
    var save: String?

    @Option(
        help: ArgumentHelp(
            "words: the file, made where there is none (default: one that is deleted).",
            valueName: "file"
        ),
        completion: .file()
    )
    var log: String?

    @Flag(help: "Print allocations and allocated bytes of each operation.")
    var allocations = false

    func validate() throws {
        guard scale > 0, scale <= 1_000 else {
            throw ValidationError("--scale is \(scale); it must be above 0 and at most 1000.")
        }
        guard (1...10_000).contains(runs) else {
            throw ValidationError("--runs is \(runs); it must be from 1 to 10000.")
        }
        for (index, workload) in workloads.enumerated()
        where workloads[..<index].contains(workload) {
            throw ValidationError("The workload '\(workload.rawValue)' is named twice.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let file = try save.map { try PartialFile($0) }
        if file != nil || allocations {
            // What a process does for the first time takes longer, and more memory.
            for workload in workloads { _ = try measure(workload, program) }
        }
        var series = workloads.map { MeasuredSeries(workload: $0.rawValue) }
        var calibration = file.map { _ in Calibration.measure(scale: scale) }
        for _ in 0..<runs {
            for (place, workload) in workloads.enumerated() {
                let before = Allocation.total()
                let watch = Stopwatch()
                var measurements = try measure(workload, program)
                let reading = watch.read()
                if allocations { measurements.note(Allocation.total() - before) }
                let next = file.map { _ in Calibration.measure(scale: scale) }
                var beside: Stopwatch.Reading?
                if let calibration, let next { beside = .middle(calibration, next) }
                calibration = next
                guard series[place].add(measurements, reading, calibration: beside) else {
                    program.report("\(workload.rawValue): two runs did not do the same\n")
                    return .notDeterministic
                }
                for measurement in measurements {
                    try program.output.write(measurement.line + "\n")
                }
            }
        }
        if let file {
            var times = Measurements()
            times.environment = MeasuredEnvironment.current
            times.workloads = series.map(\.asSaved)
            try file.write(times.json)
            try file.commit()
        }
        return .success
    }

    private func measure(
        _ workload: Workload,
        _ program: CommandLineProgram
    ) throws -> [Measurement] {
        switch workload {
        case .w1: [TimerWorkload.run(scale: scale)]
        case .w2: [PingPongWorkload.run(scale: scale)]
        case .w3: [QueueWorkload.run(scale: scale)]
        case .w4: [try BalancingWorkload.run(scale: scale)]
        case .handlersOfQueues: [QueueWorkload.run(scale: scale, servers: .handlers)]
        case .handlersOfServers: [try BalancingWorkload.run(scale: scale, servers: .handlers)]
        case .growth: GrowthWorkload.run(scale: scale)
        case .sleepers: [SleeperWorkload.run(scale: scale)]
        case .placement: try PlacementWorkload.run(scale: scale)
        case .placements: try PlacementsWorkload.run(scale: scale)
        case .jobs: [try JobWorkload.run(scale: scale)]
        case .proxy: [try ProxyWorkload.run(scale: scale, runner: program.runner)]
        case .largeProxy: [try ProxyWorkload.runLarge(scale: scale, runner: program.runner)]
        case .objects: [try ObjectsWorkload.run(scale: scale, runner: program.runner)]
        case .models: try ModelsWorkload.runKept(scale: scale)
        case .sizes: try ModelsWorkload.runSizes(scale: scale)
        case .words: [try WordsWorkload.run(scale: scale, path: log)]
        case .messages: [MessagesWorkload.run(scale: scale)]
        case .largeStore: try ObjectsWorkload.runLarge(scale: scale)
        case .plantedBugs: try PlantedBugsWorkload.run(scale: scale)
        case .experiment: [try ExperimentWorkload.run(scale: scale, runner: program.runner)]
        }
    }
}
