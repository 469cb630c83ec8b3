import Simulator

/// A library that knows, besides the catalog, the mean length of words by their first letter.
struct WordLibrary: JobLibrary {
    /// What the map function of that is called.
    static let lengths = "WORD_LENGTHS"

    private let topic: MemoryTopic
    private let combinesMeans: Bool
    private let catalog = CatalogLibrary(topics: [:])

    /// - Parameter combinesMeans: Whether means are combined as means of means, which is wrong.
    init(topic: MemoryTopic, combinesMeans: Bool = false) {
        self.topic = topic
        self.combinesMeans = combinesMeans
    }

    func code(for submission: JobSubmission) throws(JobError) -> JobCode {
        guard submission.map.name == Self.lengths else {
            return try catalog.code(for: submission)
        }
        return combinesMeans
            ? JobCode(map: WordLengths(), combining: MeanOfMeans())
            : JobCode(map: WordLengths(), reduce: PlainMean())
    }

    func input(_ topic: String) -> (any RecordSource)? {
        topic == self.topic.name ? self.topic : nil
    }
}

/// How long the words are, by their first letter.
private struct WordLengths: MapFunction {
    func map(_ record: Record, into output: inout MapOutput<Int>) throws(BadRecord) {
        for word in record.bytes.words { output.emit(word.slice(0..<1), word.count) }
    }
}

/// The mean in thousandths, rounded down.
private struct PlainMean: ReduceFunction {
    func begin() -> (sum: Int, count: Int) { (0, 0) }
    func add(_ value: Int, to mean: inout (sum: Int, count: Int)) {
        mean = (mean.sum + value * 1_000, mean.count + 1)
    }
    func finish(_ mean: (sum: Int, count: Int)) -> ReducedValue {
        .integer(Int128(mean.sum / mean.count))
    }
}

/// What a combiner must not do.
private struct MeanOfMeans: CombinableReduceFunction {
    func begin() -> Int { -1 }
    func add(_ value: Int, to mean: inout Int) { merge(value * 1_000, into: &mean) }
    func merge(_ other: Int, into mean: inout Int) {
        mean = mean < 0 ? other : (mean + other) / 2
    }
    func finish(_ mean: Int) -> ReducedValue { .integer(Int128(mean)) }
}
