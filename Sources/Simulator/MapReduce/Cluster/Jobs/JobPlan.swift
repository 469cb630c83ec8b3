/// How the input of a job is shared out among its map tasks.
public enum JobPlan {
    /// The splits of each of `mappers` map tasks, of partitions of `sizes` bytes.
    ///
    /// With at least as many tasks as partitions each partition is cut into pieces of about the
    /// same size; with fewer, tasks take whole partitions in turn.
    public static func mapInputs(sizes: [Int], mappers: Int) -> [[InputSplit]] {
        mapInputs(ranges: sizes.map { 0..<$0 }, mappers: mappers)
    }

    /// The splits of each of `mappers` map tasks, of a range of each partition.
    public static func mapInputs(ranges: [Range<Int>], mappers: Int) -> [[InputSplit]] {
        var inputs = [[InputSplit]](repeating: [], count: mappers)
        guard mappers > ranges.count else {
            for (partition, range) in ranges.enumerated() where !range.isEmpty {
                inputs[partition % mappers].append(InputSplit(input: partition, range: range))
            }
            return inputs
        }
        var task = 0
        for (partition, whole) in ranges.enumerated() {
            let pieces = mappers / ranges.count + (partition < mappers % ranges.count ? 1 : 0)
            let (start, size) = (whole.lowerBound, whole.count)
            for piece in 0..<pieces {
                let range =
                    (start + size * piece / pieces)..<(start + size * (piece + 1) / pieces)
                if !range.isEmpty {
                    inputs[task].append(InputSplit(input: partition, range: range))
                }
                task += 1
            }
        }
        return inputs
    }
}
