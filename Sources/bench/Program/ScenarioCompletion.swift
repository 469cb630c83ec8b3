import ArgumentParser
import Scenarios

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension CompletionKind {
    /// Names of shipped scenarios, scenario files, and the folders on the way to them.
    static var scenario: CompletionKind {
        .custom { _, _, prefix in ScenarioCompletion.words(beginning: prefix) }
    }
}

/// What a shell may put in for the beginning of a scenario's name.
enum ScenarioCompletion {
    private static let extensions = [".yaml", ".yml"]

    /// The words that begin so: names first, then paths.
    static func words(beginning prefix: String) -> [String] {
        let names = ShippedScenario.all.map(\.name).filter { $0.hasPrefix(prefix) }
        return names + paths(beginning: prefix)
    }

    /// Files of the folder that a path names; hidden ones only where they are asked for.
    private static func paths(beginning prefix: String) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let start = prefix.dropFirst(folder.count)
        return entries(of: folder.isEmpty ? "." : folder).sorted().compactMap { name in
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else {
                return nil
            }
            // Shells add the slash of a folder themselves, or would add a second one.
            if isFolder(folder + name) { return name.hasPrefix("..") ? nil : folder + name }
            return extensions.contains(where: name.hasSuffix) ? folder + name : nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
