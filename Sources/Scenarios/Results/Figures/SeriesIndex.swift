import OrderedCollections
import Simulator

/// Where the series of each metric stand among all of a kind, so that a figure of one of ten
/// thousand servers is found without a look at those of the others.
struct SeriesIndex: Sendable {
    /// All keys, in their order.
    let keys: [MetricKey]
    private let byName: [String: [Int]]
    /// By the name of the metric and one of its labels.
    private let byLabel: [MetricKey: [Int]]

    /// An index of `keys`.
    ///
    /// - Complexity: O(n) for n labels in all.
    init(_ keys: some Sequence<MetricKey>) {
        self.keys = Array(keys)
        var byName: [String: [Int]] = [:]
        var byLabel: [MetricKey: [Int]] = [:]
        for (place, key) in self.keys.enumerated() {
            byName[key.name, default: []].append(place)
            for label in key.labels {
                byLabel[MetricKey(key.name, label), default: []].append(place)
            }
        }
        self.byName = byName
        self.byLabel = byLabel
    }

    /// The places of the series of `metric` that have all of `labels`, in their order.
    ///
    /// - Complexity: O(m) for m series that have the first label.
    func places(of metric: String, _ labels: [MetricReference.Label]) -> [Int] {
        guard let first = labels.first else { return byName[metric] ?? [] }
        let label = MetricKey.Label(first.name, first.value)
        let places = byLabel[MetricKey(metric, label)] ?? []
        guard labels.count > 1 else { return places }
        return places.filter { place in
            labels.dropFirst().allSatisfy { label in
                keys[place].labels.contains { $0.name == label.name && $0.value == label.value }
            }
        }
    }

    /// The values of `label` of the series of `metric`, in the order in which they appear.
    func values(of label: String, in metric: String) -> OrderedSet<String> {
        var values: OrderedSet<String> = []
        for place in byName[metric] ?? [] {
            for found in keys[place].labels where found.name == label { values.append(found.value) }
        }
        return values
    }
}
