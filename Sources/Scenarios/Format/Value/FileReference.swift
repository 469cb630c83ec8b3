/// A file that a scenario names.
public struct FileReference: Sendable, Equatable {
    /// The path as the scenario says it.
    public var path: String
    /// Whether the command line says it: then it may lead anywhere, from the working folder.
    public var isFromCommandLine: Bool

    /// Why no scenario file may say it; nothing where one may.
    var problemInFile: String? { Self.problem(of: path, false) }

    /// The path from the working folder.
    ///
    /// - Parameter folder: The folder of the scenario file; nil for the working folder.
    public func path(in folder: String?) -> String {
        guard !isFromCommandLine, let folder else { return path }
        return "\(folder)/\(path)"
    }

    /// What is wrong with a path.
    fileprivate static func problem(of path: String, _ isFromCommandLine: Bool) -> String? {
        if path.isEmpty { return "names nothing" }
        if path.utf8.contains(0) { return "contains a zero byte" }
        if isFromCommandLine { return nil }
        if path.hasPrefix("/") { return "leads out of the scenario's folder" }
        let steps = path.split(separator: "/")
        return steps.contains("..") ? "leads out of the scenario's folder" : nil
    }
}

extension ValueFormat where Value == FileReference {
    /// A file in the folder of the scenario, or below it.
    static var file: ValueFormat {
        let shape = ScalarShape(
            name: "a path that stays in the folder of the scenario",
            example: "logs/access.log",
            form: .text
        )
        let wanted = Shape.scalar(shape).wanted
        return ValueFormat(
            shape: .scalar(shape),
            read: { node, reading in
                guard let text = node.text, !node.isMissing else {
                    reading.reportKind(node, wanted: wanted)
                    return nil
                }
                let isFromCommandLine = node.location.file == "--set"
                if let problem = FileReference.problem(of: text, isFromCommandLine) {
                    reading.report(
                        "\(Shortened.node(node)) \(problem)",
                        at: node.location,
                        expected: wanted
                    )
                    return nil
                }
                return FileReference(path: text, isFromCommandLine: isFromCommandLine)
            },
            write: { .scalar($0.path) }
        )
    }
}
