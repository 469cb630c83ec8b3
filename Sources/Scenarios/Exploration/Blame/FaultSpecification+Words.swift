import Simulator

/// Faults in words, for people.
extension FaultSpecification {
    /// What happens to whom, when and for how long: `crash of Server 6 at 5s`.
    var words: String {
        let kinds = (random?.kinds ?? []) + (kind.map { [$0] } ?? [])
        var words = "\(kinds.map(\.words).joined(separator: " or ")) of \(target.words)"
        if let at {
            words += " at \(DurationText.written(at))"
        } else if let every {
            words += " every \(DurationText.written(every))"
        } else if let random {
            words += " at random, every \(Self.words(random.every))"
        }
        if let end = random?.until ?? until { words += " until \(DurationText.written(end))" }
        if let lasting = random?.duration ?? duration { words += " for \(Self.words(lasting))" }
        return words
    }

    /// The names of what may happen.
    var kindNames: [String] {
        ((random?.kinds ?? []) + (kind.map { [$0] } ?? [])).map(\.name)
    }

    private static func words(_ distribution: DurationDistribution) -> String {
        if case .constant(let duration) = distribution { return DurationText.written(duration) }
        return ValueFormat.distribution.write(distribution).words
    }
}

extension FaultKind {
    /// The kind as files call it.
    fileprivate var name: String {
        let node = ValueFormat<FaultKind>.faultKind.write(self)
        return node.text ?? node.entries?.first?.key ?? ""
    }

    /// The kind with what it says: `slow (factor 10x)`.
    fileprivate var words: String { ValueFormat<FaultKind>.faultKind.write(self).words }
}

extension YAMLNode {
    /// A mapping with one key in words: the key, and what stands below it in brackets.
    fileprivate var words: String {
        guard let entry = entries?.first else { return text ?? "" }
        let value = entry.value
        if let entries = value.entries {
            let parts = entries.map { "\($0.key) \(YAMLWriter.flow($0.value))" }
            return parts.isEmpty
                ? entry.key : "\(entry.key) (\(parts.joined(separator: ", ")))"
        }
        return "\(entry.key) (\(YAMLWriter.flow(value)))"
    }
}

extension FaultTarget {
    /// Whom it hits: `Server 6`, `one of role server`.
    fileprivate var words: String {
        let selected: String
        switch selector {
        case .node(let name): return name
        case .link(let from, let to): return "the link from \(from) to \(to)"
        case .role(let role): selected = "role \(role.rawValue)"
        case .zone(let name): selected = "zone \(name)"
        case .region(let name): selected = "region \(name)"
        case .machine(let name): selected = "machine \(name)"
        }
        switch mode {
        case .all: return "all of \(selected)"
        case .one: return "one of \(selected)"
        case .leader: return "the leader of \(selected)"
        case .exactly(let count): return "\(count) of \(selected)"
        case .percent(let part): return "\(QuantityText.written(ratio: part)) of \(selected)"
        }
    }
}
