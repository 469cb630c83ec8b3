/// Groups the pairs of sorted runs by key, and folds each group.
enum RunReduction {
    /// Gives every key's result, keys ascending.
    ///
    /// `add` takes one value into an accumulator; it says false for bytes that are no value.
    static func reduce<Accumulator>(
        _ runs: [ByteView],
        begin: () -> Accumulator,
        finish: (Accumulator) -> ReducedValue,
        _ sink: JobCode.ResultSink,
        add: (inout Accumulator, ByteView) -> Bool
    ) throws {
        var merge = try RunMerge(runs)
        while let key = merge.key {
            var accumulator = begin()
            while merge.key == key {
                guard add(&accumulator, merge.value) else {
                    throw ShuffleError.damagedValue(key: Array(key))
                }
                try merge.advance()
            }
            try sink(key, finish(accumulator))
        }
    }
}
