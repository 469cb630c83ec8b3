/// Leaves out keys and items, level by level from the outermost, and puts the simple in place of
/// the complicated.
///
/// G. Misherghi and Z. Su, "HDD: Hierarchical Delta Debugging", ICSE 2006: what a large part does
/// not need goes with all that stands below it.
struct StructureReduction {
    /// What a scenario has to say, or what says how it fails.
    static let fixedKeys = ["version", "name", "seed", "expect"]

    /// The default of a key may give a larger run than what was said. So many more events, as a
    /// part of all, are worth a key less.
    private static let growth = 0.25

    private let trials: ShrinkTrials

    /// A reduction of the best of `trials`.
    init(_ trials: ShrinkTrials) {
        self.trials = trials
    }

    /// Leaves out whatever can be.
    func reduce() {
        prune([])
    }

    /// Leaves out children of the node at `path`, then of each that stays.
    private func prune(_ path: [Int]) {
        guard let node = trials.best?.tree.child(at: path), !node.children.isEmpty else { return }
        let removable = node.children.indices.filter { isRemovable($0, of: node, at: path) }
        if !removable.isEmpty { minimize(node, at: path, removable) }
        simplify(at: path)
        guard let left = trials.best?.tree.child(at: path) else { return }
        for place in left.children.indices where !isFixed(place, of: left, at: path) {
            prune(path + [place])
        }
    }

    private func minimize(_ node: YAMLNode, at path: [Int], _ removable: [Int]) {
        guard let tree = trials.best?.tree else { return }
        let fixed = node.children.indices.filter { !removable.contains($0) }
        _ = DeltaDebugging.minimized(removable) { kept in
            let places = (fixed + kept).sorted()
            let smaller = tree.replacing(at: path, by: node.keeping(places))
            return trials.take(smaller, growth: Self.growth)
        }
    }

    private func isFixed(_ place: Int, of node: YAMLNode, at path: [Int]) -> Bool {
        guard path.isEmpty, let entries = node.entries else { return false }
        return Self.fixedKeys.contains(entries[place].key)
    }

    /// Whether a scenario without this child is one: required keys are not tried again and again.
    private func isRemovable(_ place: Int, of node: YAMLNode, at path: [Int]) -> Bool {
        if isFixed(place, of: node, at: path) { return false }
        guard node.entries != nil, let tree = trials.best?.tree else { return true }
        let rest = node.keeping(node.children.indices.filter { $0 != place })
        return trials.load(tree.replacing(at: path, by: rest)) != nil
    }

    /// Puts something simpler in place of the node at `path`, as long as there is anything.
    private func simplify(at path: [Int]) {
        while let tree = trials.best?.tree, let node = tree.child(at: path) {
            let taken = Self.simpler(than: node).contains {
                trials.take(tree.replacing(at: path, by: $0), growth: ValueReduction.growth)
            }
            if !taken { return }
        }
    }

    /// Laws whose draws vary, by which a constant is simpler.
    private static let laws = [
        "poisson", "uniform", "exponential", "normal", "lognormal", "pareto", "constant",
    ]

    /// What says nearly the same more simply: a kind without its empty mapping, a constant instead
    /// of what varies around it.
    private static func simpler(than node: YAMLNode) -> [YAMLNode] {
        guard let entries = node.entries, entries.count == 1 else { return [] }
        let (key, value) = (entries[0].key, entries[0].value)
        if value.entries?.isEmpty == true { return [.scalar(key)] }
        guard laws.contains(key) else { return [] }
        let parameter = value.children.first ?? value
        guard let text = parameter.text else { return [] }
        let least = (try? QuantityText.range(text)).map { DurationText.written($0.lowerBound) }
        let constant = YAMLNode.scalar(least ?? text)
        return key == "constant" ? [constant] : [constant, .mapping([("constant", constant)])]
    }
}
