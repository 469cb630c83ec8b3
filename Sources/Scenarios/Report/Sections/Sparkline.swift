/// A small chart in one line of text.
enum Sparkline {
    private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A block for each value, as high as the value stands between the least and the greatest; a
    /// blank where there is none.
    static func text(_ values: [Double?]) -> String {
        let known = values.compactMap { $0 }.filter(\.isFinite)
        guard let least = known.min(), let greatest = known.max() else { return "" }
        let range = greatest - least
        return String(
            values.map { value -> Character in
                guard let value, value.isFinite else { return " " }
                guard range > 0 else { return levels[3] }
                // What stands on an edge but for its last digits is above it.
                return levels[min(7, Int((value - least) / range * 8 + 1e-9))]
            }
        )
    }
}
