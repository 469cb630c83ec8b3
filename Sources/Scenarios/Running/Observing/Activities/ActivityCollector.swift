/// Keeps as many activities of each kind as a chart can show, and counts the rest.
struct ActivityCollector {
    /// How many of each kind are kept.
    struct Limits {
        fileprivate let counts: [Activity.Kind: Int]

        /// Those of a run by itself.
        static let single = Limits(counts: [
            .fault: 400, .down: 400, .excluded: 300, .leadership: 200, .deployment: 100,
            .job: 300, .task: 500,
        ])

        /// Those of a run of a matrix, of which there are many.
        static let matrix = Limits(counts: [
            .fault: 100, .down: 100, .excluded: 100, .leadership: 60, .deployment: 60,
            .job: 100, .task: 150,
        ])
    }

    private let limits: Limits
    /// Those kept, kind by kind in the order of their beginnings.
    private(set) var kept: [Activity] = []
    /// How many there were beyond those.
    private(set) var omitted = 0

    /// Nothing yet.
    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Adds the activities of a kind, all of them at once: the first of those that matter most,
    /// then the first of the others.
    ///
    /// - Parameter matters: Whether one is to be kept before others.
    mutating func add(
        _ kind: Activity.Kind,
        _ activities: [Activity],
        first matters: (Activity) -> Bool = { _ in false }
    ) {
        let limit = limits.counts[kind] ?? 0
        var places = Array(activities.indices)
        if places.count > limit {
            let important = places.filter { matters(activities[$0]) }
            let others = places.filter { !matters(activities[$0]) }
            places = Array((important + others).prefix(limit))
            omitted += activities.count - limit
        }
        places.sort { (activities[$0].begin, $0) < (activities[$1].begin, $1) }
        kept += places.map { activities[$0] }
    }
}
