import ArgumentParser
import Simulator

/// The functions of a job, as the command line names them.
struct FunctionOptions: ParsableArguments {
    @Option(help: help("map", FunctionCatalog.maps))
    var map: String

    @Option(help: help("reduce", FunctionCatalog.reduces))
    var reduce: String

    @Option(
        help: "What becomes of a record that cannot be understood: skip (and count) or fail."
    )
    var badRecords = BadRecords.skip

    @OptionGroup(title: "Parameters of functions") var parameters: FunctionParameters

    @OptionGroup(title: "Windows of event time") var window: WindowOptions

    /// What becomes of a bad record.
    enum BadRecords: String, ExpressibleByArgument, CaseIterable {
        case skip, fail

        /// The same for the job.
        var policy: BadRecordPolicy {
            switch self {
            case .skip: .skip
            case .fail: .fail
            }
        }
    }

    private static func help(
        _ role: String,
        _ functions: [FunctionDescription]
    ) -> ArgumentHelp {
        let names = functions.map(\.name).joined(separator: ", ")
        return ArgumentHelp("The \(role) function: \(names).", valueName: "function")
    }

    /// The functions, put together.
    func code() throws -> JobCode {
        let functions: [FunctionDescription]
        do throws(JobError) {
            functions = [
                try FunctionCatalog.function(.map, named: map),
                try FunctionCatalog.function(.reduce, named: reduce),
            ]
        } catch {
            throw ValidationError("\(error)")
        }
        let given = parameters.given
        let known = functions.flatMap { $0.parameters.map(\.name) }
        if let stray = given.keys.sorted().first(where: { !known.contains($0) }) {
            throw ValidationError(
                "Neither '\(functions[0].name)' nor '\(functions[1].name)' has a parameter "
                    + "--\(stray)."
            )
        }
        let calls = functions.map { function in
            FunctionCall(
                function.name,
                given.filter { name, _ in function.parameters.contains { $0.name == name } }
            )
        }
        do throws(JobError) {
            return try FunctionCatalog.code(
                map: calls[0],
                reduce: calls[1],
                window: window.settings
            )
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

/// What functions want to know, by the names that they use.
struct FunctionParameters: ParsableArguments {
    @Option(help: ArgumentHelp("regex, grep: a regular expression.", valueName: "regex"))
    var expression: String?

    @Option(help: ArgumentHelp("json-field: the field that is the key.", valueName: "field"))
    var key: String?

    @Option(help: ArgumentHelp("json-field: the field that is the value.", valueName: "field"))
    var value: String?

    @Option(help: ArgumentHelp("percentile, percentile-sketch: which.", valueName: "0-100"))
    var percent: String?

    @Option(help: ArgumentHelp("percentile-sketch: the relative error.", valueName: "error"))
    var accuracy: String?

    @Option(help: ArgumentHelp("top-k: how many values.", valueName: "n"))
    var k: String?

    /// Those that were given, by their names.
    var given: [String: String] {
        let all = [
            "expression": expression, "key": key, "value": value, "percent": percent,
            "accuracy": accuracy, "k": k,
        ]
        return all.compactMapValues { $0 }
    }
}

/// The windows into which records fall by the time they speak of.
struct WindowOptions: ParsableArguments {
    /// How times are written.
    enum TimeFormat: String, ExpressibleByArgument, CaseIterable {
        case apache, syslog, hdfs, iso8601
    }

    @Option(help: ArgumentHelp("Windows of this size.", valueName: "duration"))
    var window: RealDuration?

    @Option(
        help: ArgumentHelp("A window begins so often (default: its size).", valueName: "duration")
    )
    var slide: RealDuration?

    @Option(help: ArgumentHelp("Sessions that end after such a gap.", valueName: "duration"))
    var session: RealDuration?

    @Option(help: "How lines tell the time: apache, syslog, hdfs or iso8601.")
    var time: TimeFormat?

    @Option(help: ArgumentHelp("The year of times that have none: syslog's.", valueName: "year"))
    var year: Int?

    @Option(help: ArgumentHelp("How far out of order times are.", valueName: "duration"))
    var outOfOrder = RealDuration(value: .zero)

    @Option(help: ArgumentHelp("How long a window waits after its end.", valueName: "duration"))
    var lateness = RealDuration(value: .zero)

    func validate() throws {
        guard window != nil || session != nil else {
            if slide != nil || time != nil || year != nil {
                throw ValidationError("--slide, --time and --year need --window or --session.")
            }
            return
        }
        guard window == nil || session == nil else {
            throw ValidationError("--window and --session exclude each other.")
        }
        if slide != nil, window == nil {
            throw ValidationError("--slide goes with --window.")
        }
        guard let time else {
            throw ValidationError("--window and --session need --time, how lines tell the time.")
        }
        if time == .syslog {
            guard let year, (1...9_999).contains(year) else {
                throw ValidationError("--time syslog needs --year, from 1 to 9999.")
            }
        }
        for (name, duration) in [("window", window), ("slide", slide), ("session", session)] {
            if let duration, duration.value <= .zero {
                throw ValidationError("--\(name) is \(duration); it must be above 0.")
            }
        }
        if let window, let slide, slide.value > window.value {
            throw ValidationError("--slide is \(slide); it must be at most --window.")
        }
    }

    /// The windows; nothing for none.
    var settings: WindowSettings? {
        let shape: WindowSettings.Shape
        if let session {
            shape = .session(gap: session.value)
        } else if let window {
            shape =
                slide.map { .sliding(size: window.value, slide: $0.value) }
                ?? .tumbling(size: window.value)
        } else {
            return nil
        }
        let timestamps: TimestampFormat =
            switch time {
            case .apache?: .apache
            case .syslog?: .syslog(year: year ?? 1_970)
            case .hdfs?: .hdfs
            case .iso8601?, nil: .iso8601
            }
        return WindowSettings(
            shape,
            timestamps: timestamps,
            outOfOrderness: outOfOrder.value,
            allowedLateness: lateness.value
        )
    }
}
