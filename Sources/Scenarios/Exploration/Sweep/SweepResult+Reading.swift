import Simulator

extension SweepResult {
    /// A file of more bytes is not read.
    private static let bytesMaximum = 1 << 28

    /// Reads results of sweeps from a file: one that ``SweepReport`` wrote, or lines of outcomes as
    /// ``SeedOutcome/line`` writes them, which are added up.
    public init(path: String) throws(ResultLoadingError) {
        let isFolder = ScenarioFile.isFolder(path)
        let file = isFolder ? "\(path)/\(SweepReport.files.json)" : path
        let bytes: [UInt8]
        do throws(ScenarioLoadingError) {
            bytes = try ScenarioFile.bytes(of: file, maximum: Self.bytesMaximum)
        } catch {
            guard case .unreadable(let path, let reason) = error else {
                throw .unreadable(path: file, reason: "it is no file")
            }
            throw .unreadable(path: path, reason: reason)
        }
        try self.init(bytes: bytes, name: file)
    }

    /// Reads results from the contents of such a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents.
    ///   - name: What messages call it.
    public init(bytes: [UInt8], name: String) throws(ResultLoadingError) {
        if let node = try? Self.node(bytes, name), node.entry("format") != nil {
            try self.init(node, name)
        } else {
            try self.init(lines: bytes, name)
        }
    }

    private init(_ node: YAMLNode, _ file: String) throws(ResultLoadingError) {
        guard node.entry("format")?.value.text == Self.formatName else {
            let problem = "it is no sweep: its format is not '\(Self.formatName)'"
            throw .wrong(path: file, problems: [problem])
        }
        let version = node.entry("version")?.value.text ?? "none"
        guard version == String(Self.version) else {
            let problem =
                "its format has version \(version), and this program reads \(Self.version)"
            throw .wrong(path: file, problems: [problem])
        }
        self = try Self.read(Self.format, node, file)
    }

    private init(lines bytes: [UInt8], _ file: String) throws(ResultLoadingError) {
        var result: SweepResult?
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            let place = "\(file):\(number + 1)"
            let node = try Self.node(Array(line), place)
            let outcome = try Self.read(SeedOutcome.format, node, place)
            if result == nil {
                result = SweepResult(
                    of: outcome.scenario,
                    command: outcome.command,
                    judgesFigures: outcome.judgesFigures
                )
            }
            do throws(SweepMergeError) {
                try result?.add(outcome)
            } catch {
                throw .wrong(path: place, problems: [error.description])
            }
        }
        guard let result else {
            throw .wrong(path: file, problems: ["it holds no results of a sweep"])
        }
        self = result
    }

    private static func node(_ bytes: [UInt8], _ name: String) throws(ResultLoadingError)
        -> YAMLNode
    {
        do throws(JSONSyntaxError) {
            return YAMLNode(JSONValue(try JSONDocument(bytes)))
        } catch {
            throw .wrong(path: name, problems: [error.description])
        }
    }

    private static func read<Value>(
        _ format: ValueFormat<Value>,
        _ node: YAMLNode,
        _ name: String
    ) throws(ResultLoadingError) -> Value {
        var reading = Reading()
        let read = format.read(node, &reading)
        guard let read, reading.diagnostics.isEmpty else {
            throw .wrong(path: name, problems: reading.diagnostics.map(\.message))
        }
        return read
    }
}

extension SeedOutcome {
    /// The outcome in JSON, in one line without a line feed.
    public var line: String { JSONValue(Self.format.write(self)).inOneLine }
}
