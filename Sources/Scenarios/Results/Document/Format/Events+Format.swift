extension ResultDocument.Violation: Section {
    static let name = "violation"
    static let documentation = "A broken property."
    static let fields: [Field<Self>] = [
        .always("property", \.property, .string, "The property."),
        .always("message", \.message, .string, "What is wrong."),
        .always("instant", \.instant, .natural, "When, in nanoseconds since the start."),
        .always("event", \.event, .whole, "At which event."),
        .always("seed", \.seed, .whole, "The seed that shows it."),
    ]
}

extension ResultDocument.Event: Section {
    static let name = "event"
    static let documentation = "Something that happened."
    static let fields: [Field<Self>] = [
        .always("instant", \.instant, .natural, "When, in nanoseconds since the start."),
        .always("subject", \.subject, .string, "To what."),
        .always("event", \.event, .string, "What."),
    ]
}

extension ResultDocument.Job: Section {
    static let name = "job"
    static let documentation = "A job with its end."
    static let fields: [Field<Self>] = [
        .always("identifier", \.identifier, .string, "Its name."),
        .always("status", \.status, .string, "How it ended."),
        .always("error", \.error, .nullable(.string), "Why it failed."),
        .always("duration", \.duration, .nullable(.natural), "How long it took, in nanoseconds."),
        .always("rows", \.rows, .count, "How many results it has."),
        .always(
            "digest",
            \.digest,
            .nullable(.string),
            "Tells jobs with other results apart; null for a job without."
        ),
        .always("results", \.results, .all(.section), "The first results, largest values first."),
    ]
}

extension ResultDocument.Job.Row: Section {
    static let name = "row"
    static let documentation = "A result of a job."
    static let fields: [Field<Self>] = [
        .always("key", \.key, .string, "Its key."),
        .always("value", \.value, .string, "Its value."),
    ]
}

extension SwapTest: Section {
    static let name = "swap-test"
    static let documentation = """
        What replacing one of the two hashes of a ring by another does to the coefficient of \
        variation of the load.
        """
    static let fields: [Field<Self>] = [
        .always("original", \.original, .string, "The hashes that are replaced."),
        .always("replacement", \.replacement, .string, "The hash that replaces them."),
        .always("rows", \.rows, .all(.section), "A row for each number of servers."),
    ]
}

extension SwapTest.Row: Section {
    static let name = "swap-test-row"
    static let documentation = "Coefficients of variation for one number of servers."
    static let fields: [Field<Self>] = [
        .always("servers", \.servers, .count, "How many servers."),
        .always("neither", \.neither, .decimal, "With the hashes as they were."),
        .always("requests", \.requests, .decimal, "With another hash of requests."),
        .always("placement", \.placement, .decimal, "With another hash of servers."),
        .always("both", \.both, .decimal, "With both replaced."),
    ]
}
