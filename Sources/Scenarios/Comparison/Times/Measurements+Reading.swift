import Simulator

/// A file that `bench compare` reads.
public enum ComparedFile: Sendable {
    /// What the runs of a scenario gave.
    case result(ResultDocument)
    /// How long workloads took.
    case times(Measurements)

    /// A file of more bytes is not read.
    private static let bytesMaximum = 1 << 28

    /// Reads a file: `result.json` of a scenario, what `bench measure --save` wrote, or what
    /// `hyperfine --export-json` did.
    public init(path: String) throws(ResultLoadingError) {
        let bytes: [UInt8]
        do throws(ScenarioLoadingError) {
            bytes = try ScenarioFile.bytes(of: path, maximum: Self.bytesMaximum)
        } catch {
            guard case .unreadable(let path, let reason) = error else {
                throw .unreadable(path: path, reason: "it is no file")
            }
            throw .unreadable(path: path, reason: reason)
        }
        try self.init(json: bytes, name: path)
    }

    /// Reads the contents of such a file.
    ///
    /// - Parameters:
    ///   - bytes: The document, in UTF-8.
    ///   - name: What messages call it.
    public init(json bytes: [UInt8], name: String) throws(ResultLoadingError) {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            throw .wrong(path: name, problems: [error.description])
        }
        let node = YAMLNode(JSONValue(document))
        let format = node.entry("format")?.value.text
        if format == nil, let results = node.entry("results")?.value.items {
            self = .times(try Measurements(hyperfine: results, name: name))
        } else if format == Measurements.formatName {
            self = .times(try Measurements(node: node, name: name))
        } else {
            self = .result(try ResultDocument(node: node, name: name))
        }
    }
}

extension Measurements {
    /// Reads measurements that were saved.
    init(node: YAMLNode, name: String) throws(ResultLoadingError) {
        let version = node.entry("version")?.value.text ?? "none"
        guard version == String(Self.version) else {
            let problem =
                "its format has version \(version), and this program reads \(Self.version)"
            throw .wrong(path: name, problems: [problem])
        }
        var reading = Reading()
        let read = ValueFormat<Measurements>.section.read(node, &reading)
        guard let read, reading.diagnostics.isEmpty else {
            throw .wrong(path: name, problems: reading.diagnostics.map(\.message))
        }
        self = read
        try checkNames(name)
    }

    /// Reads the entries of `results` in the JSON of hyperfine: `command`, and `times` in seconds.
    ///
    /// Source: hyperfine 1.18, `src/export/json.rs` and `src/benchmark/benchmark_result.rs`.
    init(hyperfine results: [YAMLNode], name: String) throws(ResultLoadingError) {
        for result in results {
            var workload = Workload()
            guard let command = result.entry("command")?.value.text,
                let times = result.entry("times")?.value.items
            else {
                let problem = "an entry of 'results' lacks 'command' or 'times' of hyperfine"
                throw .wrong(path: name, problems: [problem])
            }
            workload.name = command
            for time in times {
                guard let seconds = time.text.flatMap({ Double($0) }), seconds > 0,
                    seconds.isFinite
                else {
                    let problem = "'\(command)' has times that are no numbers above 0"
                    throw .wrong(path: name, problems: [problem])
                }
                workload.wallSeconds.append(seconds)
            }
            workloads.append(workload)
        }
        try checkNames(name)
    }

    private func checkNames(_ name: String) throws(ResultLoadingError) {
        let names = workloads.map(\.name)
        let times = workloads.flatMap(\.wallSeconds)
        if let wrong = times.first(where: { !(1e-9...1e9).contains($0) }) {
            let problem = "\(wrong) s is no time that a run takes: 1e-9 s to 1e9 s"
            throw .wrong(path: name, problems: [problem])
        }
        if names.isEmpty { throw .wrong(path: name, problems: ["it has no workloads"]) }
        for (index, workload) in names.enumerated() where names[..<index].contains(workload) {
            throw .wrong(path: name, problems: ["'\(workload)' stands in it twice"])
        }
    }
}
