/// How the input of a job is shared out among its map tasks.
public enum JobPlan {
    /// The splits of each of `mappers` map tasks, of partitions of `sizes` bytes.
    ///
    /// With at least as many tasks as partitions each partition is cut into pieces of about the
    /// same size; with fewer, tasks take whole partitions in turn.
    public static func mapInputs(sizes: [Int], mappers: Int) -> [[InputSplit]] {
        var inputs = [[InputSplit]](repeating: [], count: mappers)
        guard mappers > sizes.count else {
            for (partition, size) in sizes.enumerated() where size > 0 {
                inputs[partition % mappers]
                    .append(InputSplit(input: partition, range: 0..<size))
            }
            return inputs
        }
        var task = 0
        for (partition, size) in sizes.enumerated() {
            let pieces = mappers / sizes.count + (partition < mappers % sizes.count ? 1 : 0)
            for piece in 0..<pieces {
                let range = (size * piece / pieces)..<(size * (piece + 1) / pieces)
                if !range.isEmpty {
                    inputs[task].append(InputSplit(input: partition, range: range))
                }
                task += 1
            }
        }
        return inputs
    }
}
