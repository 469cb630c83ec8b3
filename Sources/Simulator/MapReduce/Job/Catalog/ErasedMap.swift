/// A map function whose type is known when it runs only.
///
/// One look-up finds the code for a whole block, which was compiled for the function's own type;
/// so that a job needs no code of its own for each pair of a map and a reduce function.
struct ErasedMap<Value: ShuffleValue>: MapFunction {
    private var function: any MapFunction<Value>

    init(_ function: any MapFunction<Value>) {
        self.function = function
    }

    mutating func map(
        _ record: Record,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        try function.map(record, into: &output)
    }

    mutating func map(
        _ block: RecordBlock,
        into output: inout MapOutput<Value>
    ) throws(BadRecord) {
        try function.map(block, into: &output)
    }

    mutating func finish(into output: inout MapOutput<Value>) {
        function.finish(into: &output)
    }
}
