/// The engine that runs jobs on real files, with threads, in real time: what nothing that a
/// simulation can reach may use.
enum RealTime {
    /// The folder of the engine.
    static let folder = "Sources/Simulator/MapReduce/Native/"
    /// What runs many simulations, each on a thread: it calls them, and they know nothing of it.
    private static let drivers = ["Sources/Scenarios/Exploration/Sweep/OrderedRuns.swift"]

    /// Every use of a type of the folder by another file of the libraries.
    static func findings(in files: [SourceFile]) -> [Finding] {
        var types: Set<String> = []
        for file in files where file.path.hasPrefix(folder) {
            types.formUnion(Layers.names(in: file).types)
        }
        let others = files.filter { !$0.path.hasPrefix(folder) && !drivers.contains($0.path) }
        return others.flatMap { file in
            Layers.uses(in: file, except: Layers.names(in: file).others)
                .filter { types.contains($0.text) }
                .map {
                    Finding(
                        path: file.path,
                        line: $0.line,
                        rule: "real time",
                        message: "\($0.text) works in real time; a simulation must not reach it"
                    )
                }
        }
    }
}
