import FoundationEssentials
import Scenarios

/// Makes new results the base: all of their files, or none.
///
/// Files of the base that the new results do not have stay, and so do whole scenarios; they are
/// named.
struct Acceptance {
    /// A file that is to be written.
    private struct Copy {
        let source: String
        let target: String
    }

    private var copies: [Copy] = []
    private var newFolders: [String] = []
    private var kept: [String] = []

    /// What replaces a file by another one.
    init(file: String, over target: String) {
        copies = [Copy(source: file, target: target)]
    }

    /// What replaces results by those that they were compared with.
    ///
    /// Of results in folders every file is replaced; of one that was named as a file, that file.
    ///
    /// - Parameter baseFolder: Where folders of scenarios are made that are not there yet.
    init(of matches: [ResultMatch], baseFolder: String) {
        for match in matches {
            switch match {
            case .missing(let entry): kept.append(entry.folder ?? entry.path)
            case .both(let old, let new):
                guard let target = old.folder, let source = new.folder else {
                    copies.append(Copy(source: new.path, target: old.path))
                    continue
                }
                add(Self.files(in: source), from: source, to: target)
                let names = Set(Self.files(in: source))
                kept += Self.files(in: target).filter { !names.contains($0) }
                    .map { "\(target)/\($0)" }
            case .added(let entry):
                let target = "\(baseFolder)/\(entry.key ?? entry.document.scenario)"
                newFolders.append(target)
                guard let source = entry.folder else {
                    let name = "\(target)/\(ResultDocument.fileName)"
                    copies.append(Copy(source: entry.path, target: name))
                    continue
                }
                add(Self.files(in: source), from: source, to: target)
            }
        }
    }

    private mutating func add(_ names: [String], from source: String, to target: String) {
        copies += names.map { Copy(source: "\(source)/\($0)", target: "\(target)/\($0)") }
    }

    /// The files in a folder whose names do not begin with a point, sorted.
    private static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            var isFolder = false
            return !name.hasPrefix(".")
                && FileManager.default.fileExists(
                    atPath: "\(folder)/\(name)",
                    isDirectory: &isFolder
                ) && !isFolder
        }.sorted()
    }

    /// Writes all files that differ, and says what was done.
    func write(_ program: CommandLineProgram) throws(WriteError) {
        var files: [(path: String, bytes: [UInt8])] = []
        for copy in copies {
            guard let data = FileManager.default.contents(atPath: copy.source) else {
                throw WriteError(target: copy.target, reason: "\(copy.source) cannot be read")
            }
            let bytes = Array(data)
            if FileWriter.holds(bytes, path: copy.target) != true {
                files.append((path: copy.target, bytes: bytes))
            }
        }
        let made = newFolders.filter { !FileManager.default.fileExists(atPath: $0) }
        do throws(WriteError) {
            for folder in made { try FileWriter.makeFolder(folder) }
            try FileWriter.write(files)
        } catch {
            for folder in made { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
        for path in kept { program.report("\(path): kept, for the new results have none\n") }
        let number = files.count == 1 ? "1 file" : "\(files.count) files"
        program.report("accepted: \(number) written\n")
    }
}
