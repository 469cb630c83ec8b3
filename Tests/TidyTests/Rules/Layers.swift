/// Which folder of `Sources/Simulator` may name the types of which.
enum Layers {
    /// The layers, lowest first; folders of one layer do not name each other.
    static let order: [[String]] = [
        ["Numerics", "Bytes"],
        ["Compression", "Hashing", "Kernel"],
        ["Observation"],
        ["Network"],
        ["Resilience", "Database"],
        ["Balancer", "MapReduce", "ObjectStore", "Queue"],
        ["Workload"],
    ]

    /// The names that a file declares.
    struct Names {
        /// Types at the top of the file that others can see.
        var types: Set<String> = []
        /// Everything else that shadows a type's name: nested types, generic parameters.
        var others: Set<String> = []
    }

    private static let declarations: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype",
    ]

    /// The folder of `Sources/Simulator` in which `file` stands.
    static func folder(of file: SourceFile) -> String? {
        let parts = file.path.split(separator: "/")
        guard parts.count > 3, parts[0] == "Sources", parts[1] == "Simulator" else { return nil }
        return String(parts[2])
    }

    /// Every use of a type of a higher folder, or of one beside, and every folder in no layer.
    static func findings(in files: [SourceFile]) -> [Finding] {
        var owners: [String: String] = [:]
        var own: [String: Set<String>] = [:]
        let declared = files.map(names)
        for (file, names) in zip(files, declared) {
            guard let folder = folder(of: file) else { continue }
            for type in names.types { owners[type] = folder }
            own[folder, default: []].formUnion(names.types)
        }
        return zip(files, declared).flatMap { file, names in
            guard let folder = folder(of: file) else { return [Finding]() }
            guard let height = height(of: folder) else {
                return [
                    Finding(
                        path: file.path,
                        line: 1,
                        rule: "layer",
                        message: "the folder '\(folder)' stands in no layer; add it to Layers"
                    )
                ]
            }
            let shadowed = names.others.union(own[folder] ?? [])
            return uses(in: file, except: shadowed).compactMap { token in
                guard let owner = owners[token.text], owner != folder,
                    let other = Self.height(of: owner), other >= height
                else { return nil }
                return Finding(
                    path: file.path,
                    line: token.line,
                    rule: "layer",
                    message: "\(folder) names \(token.text) of \(owner), which is no lower layer"
                )
            }
        }
    }

    private static func height(of folder: String) -> Int? {
        order.firstIndex { $0.contains(folder) }
    }

    /// Every name in `file` that is no member and not shadowed.
    static func uses(in file: SourceFile, except shadowed: Set<String>) -> [Token] {
        file.tokens.indices.compactMap { index in
            let token = file.tokens[index]
            let isMember = index > 0 && file.tokens[index - 1].text == "."
            return isMember || shadowed.contains(token.text) ? nil : token
        }
    }

    /// The names that `file` declares.
    static func names(in file: SourceFile) -> Names {
        var names = Names()
        var depth = 0
        var isPrivate = false
        for (index, token) in file.tokens.enumerated() {
            switch token.text {
            case "{": depth += 1
            case "}": depth -= 1
            case "private", "fileprivate": isPrivate = true
            case "func", "init": names.others.formUnion(parameters(after: index, in: file.tokens))
            case let text where declarations.contains(text):
                guard index + 1 < file.tokens.count else { break }
                let name = file.tokens[index + 1].text
                if depth == 0 && !isPrivate {
                    names.types.insert(name)
                } else {
                    names.others.insert(name)
                }
                names.others.formUnion(parameters(after: index, in: file.tokens))
            default: break
            }
            if ["{", "}", ")"].contains(token.text) { isPrivate = false }
        }
        return names
    }

    /// The generic parameters of the declaration whose keyword stands at `index`.
    private static func parameters(after index: Int, in tokens: [Token]) -> [String] {
        let start = tokens[index].text == "init" ? index + 1 : index + 2
        guard start < tokens.count, tokens[start].text == "<" else { return [] }
        var parameters: [String] = []
        var depth = 0
        for position in start..<tokens.count {
            switch tokens[position].text {
            case "<": depth += 1
            case ">": depth -= 1
            default:
                let previous = tokens[position - 1].text
                if depth == 1 && (previous == "<" || previous == ",") {
                    parameters.append(tokens[position].text)
                }
            }
            if depth == 0 { break }
        }
        return parameters
    }
}
