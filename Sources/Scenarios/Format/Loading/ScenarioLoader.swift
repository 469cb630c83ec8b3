/// Turns scenario files into checked scenarios, or says everything that is wrong with them.
public enum ScenarioLoader {
    /// The format of a cell.
    static let format = ValueFormat<Scenario>.section

    /// Reads and checks a shipped scenario by its name, or a file by its path.
    public static func load(
        _ reference: String,
        overrides: ScenarioOverrides = .none
    ) throws(ScenarioLoadingError) -> LoadedScenario {
        let source = try ShippedScenario.resolve(reference)
        return try load(
            bytes: source.bytes,
            name: source.file,
            folder: source.folder,
            overrides: overrides
        )
    }

    /// Reads and checks a file.
    public static func load(
        path: String,
        overrides: ScenarioOverrides = .none
    ) throws(ScenarioLoadingError) -> LoadedScenario {
        try load(
            bytes: try ScenarioFile.bytes(of: path),
            name: path,
            folder: ScenarioFile.folder(of: path),
            overrides: overrides
        )
    }

    /// Checks the contents of a file; the name stands in messages, and the files that it names
    /// stand in the folder.
    public static func load(
        bytes: [UInt8],
        name: String,
        folder: String? = nil,
        overrides: ScenarioOverrides = .none
    ) throws(ScenarioLoadingError) -> LoadedScenario {
        let draft = try ScenarioDraft(
            bytes: bytes,
            name: name,
            folder: folder,
            overrides: overrides
        )
        return LoadedScenario(
            file: name,
            matrix: draft.matrix,
            cells: try draft.cells().map(\.cell)
        )
    }

    /// A file with every default filled in, as YAML that reads back the same.
    ///
    /// With a matrix it shows what stands beside the matrix, and the matrix; where that is no
    /// scenario without the values of a cell, it has those of the first one.
    public static func explain(
        bytes: [UInt8],
        name: String,
        overrides: ScenarioOverrides = .none
    ) throws(ScenarioLoadingError) -> String {
        let draft = try ScenarioDraft(
            bytes: bytes,
            name: name,
            folder: nil,
            overrides: overrides
        )
        let cells = try draft.cells()
        guard let first = cells.first else { return "" }
        let shown = draft.base ?? first
        for cell in [shown] + cells { try requireFilesThatAFileMayName(cell) }
        return Explanation.text(of: shown.whole, tree: shown.tree, shape: format.shape)
    }

    /// The command line may name files that a scenario file must not, and what `explain` prints is
    /// one.
    private static func requireFilesThatAFileMayName(
        _ cell: ScenarioDraft.CheckedCell
    ) throws(ScenarioLoadingError) {
        for (index, topic) in (cell.whole.cluster.mapReduce?.topics ?? []).enumerated() {
            guard case .file(let file) = topic.content, let problem = file.problemInFile else {
                continue
            }
            let path = ["cluster", "topics", String(index), "file"]
            let diagnostic = Diagnostic(
                "\"\(Shortened.text(file.path))\" \(problem)",
                at: cell.tree.location(at: path),
                path: path.joined(separator: "."),
                expected: "a path that the explained scenario may have as well",
                hint: "only the command line of a run may say it"
            )
            throw .invalid(Diagnostics([diagnostic]))
        }
    }

    /// The same for a shipped scenario by its name, or a file by its path.
    public static func explain(
        _ reference: String,
        overrides: ScenarioOverrides = .none
    ) throws(ScenarioLoadingError) -> String {
        let source = try ShippedScenario.resolve(reference)
        return try explain(bytes: source.bytes, name: source.file, overrides: overrides)
    }
}
