/// A fault that has begun and not ended.
public struct LastingFault: Equatable, Sendable {
    /// Since when.
    public let instant: VirtualInstant
    /// At which node or link.
    public let subject: String
    /// The name of the fault.
    public let name: String
}

/// The faults that last at this moment, for whoever asks why something does not go on.
struct LastingFaults {
    private struct Entry {
        /// What `end(_:)` ends; nothing for what has no end.
        let number: Int?
        let fault: Fault
        let lasting: LastingFault
        /// The node that was hit, by its incarnation then; nothing for a link.
        let node: Node?

        /// Whether it was not undone by something else than its end.
        var isOn: Bool {
            guard let node else { return true }
            return switch fault {
            case .crash: !node.current.isAlive
            case .pause, .slow: node.isAlive
            default: true
            }
        }
    }

    private var entries: [Entry] = []
    private var begun = 0

    /// Those that last, in the order in which they began; of faults that are alike and hit the same
    /// the first one.
    var all: [LastingFault] {
        var all: [LastingFault] = []
        for lasting in entries.filter(\.isOn).map(\.lasting)
        where !all.contains(where: { $0.isAlike(lasting) }) {
            all.append(lasting)
        }
        return all
    }

    /// Notes that `fault` begins.
    ///
    /// - Parameters:
    ///   - subjects: Whom it hits, by name.
    ///   - nodes: The same as nodes, in the same order; none for a link.
    ///   - isEndless: Whether `end(_:)` will not be called.
    /// - Returns: Its number, for `end(_:)`.
    mutating func begin(
        _ fault: Fault,
        on subjects: [String],
        _ nodes: [Node],
        at instant: VirtualInstant,
        isEndless: Bool
    ) -> Int {
        begun += 1
        guard fault != .restart else { return begun }
        for (index, subject) in subjects.enumerated() {
            let lasting = LastingFault(instant: instant, subject: subject, name: fault.name)
            // A plan without an end may come round a million times: one entry tells as much.
            if isEndless {
                let isKnown = entries.contains {
                    $0.number == nil && $0.isOn && $0.lasting.isAlike(lasting)
                }
                if isKnown { continue }
                entries.removeAll { !$0.isOn }
            }
            entries.append(
                Entry(
                    number: isEndless ? nil : begun,
                    fault: fault,
                    lasting: lasting,
                    node: index < nodes.count ? nodes[index] : nil
                )
            )
        }
        return begun
    }

    /// Notes the end of the fault with this number.
    mutating func end(_ number: Int) {
        entries.removeAll { $0.number == number }
    }
}

extension LastingFault {
    /// Whether it is the same fault of the same node or link.
    fileprivate func isAlike(_ other: LastingFault) -> Bool {
        name == other.name && subject == other.subject
    }
}
