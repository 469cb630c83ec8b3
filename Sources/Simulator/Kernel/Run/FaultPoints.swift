/// Places in simulated code that fail now and then.
///
/// As in FoundationDB (`BUGGIFY`): each place is active in a quarter of all runs, and where it is,
/// it fires a quarter of the times it is passed. Both are drawn from the seed and the label alone.
struct FaultPoints {
    private static let probability = 0.25
    private let random: RandomStream
    private var points: [String: Point] = [:]

    private struct Point {
        var isActive: Bool
        var random: RandomStream
    }

    init(random: RandomStream) {
        self.random = random
    }

    /// Whether the point called `label` fires this time.
    mutating func fires(_ label: String) -> Bool {
        var point = points[label] ?? makePoint(label)
        let fires = point.isActive && point.random.unit() < Self.probability
        points[label] = point
        return fires
    }

    private func makePoint(_ label: String) -> Point {
        var random = random.split(label)
        let isActive = random.unit() < Self.probability
        return Point(isActive: isActive, random: random)
    }
}
