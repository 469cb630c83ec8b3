/// A named reduce function with its parameters.
struct Reduction {
    private let function: FunctionDescription
    private let parameters: CallParameters

    init(_ function: FunctionDescription, _ parameters: CallParameters) {
        self.function = function
        self.parameters = parameters
    }

    /// The job of a map function that gives numbers.
    func code<Value: OrderedValue & Summable>(
        ofNumbers map: ErasedMap<Value>
    ) throws(JobError) -> JobCode {
        switch function.name {
        case "sum": JobCode(map: map, combining: Sum<Value>())
        case "mean": JobCode(map: map, combining: Mean<Value>())
        default: try code(of: map)
        }
    }

    /// The job of a map function that gives values of any kind.
    func code<Value: OrderedValue>(of map: ErasedMap<Value>) throws(JobError) -> JobCode {
        switch function.name {
        case "min": JobCode(map: map, combining: Minimum<Value>())
        case "max": JobCode(map: map, combining: Maximum<Value>())
        default: JobCode(map: map, combining: Count<Value>())
        }
    }
}
