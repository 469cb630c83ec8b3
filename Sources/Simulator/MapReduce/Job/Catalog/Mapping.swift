/// A named map function with its parameters.
struct Mapping {
    private let function: FunctionDescription
    private let parameters: CallParameters

    init(_ function: FunctionDescription, _ parameters: CallParameters) {
        self.function = function
        self.parameters = parameters
    }

    /// The function where it gives whole numbers.
    func integers() throws(JobError) -> MapVariants<Int> {
        switch function.name {
        default: MapVariants(WordCount())
        }
    }
}

/// A map function as it is, and with event time.
struct MapVariants<Value: ShuffleValue> {
    /// The function as it is.
    let plain: ErasedMap<Value>

    init<Map: MapFunction>(_ map: Map) where Map.Value == Value {
        plain = ErasedMap(map)
    }
}
