import FoundationEssentials
import Scenarios

/// One side of a comparison, as it was read.
struct ComparedSide {
    /// What was found.
    enum Content {
        /// Results of scenarios: one, or those of a folder of folders.
        case results([Entry])
        /// Times of workloads.
        case times(Measurements)
    }

    /// A result with the place where it was found.
    struct Entry {
        /// What it is matched by: the name of its folder; nothing for a result named alone.
        let key: String?
        /// Its folder; nothing where the file itself was named.
        let folder: String?
        /// The file.
        let path: String
        /// What it holds.
        let document: ResultDocument
    }

    /// What was found.
    let content: Content

    /// Reads what is at `path`: a file, a folder of reports, or a folder of such folders.
    init(_ path: String) throws(ResultLoadingError) {
        guard Self.isFolder(path) else {
            switch try ComparedFile(path: path) {
            case .times(let times): content = .times(times)
            case .result(let document):
                let entry = Entry(key: nil, folder: nil, path: path, document: document)
                content = .results([entry])
            }
            return
        }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if FileManager.default.fileExists(atPath: Self.file(in: folder)) {
            let document = try ResultDocument(path: folder)
            content = .results([Self.entry(of: document, in: folder, key: nil)])
            return
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unreadable(path: path, reason: "its contents cannot be listed")
        }
        var entries: [Entry] = []
        for name in names.sorted()
        where FileManager.default.fileExists(atPath: Self.file(in: "\(folder)/\(name)")) {
            let place = "\(folder)/\(name)"
            guard let document = try ResultDocument.ifResult(path: place) else { continue }
            entries.append(Self.entry(of: document, in: place, key: name))
        }
        guard !entries.isEmpty else {
            let reason = "neither it nor a folder in it holds \(ResultDocument.fileName)"
            throw .unreadable(path: path, reason: reason)
        }
        content = .results(entries)
    }

    private static func entry(
        of document: ResultDocument,
        in folder: String,
        key: String?
    ) -> Entry {
        Entry(key: key, folder: folder, path: file(in: folder), document: document)
    }

    private static func file(in folder: String) -> String {
        "\(folder)/\(ResultDocument.fileName)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}

/// Results of both sides that belong together.
enum ResultMatch {
    /// The scenario on both sides.
    case both(ComparedSide.Entry, ComparedSide.Entry)
    /// The base has it alone.
    case missing(ComparedSide.Entry)
    /// The new side has it alone.
    case added(ComparedSide.Entry)

    /// Matches two sides: by the names of folders, and a result named alone with the one of its
    /// scenario. Where one side is a single result, the rest of the other does not count.
    static func all(
        _ base: [ComparedSide.Entry],
        _ new: [ComparedSide.Entry]
    ) -> [ResultMatch] {
        if base.count == 1, new.count == 1, base[0].key == nil || new[0].key == nil {
            return [.both(base[0], new[0])]
        }
        if base.count == 1, base[0].key == nil {
            let found = new.first { $0.key == base[0].document.scenario }
            return [found.map { .both(base[0], $0) } ?? .missing(base[0])]
        }
        if new.count == 1, new[0].key == nil {
            let found = base.first { $0.key == new[0].document.scenario }
            return [found.map { .both($0, new[0]) } ?? .added(new[0])]
        }
        let names = Set((base + new).compactMap(\.key)).sorted()
        return names.compactMap { name in
            let old = base.first { $0.key == name }
            let new = new.first { $0.key == name }
            if let old, let new { return .both(old, new) }
            return old.map { .missing($0) } ?? new.map { .added($0) }
        }
    }

    /// What moved.
    var entry: ResultSetComparison.Entry {
        switch self {
        case .both(let old, let new):
            .compared(ResultComparison(from: old.document, to: new.document))
        case .missing(let entry): .missing(entry.key ?? entry.document.scenario)
        case .added(let entry): .added(entry.key ?? entry.document.scenario)
        }
    }
}
