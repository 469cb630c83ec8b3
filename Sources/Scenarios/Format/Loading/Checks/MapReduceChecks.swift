import Simulator

/// Checks what concerns several of the sections that MapReduce jobs need.
struct MapReduceChecks {
    let specification: MapReduceSpecification
    /// The tree of the scenario.
    let tree: YAMLNode

    /// Notes names that two topics have, topics that are too large, and memory that holds nothing.
    func run(_ reading: inout Reading) {
        checkNames(&reading)
        checkSizes(&reading)
        checkWorkers("map-workers", specification.mapWorkers.memory, &reading)
        checkWorkers("reduce-workers", specification.reduceWorkers.memory, &reading)
        checkShuffle(&reading)
    }

    // MARK: Topics

    private func checkNames(_ reading: inout Reading) {
        var seen: Set<String> = []
        for (index, topic) in specification.topics.enumerated()
        where !seen.insert(topic.name).inserted {
            report(
                "a second topic named \"\(Shortened.text(topic.name))\"",
                at: ["topics", String(index), "name"],
                expected: nil,
                &reading
            )
        }
    }

    /// All generated lines are in memory at once.
    private func checkSizes(_ reading: inout Reading) {
        var total = 0
        for (index, topic) in specification.topics.enumerated() {
            guard case .generated(let logs) = topic.content else { continue }
            total += logs.settings.bytesMaximum
            guard total > TopicSpecification.bytesMaximum else { continue }
            let most = QuantityText.written(size: TopicSpecification.bytesMaximum)
            return report(
                "\(NumberText.grouped(logs.settings.lines)) lines of up to "
                    + "\(NumberText.grouped(logs.settings.lineBytesMaximum)) bytes are too much",
                at: ["topics", String(index), "generate", "count"],
                expected: "at most \(most) of all generated lines together",
                &reading
            )
        }
    }

    // MARK: Memory

    private func checkWorkers(_ section: String, _ memory: Int, _ reading: inout Reading) {
        let idle = specification.workers.idleMemory
        guard memory <= idle else { return }
        let stated = ["cluster", section, "memory"]
        report(
            "\(QuantityText.written(size: memory)) leave nothing for tasks",
            at: tree.node(at: stated) == nil ? ["workers", "idle-memory"] : [section, "memory"],
            expected: "\(section).memory above workers.idle-memory, which is "
                + QuantityText.written(size: idle),
            &reading
        )
    }

    private func checkShuffle(_ reading: inout Reading) {
        let settings = specification.shuffle.settings
        guard settings.store == .redis, settings.memory <= settings.pairOverhead else { return }
        report(
            "\(QuantityText.written(size: settings.memory)) do not hold a single pair",
            at: ["shuffle", "memory"],
            expected: "more than shuffle.pair-overhead, which is "
                + QuantityText.written(size: settings.pairOverhead),
            &reading
        )
    }

    private func report(
        _ problem: String,
        at steps: [String],
        expected: String?,
        _ reading: inout Reading
    ) {
        let path = ["cluster"] + steps
        var diagnostic = Diagnostic(problem, at: tree.location(at: path))
        diagnostic.path = path.joined(separator: ".")
        diagnostic.expected = expected
        reading.add(diagnostic)
    }
}
