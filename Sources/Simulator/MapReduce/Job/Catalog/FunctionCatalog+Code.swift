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
        let mapFunction = try function(.map, named: map.name)
        let reduceFunction = try function(.reduce, named: reduce.name)
        let mapping = Mapping(mapFunction, try CallParameters(map, of: mapFunction))
        let reduction = Reduction(reduceFunction, try CallParameters(reduce, of: reduceFunction))
        guard let kind = mapFunction.values.first(where: reduceFunction.values.contains) else {
            throw .doesNotFit(
                map: mapFunction.name,
                gives: mapFunction.values,
                reduce: reduceFunction.name,
                takes: reduceFunction.values
            )
        }
        if window != nil { throw .badWindow("windows are not offered yet") }
        switch kind {
        case .integers, .decimals, .bytes:
            return try reduction.code(ofNumbers: mapping.integers().plain)
        }
    }
}
