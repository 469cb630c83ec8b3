import ArgumentParser
import Simulator

/// `bench job`.
struct JobCommand: ProgramCommand {
    /// The format of the results.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, tsv, json, csv, sqlite
    }

    /// The order of the results.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case key, value
    }

    static let configuration = CommandConfiguration(
        commandName: "job",
        abstract: "Run a MapReduce job on real files, in real time.",
        discussion: """
            Example: bench job --map word-count --reduce sum --top 20 access.log
            Example: bench job --map word-count --reduce sum --format tsv - < access.log

            The map, combine, shuffle and reduce code is that of the simulated cluster. Records \
            are lines of bytes in any encoding; gzip is decompressed. The results are the same \
            with any number of mappers and reducers and any amount of memory.
            """
    )

    @Argument(help: "The files; - is standard input.", completion: .file())
    var files: [String]

    @OptionGroup var functions: FunctionOptions

    @Option(help: ArgumentHelp("How many threads map.", valueName: "n"))
    var mappers = 2

    @Option(help: ArgumentHelp("How many partitions, and threads that reduce.", valueName: "n"))
    var reducers = 2

    @Flag(name: .customLong("no-combine"), help: "Send every pair to the reducers as it is.")
    var isNotCombined = false

    @Option(help: ArgumentHelp("Only the results with the greatest values.", valueName: "n"))
    var top: Int?

    @Option(help: "key, or value: greatest first. The default is key, with --top value.")
    var sort: Order?

    @Option(help: "What is written: text, tsv, json, csv or sqlite.")
    var format = Format.text

    @Option(help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("The job_id in the table of --format sqlite.", valueName: "name"))
    var jobID = "job"

    @Option(help: ArgumentHelp("About how much memory to use.", valueName: "size"))
    var memory = ByteSize(bytes: 512 << 20)

    @Option(
        help: ArgumentHelp(
            "Where temporary files are, once memory is full (default: TMPDIR, or /tmp).",
            valueName: "folder"
        ),
        completion: .directory
    )
    var spillFolder: String?

    func validate() throws {
        for (name, number) in [("mappers", mappers), ("reducers", reducers)] {
            guard (1...1_024).contains(number) else {
                throw ValidationError("--\(name) is \(number); it must be from 1 to 1024.")
            }
        }
        if let top, top < 1 { throw ValidationError("--top is \(top); it must be above 0.") }
        guard memory.bytes >= 1 << 20 else {
            throw ValidationError("--memory is \(memory); it must be 1MiB at least.")
        }
        if format == .sqlite, output == nil {
            throw ValidationError("--format sqlite needs --output, the file of the database.")
        }
        if files.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("Standard input can be read once only.")
        }
    }

    func run(in program: CommandLineProgram) throws -> ProgramStatus {
        let code = try functions.code()
        // Where nothing can be written nothing need be worked out.
        let file = try output.map { path throws(WriteError) in try PartialFile(path) }
        if let file, format == .sqlite, !file.isRegular {
            throw WriteError(target: file.temporaryPath, reason: "it is no regular file")
        }
        let clock = ContinuousClock()
        let start = clock.now
        let results: NativeJobResults
        let progress = JobProgress(program)
        do throws(NativeJobError) {
            let inputs = files.map { $0 == "-" ? NativeInput.standardInput : .file($0) }
            results = try NativeJob(code, settings: settings(code)).run(
                inputs,
                progress: progress.advance
            )
        } catch {
            progress.finish()
            program.report("\(error)\n")
            return error.status
        }
        progress.finish()
        try write(results, to: file, program)
        if program.terminal.showsProgress {
            program.report("\(files.count == 1 ? "1 file" : "\(files.count) files") in ")
            program.report("\(start.duration(to: clock.now))\n")
        }
        return .success
    }

    private func settings(_ code: JobCode) -> NativeJobSettings {
        var settings = NativeJobSettings()
        settings.mappers = mappers
        settings.reducers = reducers
        settings.combines = code.isCombinable && !isNotCombined
        settings.badRecords = functions.badRecords.policy
        settings.memory = memory.bytes
        settings.spillFolder = spillFolder ?? Terminal.variable("TMPDIR") ?? "/tmp"
        settings.order =
            switch sort {
            case .key?: .key
            case .value?: .value
            case nil: top == nil ? .key : .value
            }
        settings.top = top
        return settings
    }

    private func write(
        _ results: NativeJobResults,
        to file: PartialFile?,
        _ program: CommandLineProgram
    ) throws {
        let writer: any ResultWriter
        switch format {
        case .text: writer = TextResults()
        case .tsv: writer = TSVResults()
        case .csv: writer = CSVResults()
        case .json: writer = JSONResults()
        case .sqlite:
            guard let file, let output else { return }
            let database = SQLiteResults(job: jobID)
            try database.write(results, path: file.temporaryPath, target: output)
            return try file.commit()
        }
        let target: any TextOutput = file ?? program.output
        let buffer = BufferedOutput(target)
        try writer.write(results, to: buffer)
        try buffer.flush()
        try file?.commit()
    }
}
