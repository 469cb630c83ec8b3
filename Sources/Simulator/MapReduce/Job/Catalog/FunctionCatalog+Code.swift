extension FunctionCatalog {
    /// Puts the named functions together.
    ///
    /// - Parameters:
    ///   - map: The map function.
    ///   - reduce: The reduce function.
    ///   - window: The windows of event time into which records fall; nothing for none. A session
    ///     window goes with the reduce function `sessions` and with no other.
    public static func code(
        map: FunctionCall,
        reduce: FunctionCall,
        window: WindowSettings? = nil
    ) throws(JobError) -> JobCode {
        let mapping = try Mapping(map)
        let reduction = try Reduction(reduce)
        let kind = try kind(mapping, reduction, window)
        switch kind {
        case .integers:
            return try mapping.integers().code(window) { map throws(JobError) in
                try reduction.code(ofNumbers: map)
            }
        case .decimals:
            return try mapping.decimals().code(window) { map throws(JobError) in
                try reduction.code(ofNumbers: map)
            }
        case .bytes:
            return try mapping.bytes().code(window) { map throws(JobError) in
                try reduction.code(ofBytes: map)
            }
        }
    }

    /// What crosses from the one function to the other, or from the map function to its times.
    private static func kind(
        _ mapping: Mapping,
        _ reduction: Reduction,
        _ window: WindowSettings?
    ) throws(JobError) -> ValueKind {
        let name = reduction.function.name
        var isSession = false
        if case .session = window?.shape { isSession = true }
        guard isSession == (name == "sessions") else { throw .sessionsOnly(reduce: name) }
        let given = mapping.values
        let taken = isSession ? ValueKind.allCases : reduction.function.values
        guard let kind = taken.first(where: given.contains) else {
            throw .doesNotFit(
                map: mapping.function.name,
                gives: given,
                reduce: name,
                takes: taken
            )
        }
        return kind
    }
}
