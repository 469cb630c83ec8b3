/// Finds the known word that a misspelt one was probably meant to be.
package enum NearestWord {
    /// The nearest of the known words, if it is near enough to be worth a question.
    ///
    /// Near enough is a third of the length, and at least one edit; the first of equally near ones
    /// wins.
    package static func to(_ word: String, among known: [String]) -> String? {
        let lowered = word.lowercased()
        guard lowered.utf8.count <= 100 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known where candidate != word {
            let distance = editDistance(lowered, candidate.lowercased())
            if distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, max(word.count, best.word.count) / 3) else {
            return known.first { isPart(lowered, of: $0.lowercased()) && $0 != word }
        }
        return best.word
    }

    /// Whether a word of three letters or more is one of the parts of a longer one joined by `-` or
    /// `.`.
    private static func isPart(_ word: String, of candidate: String) -> Bool {
        word.count >= 3 && candidate.split { "-.".contains($0) }.contains { $0 == word }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the
    /// other.
    ///
    /// The restricted Damerau-Levenshtein distance; `O(n·m)` time, three rows of memory.
    static func editDistance(_ left: String, _ right: String) -> Int {
        let first = Array(left.unicodeScalars)
        let second = Array(right.unicodeScalars)
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            for column in 1...second.count {
                let same = first[row - 1] == second[column - 1]
                var cost = min(last[column] + 1, current[column - 1] + 1)
                cost = min(cost, last[column - 1] + (same ? 0 : 1))
                let swapped =
                    row > 1 && column > 1 && first[row - 1] == second[column - 2]
                    && first[row - 2] == second[column - 1]
                if swapped { cost = min(cost, beforeLast[column - 2] + 1) }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
