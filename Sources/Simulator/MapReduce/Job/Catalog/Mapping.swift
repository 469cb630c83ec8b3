/// A named map function with its parameters.
struct Mapping {
    /// The function.
    let function: FunctionDescription
    private let parameters: CallParameters

    init(_ call: FunctionCall) throws(JobError) {
        function = try FunctionCatalog.function(.map, named: call.name)
        parameters = try CallParameters(call, of: function)
    }

    /// The kinds of values that the function gives with these parameters.
    var values: [ValueKind] {
        guard function.name == "json-field" else { return function.values }
        return parameters.text("value").isEmpty ? [.integers] : [.decimals, .bytes]
    }

    /// The function where it gives whole numbers.
    func integers() throws(JobError) -> MapVariants<Int> {
        switch function.name {
        case "log-level": MapVariants(PatternExtraction(LogLevel()))
        case "ipv4": MapVariants(PatternExtraction(IPv4Address()))
        case "http-status": MapVariants(PatternExtraction(HTTPStatus()))
        case "url-path": MapVariants(PatternExtraction(URLPath()))
        case "regex": MapVariants(PatternExtraction(ExpressionPattern(try expression())))
        case "grep": MapVariants(Grep(try expression()))
        case "json-field": MapVariants(FieldExtraction<Int>(key: try key()))
        default: MapVariants(WordCount())
        }
    }

    /// The function where it gives decimal numbers.
    func decimals() throws(JobError) -> MapVariants<FixedDecimal> {
        MapVariants(FieldExtraction(key: try key(), value: parameters.text("value")))
    }

    /// The function where it gives bytes.
    func bytes() throws(JobError) -> MapVariants<ByteView> {
        switch function.name {
        case "inverted-index": MapVariants(InvertedIndex())
        default: MapVariants(FieldExtraction(key: try key(), value: parameters.text("value")))
        }
    }

    private func key() throws(JobError) -> String {
        let key = parameters.text("key")
        guard !key.isEmpty else { throw parameters.wrong("key", "the name of a field") }
        return key
    }

    private func expression() throws(JobError) -> RegularExpression {
        do throws(ExpressionError) {
            return try RegularExpression(parameters.text("expression"))
        } catch {
            throw .badExpression("expression", of: function.name, error)
        }
    }
}

/// A map function as it is, and with event time; made where its type is known, so that the code of
/// each is compiled for that type.
struct MapVariants<Value: ShuffleValue> {
    /// The function as it is.
    let plain: ErasedMap<Value>
    /// The function in windows of one size.
    let windowed: (WindowSettings) throws(JobError) -> ErasedMap<Value>
    /// The function in sessions.
    let sessions: (WindowSettings) throws(JobError) -> JobCode

    init<Map: MapFunction>(_ map: Map) where Map.Value == Value {
        plain = ErasedMap(map)
        windowed = { settings throws(JobError) in ErasedMap(try Windowed(map, settings)) }
        sessions = { settings throws(JobError) in
            let times = try SessionTimes(map, settings)
            let reduce = Sessions(gapMilliseconds: times.gap)
            return JobCode(map: ErasedMap(times), combining: reduce)
        }
    }

    /// The job in some windows, or in none; `code` puts the reduce function to it.
    func code(
        _ window: WindowSettings?,
        _ code: (ErasedMap<Value>) throws(JobError) -> JobCode
    ) throws(JobError) -> JobCode {
        guard let window else { return try code(plain) }
        if case .session = window.shape { return try sessions(window) }
        return try code(try windowed(window))
    }
}
