import Simulator

/// Why a saved result cannot be read.
public enum ResultLoadingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read (exit code 66).
    case unreadable(path: String, reason: String)
    /// It is no result of this format (exit code 65); what is wrong, in words.
    case wrong(path: String, problems: [String])

    /// A line for each problem: `path: error: problem`.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): error: cannot read: \(reason)\n"
        case .wrong(let path, let problems):
            problems.map { "\(path): error: \($0)\n" }.joined()
        }
    }
}

extension ResultDocument {
    /// The name of the file in a folder of reports.
    public static let fileName = "result.json"
    /// A file of more bytes is not read.
    private static let bytesMaximum = 1 << 28

    /// Reads a saved result.
    ///
    /// - Parameter path: The file, or the folder of reports that holds it.
    public init(path: String) throws(ResultLoadingError) {
        let (node, file) = try Self.node(path)
        try self.init(node: node, name: file)
    }

    /// Reads a saved result as ``init(path:)`` does; nothing where the file is of another format of
    /// this program, as the results of fidelity are.
    public static func ifResult(path: String) throws(ResultLoadingError) -> ResultDocument? {
        let (node, file) = try node(path)
        let format = node.entry("format")?.value.text ?? ""
        if format.hasPrefix("cluster-simulator/"), format != formatName { return nil }
        return try ResultDocument(node: node, name: file)
    }

    private static func node(_ path: String) throws(ResultLoadingError) -> (YAMLNode, String) {
        let isFolder = ScenarioFile.isFolder(path)
        let file = isFolder ? "\(path)\(path.hasSuffix("/") ? "" : "/")\(fileName)" : path
        let bytes: [UInt8]
        do throws(ScenarioLoadingError) {
            bytes = try ScenarioFile.bytes(of: file, maximum: bytesMaximum)
        } catch {
            guard case .unreadable(let path, let reason) = error else {
                throw .unreadable(path: file, reason: "it is no file")
            }
            throw .unreadable(path: path, reason: reason)
        }
        return (try node(json: bytes, name: file), file)
    }

    /// Reads a result that was saved as JSON.
    ///
    /// - Parameters:
    ///   - bytes: The document, in UTF-8.
    ///   - name: What messages call it.
    public init(json bytes: [UInt8], name: String) throws(ResultLoadingError) {
        try self.init(node: Self.node(json: bytes, name: name), name: name)
    }

    private static func node(
        json bytes: [UInt8],
        name: String
    ) throws(ResultLoadingError) -> YAMLNode {
        let document: JSONDocument
        do throws(JSONSyntaxError) {
            document = try JSONDocument(bytes)
        } catch {
            throw .wrong(path: name, problems: [error.description])
        }
        return YAMLNode(JSONValue(document))
    }

    /// Reads a result from the nodes of its JSON.
    init(node: YAMLNode, name: String) throws(ResultLoadingError) {
        guard node.entry("format")?.value.text == Self.formatName else {
            let problem = "it is no result: its format is not '\(Self.formatName)'"
            throw .wrong(path: name, problems: [problem])
        }
        let version = node.entry("version")?.value.text ?? "none"
        guard version == String(Self.version) else {
            let problem =
                "its format has version \(version), and this program reads \(Self.version)"
            throw .wrong(path: name, problems: [problem])
        }
        var reading = Reading()
        let read = Self.format.read(node, &reading)
        guard let read, reading.diagnostics.isEmpty else {
            throw .wrong(path: name, problems: reading.diagnostics.map(\.message))
        }
        self = read
    }
}
