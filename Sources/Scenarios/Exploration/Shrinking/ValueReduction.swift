import Simulator

/// Makes numbers smaller, and names those of the first of their kind.
struct ValueReduction {
    /// A smaller number that gives a larger run is no gain: heartbeats, say, come more often. So
    /// many more events, as a part of all, are by chance.
    static let growth = 0.1

    private let trials: ShrinkTrials

    /// A reduction of the best of `trials`.
    init(_ trials: ShrinkTrials) {
        self.trials = trials
    }

    /// Reduces every value below the outermost keys that `isChosen` names.
    func reduce(where isChosen: (String) -> Bool = { _ in true }) {
        guard let entries = trials.best?.tree.entries else { return }
        for (place, entry) in entries.enumerated() where isChosen(entry.key) {
            if StructureReduction.fixedKeys.contains(entry.key) { continue }
            reduce(at: [place])
        }
    }

    private func reduce(at path: [Int]) {
        guard let node = trials.best?.tree.child(at: path) else { return }
        guard let text = node.text else {
            for place in node.children.indices { reduce(at: path + [place]) }
            return
        }
        if let magnitude = Magnitude(text) {
            cut(magnitude, at: path)
            round(at: path)
        } else {
            rename(text)
        }
    }

    /// Finds the least number with which it still fails, as if it failed with every larger one.
    private func cut(_ magnitude: Magnitude, at path: [Int]) {
        var low = 0
        var high = magnitude.value
        if take(magnitude.written(low), at: path) { return }
        while high - low > magnitude.tolerance(high) {
            let middle = magnitude.middle(low, high)
            guard low < middle, middle < high else { return }
            if take(magnitude.written(middle), at: path) { high = middle } else { low = middle }
        }
    }

    /// Takes a number of few digits near the one that stands at `path`.
    private func round(at path: [Int]) {
        guard let text = trials.best?.tree.child(at: path)?.text,
            let magnitude = Magnitude(text)
        else { return }
        _ = magnitude.rounded.contains { take(magnitude.written($0), at: path) }
    }

    private func take(_ text: String, at path: [Int]) -> Bool {
        guard let tree = trials.best?.tree else { return false }
        return trials.take(tree.replacing(at: path, by: .scalar(text)), growth: Self.growth)
    }

    /// Calls what ends with a number, such as `Server 5`, by the name of one before it, wherever
    /// the scenario names it: fewer have to stand then.
    private func rename(_ text: String) {
        guard let tree = trials.best?.tree else { return }
        let stem = text.prefix(
            text.count - text.reversed().prefix { $0.isASCII && $0.isNumber }.count
        )
        guard !stem.isEmpty, let number = Int(text.dropFirst(stem.count)), number > 1 else {
            return
        }
        for lower in 1..<min(number, Self.namesMaximum) {
            if trials.take(tree.renaming(text, to: "\(stem)\(lower)"), growth: Self.growth) {
                return
            }
        }
    }

    /// So many names are tried at most.
    private static let namesMaximum = 8
}
