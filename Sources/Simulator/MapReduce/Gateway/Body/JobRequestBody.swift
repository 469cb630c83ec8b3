/// The body of `POST /api/jobs`.
///
/// The original's fields, all of which there must be: `jobName`, `inputTopic`, `numMappers`,
/// `numReducers`, `mapFunction` and `reduceFunction`. Beside them there may be
///
/// - `mapParameters` and `reduceParameters`: objects whose values are strings or numbers;
/// - `window`: an object with `type` (`tumbling`, `sliding` or `session`), `sizeSeconds`,
///   `slideSeconds` and `gapSeconds` as the type needs them, `timestamps` (`apache`, `syslog` with
///   a `year`, `hdfs` or `iso8601`, which is meant where there is none), and
///   `outOfOrdernessSeconds` and `allowedLatenessSeconds`;
/// - `combine`: whether map tasks combine, which they do where nothing is said;
/// - `badRecords`: `SKIP`, or `FAIL`;
/// - `idempotencyKey`: a text of the client's own. Requests with the same one are one job.
struct JobRequestBody: Hashable, Sendable {
    /// What is asked for.
    let submission: JobSubmission
    /// What makes requests the same.
    let idempotencyKey: String?

    /// Creates a body.
    init(_ submission: JobSubmission, idempotencyKey: String?) {
        self.submission = submission
        self.idempotencyKey = idempotencyKey
    }

    /// Everything that is wrong with a body, each in a sentence.
    struct Refusal: Error, Hashable {
        let reasons: [String]
    }

    /// The most tasks of a kind that a job may have.
    private static let tasksMaximum = 10_000

    /// Reads a body.
    init(_ bytes: [UInt8]) throws(Refusal) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            throw Refusal(reasons: ["\(error)"])
        }
        var fields = JSONFields(document, "")
        let name = fields.text("jobName", isRequired: true)
        let topic = fields.text("inputTopic", isRequired: true)
        let mappers = fields.integer("numMappers", in: 1...Self.tasksMaximum)
        let reducers = fields.integer("numReducers", in: 1...Self.tasksMaximum)
        let map = fields.text("mapFunction", isRequired: true)
        let reduce = fields.text("reduceFunction", isRequired: true)
        let mapParameters = fields.parameters("mapParameters")
        let reduceParameters = fields.parameters("reduceParameters")
        let window = fields.window("window")
        let combines = fields.boolean("combine") ?? true
        let badRecords = fields.choice("badRecords", of: ["SKIP", "FAIL"])
        let key = fields.text("idempotencyKey", isRequired: false)
        fields.finish()
        guard fields.problems.isEmpty, let name, let topic, let mappers, let reducers, let map,
            let reduce
        else { throw Refusal(reasons: fields.problems) }
        self.init(
            JobSubmission(
                name: name,
                inputTopic: topic,
                mappers: mappers,
                reducers: reducers,
                map: FunctionCall(map, mapParameters),
                reduce: FunctionCall(reduce, reduceParameters),
                window: window,
                combines: combines,
                badRecords: badRecords == "FAIL" ? .fail : .skip
            ),
            idempotencyKey: key
        )
    }

    /// The body as a client writes it.
    var bytes: [UInt8] {
        var members: [JSONDocument.Member] = []
        func add(_ name: String, _ value: JSONDocument) {
            members.append(JSONDocument.Member(name: name, value: value))
        }
        add("jobName", .string(submission.name))
        add("inputTopic", .string(submission.inputTopic))
        add("numMappers", .integer(submission.mappers))
        add("numReducers", .integer(submission.reducers))
        add("mapFunction", .string(submission.map.name))
        add("reduceFunction", .string(submission.reduce.name))
        for (role, call) in [("map", submission.map), ("reduce", submission.reduce)]
        where !call.parameters.isEmpty {
            let parameters = call.parameters.sorted { $0.key < $1.key }
            let values = parameters.map {
                JSONDocument.Member(name: $0.key, value: .string($0.value))
            }
            add("\(role)Parameters", .object(values))
        }
        if let window = submission.window { add("window", .object(window.members)) }
        if !submission.combines { add("combine", .boolean(false)) }
        if submission.badRecords == .fail { add("badRecords", .string("FAIL")) }
        if let idempotencyKey { add("idempotencyKey", .string(idempotencyKey)) }
        return JSONDocument.object(members).bytes
    }
}

extension WindowSettings {
    /// The settings as members of an object.
    fileprivate var members: [JSONDocument.Member] {
        func seconds(_ name: String, _ duration: Duration) -> JSONDocument.Member {
            let units = Int128(duration.wholeNanoseconds)
            return JSONDocument.Member(
                name: name,
                value: .number(FixedDecimal(units: units).description)
            )
        }
        func text(_ name: String, _ value: String) -> JSONDocument.Member {
            JSONDocument.Member(name: name, value: .string(value))
        }
        var members: [JSONDocument.Member]
        switch shape {
        case .tumbling(let size):
            members = [text("type", "tumbling"), seconds("sizeSeconds", size)]
        case .sliding(let size, let slide):
            members = [
                text("type", "sliding"), seconds("sizeSeconds", size),
                seconds("slideSeconds", slide),
            ]
        case .session(let gap):
            members = [text("type", "session"), seconds("gapSeconds", gap)]
        }
        members.append(text("timestamps", "\(timestamps)"))
        if case .syslog(let year) = timestamps {
            members.append(JSONDocument.Member(name: "year", value: .integer(year)))
        }
        members.append(seconds("outOfOrdernessSeconds", outOfOrderness))
        members.append(seconds("allowedLatenessSeconds", allowedLateness))
        return members
    }
}
