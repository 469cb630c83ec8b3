/// Bounds on what is read, so that no file can exhaust memory, time or the stack.
enum YAMLLimits {
    /// Bytes of a file.
    static let bytes = 1 << 20
    /// Levels of lists and mappings inside each other.
    static let depth = 64
    /// Values of a file, counted with every alias followed.
    static let nodes = 100_000
    /// Values of a file times the runs of its matrix.
    static let nodesOfAllCells = 10_000_000
    /// Problems after which no more are looked for.
    static let problems = 1_000

    /// The problem of a file that is nested deeper than `depth`.
    static func tooDeep(at location: SourceLocation) -> Diagnostic {
        Diagnostic(
            "lists and mappings are nested too deep",
            at: location,
            expected: "at most \(depth) levels"
        )
    }
}
