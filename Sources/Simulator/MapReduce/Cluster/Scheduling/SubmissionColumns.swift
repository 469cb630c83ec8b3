import OrderedCollections

/// What was asked for, as the columns of a job's row.
extension JobSubmission {
    /// The columns that say it all.
    var columns: DatabaseRow {
        [
            "job_name": .text(name),
            "input_topic": .text(inputTopic),
            "num_mappers": .integer(mappers),
            "num_reducers": .integer(reducers),
            "map_function": .text(map.name),
            "map_parameters": .text(ParameterText.text(map.parameters)),
            "reduce_function": .text(reduce.name),
            "reduce_parameters": .text(ParameterText.text(reduce.parameters)),
            "window_settings": window.map { .text(ParameterText.text($0.parameters)) } ?? .null,
            "combine": .integer(combines ? 1 : 0),
            "bad_records": .text(badRecords == .skip ? "SKIP" : "FAIL"),
        ]
    }

    /// Reads the columns of a row; nothing where they are not those of a submission.
    init?(columns row: DatabaseRow) {
        guard let name = row["job_name"]?.text, let topic = row["input_topic"]?.text,
            let mappers = row["num_mappers"]?.integer, mappers > 0,
            let reducers = row["num_reducers"]?.integer, reducers > 0,
            let map = Self.call("map", row), let reduce = Self.call("reduce", row)
        else { return nil }
        var window: WindowSettings?
        if let text = row["window_settings"]?.text {
            guard
                let read = ParameterText.parameters(text).flatMap(WindowSettings.init(parameters:))
            else { return nil }
            window = read
        }
        self.init(
            name: name,
            inputTopic: topic,
            mappers: mappers,
            reducers: reducers,
            map: map,
            reduce: reduce,
            window: window,
            combines: row["combine"]?.integer == 1,
            badRecords: row["bad_records"]?.text == "FAIL" ? .fail : .skip
        )
    }

    private static func call(_ role: String, _ row: DatabaseRow) -> FunctionCall? {
        guard let name = row["\(role)_function"]?.text,
            let parameters = row["\(role)_parameters"]?.text.flatMap(ParameterText.parameters)
        else { return nil }
        return FunctionCall(name, parameters)
    }
}

extension WindowSettings {
    /// The settings by their names; durations are nanoseconds.
    fileprivate var parameters: [String: String] {
        var parameters = [
            "timestamps": "\(timestamps)",
            "out-of-orderness": Self.text(outOfOrderness),
            "allowed-lateness": Self.text(allowedLateness),
        ]
        if case .syslog(let year) = timestamps { parameters["year"] = "\(year)" }
        switch shape {
        case .tumbling(let size):
            parameters["shape"] = "tumbling"
            parameters["size"] = Self.text(size)
        case .sliding(let size, let slide):
            parameters["shape"] = "sliding"
            parameters["size"] = Self.text(size)
            parameters["slide"] = Self.text(slide)
        case .session(let gap):
            parameters["shape"] = "session"
            parameters["gap"] = Self.text(gap)
        }
        return parameters
    }

    fileprivate init?(parameters: [String: String]) {
        func duration(_ name: String) -> Duration? {
            parameters[name].flatMap(UInt64.init).map(Duration.init(wholeNanoseconds:))
        }
        let shape: Shape?
        switch parameters["shape"] {
        case "tumbling": shape = duration("size").map { .tumbling(size: $0) }
        case "sliding":
            shape = duration("size").flatMap { size in
                duration("slide").map { .sliding(size: size, slide: $0) }
            }
        case "session": shape = duration("gap").map { .session(gap: $0) }
        default: shape = nil
        }
        let timestamps = try? TimestampFormat(
            named: parameters["timestamps"] ?? "",
            year: parameters["year"].flatMap { Int($0) }
        )
        guard let shape, let timestamps, let order = duration("out-of-orderness"),
            let lateness = duration("allowed-lateness")
        else { return nil }
        self.init(
            shape,
            timestamps: timestamps,
            outOfOrderness: order,
            allowedLateness: lateness
        )
    }

    private static func text(_ duration: Duration) -> String { "\(duration.wholeNanoseconds)" }
}
