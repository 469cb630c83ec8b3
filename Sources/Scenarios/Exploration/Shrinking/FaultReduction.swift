import Simulator

/// Makes the list of faults smaller: first whole plans go, then what is left of them is said one by
/// one, then of those as many go as can.
struct FaultReduction {
    private static let key = "faults"
    private let trials: ShrinkTrials

    /// A reduction of the best of `trials`.
    init(_ trials: ShrinkTrials) {
        self.trials = trials
    }

    /// Makes the list as small as it gets.
    func reduce() {
        guard let entry = trials.best?.tree.entry(Self.key), let items = entry.value.items else {
            return
        }
        minimize()
        guard items.contains(where: { !ConcreteFaults.isConcrete($0) }) else { return }
        let plans = trials.best
        guard makeConcrete() else { return }
        minimize()
        // A plan of which all is needed says it in fewer words.
        if let plans, let best = trials.best, best.size.weight > plans.size.weight {
            _ = trials.take(plans.tree)
        }
    }

    /// Leaves out as many items as can be.
    private func minimize() {
        guard let tree = trials.best?.tree, let list = tree.entry(Self.key)?.value,
            let items = list.items
        else { return }
        _ = DeltaDebugging.minimized(Array(items.indices)) { places in
            let rest = places.isEmpty ? nil : list.keeping(places)
            return trials.take(tree.setting(Self.key, to: rest))
        }
    }

    /// Says what the best run injected instead of the plans by which it did.
    ///
    /// - Returns: Whether anything is said so.
    private func makeConcrete() -> Bool {
        guard let best = trials.best else { return false }
        for detail in ConcreteFaults.Detail.allCases {
            let concrete = ConcreteFaults(
                specifications: best.scenario.faults,
                detail: detail
            )
            let items = best.record.injections.flatMap(concrete.items)
            let tree = best.tree.setting(Self.key, to: .sequence(sayable(items, in: best.tree)))
            if trials.take(tree) { return true }
        }
        return makeConcreteOneByOne()
    }

    /// Those of `items` that a file can say: one that came during the run, as a server that
    /// replaces another does, has no name there.
    private func sayable(_ items: [YAMLNode], in tree: YAMLNode) -> [YAMLNode] {
        func isSayable(_ items: [YAMLNode]) -> Bool {
            trials.load(tree.setting(Self.key, to: .sequence(items))) != nil
        }
        return isSayable(items) ? items : items.filter { isSayable([$0]) }
    }

    private func makeConcreteOneByOne() -> Bool {
        guard let original = trials.best,
            let plans = original.tree.entry(Self.key)?.value.items,
            plans.count == original.scenario.faults.count
        else { return false }
        var said = plans.map { [$0] }
        var isAnySaid = false
        for (plan, item) in plans.enumerated() where !ConcreteFaults.isConcrete(item) {
            for detail in ConcreteFaults.Detail.allCases {
                let concrete = ConcreteFaults(
                    specifications: original.scenario.faults,
                    detail: detail
                )
                let injections = original.record.injections.filter { $0.plan == plan }
                var changed = said
                changed[plan] = sayable(injections.flatMap(concrete.items), in: original.tree)
                let list = YAMLNode.sequence(Array(changed.joined()))
                guard trials.take(original.tree.setting(Self.key, to: list)) else { continue }
                said = changed
                isAnySaid = true
                break
            }
        }
        return isAnySaid
    }
}
