/// A named reduce function with its parameters.
struct Reduction {
    /// The function.
    let function: FunctionDescription
    private let parameters: CallParameters

    init(_ call: FunctionCall) throws(JobError) {
        function = try FunctionCatalog.function(.reduce, named: call.name)
        parameters = try CallParameters(call, of: function)
    }

    /// The job of a map function that gives numbers.
    func code<Value: OrderedValue & Summable>(
        ofNumbers map: ErasedMap<Value>
    ) throws(JobError) -> JobCode {
        switch function.name {
        case "sum": JobCode(map: map, combining: Sum<Value>())
        case "mean": JobCode(map: map, combining: Mean<Value>())
        case "percentile": JobCode(map: map, reduce: Percentile<Value>(try rank()))
        case "percentile-sketch":
            JobCode(
                map: map,
                combining: PercentileSketch<Value>(try rank(), accuracy: try accuracy())
            )
        default: try code(of: map)
        }
    }

    /// The job of a map function that gives bytes.
    func code(ofBytes map: ErasedMap<ByteView>) throws(JobError) -> JobCode {
        switch function.name {
        case "postings": JobCode(map: map, combining: Postings())
        default: try code(of: map)
        }
    }

    /// The job of a map function that gives values of any kind.
    private func code<Value: OrderedValue>(of map: ErasedMap<Value>) throws(JobError) -> JobCode {
        switch function.name {
        case "min": JobCode(map: map, combining: Minimum<Value>())
        case "max": JobCode(map: map, combining: Maximum<Value>())
        case "top-k":
            JobCode(map: map, combining: TopK<Value>(try parameters.integer("k", in: 1...100_000)))
        case "distinct": JobCode(map: map, combining: Distinct<Value>())
        case "distinct-estimate": JobCode(map: map, combining: DistinctEstimate<Value>())
        default: JobCode(map: map, combining: Count<Value>())
        }
    }

    private func rank() throws(JobError) -> NearestRank {
        NearestRank(percent: try parameters.decimal("percent", in: 0...100))
    }

    private func accuracy() throws(JobError) -> Double {
        let smallest = FixedDecimal(units: 100_000)
        let largest = FixedDecimal(units: 500_000_000)
        let accuracy = try parameters.decimal("accuracy", in: smallest...largest)
        return Double(accuracy.units) / 1e9
    }
}
