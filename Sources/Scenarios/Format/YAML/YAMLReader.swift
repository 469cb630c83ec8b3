import Simulator

/// Reads one YAML document into a tree, strictly and within bounds.
///
/// It goes on after a duplicate key, a tag, a merge key or an unknown alias, so that one reading
/// finds them all; only a broken
/// syntax or a broken bound ends it.
struct YAMLReader {
    /// What a finished anchor stands for, with the measures that an alias adds.
    private struct Anchored {
        var node: YAMLNode
        var nodes: Int
        var depth: Int
    }

    private let events: YAMLEvents
    private let source: SourceText
    private var diagnostics: [Diagnostic] = []
    private var anchors: [String: Anchored] = [:]
    private var openAnchors: [String] = []
    private var nodeCount = 0

    private init(_ source: SourceText, text: String) {
        self.source = source
        events = YAMLEvents(source, text: text)
    }

    /// The tree of a source's only document, and the problems found on the way.
    ///
    /// Problems leave a tree as far as one makes sense, so that the checks after this one can add
    /// theirs.
    static func read(_ source: SourceText) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
        read(source, text: source.lines.joined(separator: "\n"))
    }

    /// The tree of a text whose places are those of a source.
    static func read(
        _ source: SourceText,
        text: String
    ) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
        var reader = YAMLReader(source, text: text)
        do throws(Diagnostic) {
            let root = try reader.document()
            return (root, reader.diagnostics)
        } catch {
            return (nil, reader.diagnostics + [error])
        }
    }

    private mutating func document() throws(Diagnostic) -> YAMLNode {
        _ = try events.next()
        let start = try events.next()
        guard case .documentStart = start.kind else {
            throw Diagnostic(
                "the file is empty",
                at: SourceLocation(source: source, line: 1, column: 1),
                expected: "a scenario, which begins with version: 1"
            )
        }
        let root = try node(try events.next(), depth: 1).node
        _ = try events.next()
        let end = try events.next()
        if case .documentStart = end.kind {
            throw Diagnostic(
                "a second document begins here",
                at: end.location,
                expected: "one document in a file"
            )
        }
        return root
    }

    /// Reads the node that an event begins; answers it with its depth.
    private mutating func node(
        _ event: YAMLEvents.Event,
        depth: Int
    ) throws(Diagnostic) -> (node: YAMLNode, depth: Int) {
        if case .alias(let name) = event.kind { return try alias(name, event.location, depth) }
        let countBefore = nodeCount
        try count(1, depth, event.location)
        refuseTag(event)
        if let anchor = event.anchor { openAnchors.append(anchor) }
        var content: YAMLNode.Content
        var height = 0
        switch event.kind {
        case .sequenceStart:
            (content, height) = try sequence(depth)
        case .mappingStart:
            (content, height) = try mapping(depth)
        case .scalar(let text, let plain):
            content = .scalar(text, plain: plain)
        default:
            content = .scalar("", plain: true)
        }
        let node = YAMLNode(content: content, location: event.location)
        if let anchor = event.anchor {
            openAnchors.removeLast()
            let nodes = nodeCount - countBefore
            anchors[anchor] = Anchored(node: node, nodes: nodes, depth: height)
        }
        return (node, height)
    }

    private mutating func sequence(_ depth: Int) throws(Diagnostic) -> (YAMLNode.Content, Int) {
        var items: [YAMLNode] = []
        var height = 0
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind { return (.sequence(items), height + 1) }
            let item = try node(event, depth: depth + 1)
            height = max(height, item.depth)
            items.append(item.node)
        }
    }

    private mutating func mapping(_ depth: Int) throws(Diagnostic) -> (YAMLNode.Content, Int) {
        var entries: [YAMLEntry] = []
        var lines: [String: Int] = [:]
        var height = 0
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind { return (.mapping(entries), height + 1) }
            let keyNode = try node(event, depth: depth + 1).node
            let value = try node(try events.next(), depth: depth + 1)
            height = max(height, value.depth)
            guard let key = acceptedKey(keyNode, event) else { continue }
            if let line = lines[key] {
                report(
                    "the key '\(Shortened.text(key))' stands twice",
                    event.location,
                    hint: "first at line \(line)"
                )
                continue
            }
            lines[key] = event.location.line
            entries.append(YAMLEntry(key: key, keyLocation: event.location, value: value.node))
        }
    }

    /// The text of a key, or nil after a report that it can be none.
    private mutating func acceptedKey(_ node: YAMLNode, _ event: YAMLEvents.Event) -> String? {
        guard case .scalar(let key, let plain) = event.kind, node.text != nil else {
            report("a key must be plain text", event.location, hint: "not a list, mapping or alias")
            return nil
        }
        if plain && key == "<<" {
            report("merge keys (<<) are not supported", event.location, hint: "write the keys out")
            return nil
        }
        return key
    }

    private mutating func alias(
        _ name: String,
        _ location: SourceLocation,
        _ depth: Int
    ) throws(Diagnostic) -> (node: YAMLNode, depth: Int) {
        guard let anchored = anchors[name], !openAnchors.contains(name) else {
            let problem = openAnchors.contains(name) ? "contains itself" : "has no anchor before it"
            report(
                "the alias '*\(Shortened.text(name))' \(problem)",
                location,
                suggestion: NearestWord.to(name, among: anchors.keys.sorted())
            )
            return (YAMLNode(content: .unreadable, location: location), 0)
        }
        try count(anchored.nodes, depth + anchored.depth, location)
        return (anchored.node, anchored.depth)
    }

    private mutating func count(
        _ nodes: Int,
        _ depth: Int,
        _ location: SourceLocation
    ) throws(Diagnostic) {
        nodeCount += nodes
        if nodeCount > YAMLLimits.nodes {
            throw Diagnostic(
                "the file has too many values",
                at: location,
                expected: "at most \(NumberText.grouped(YAMLLimits.nodes)), aliases followed"
            )
        }
        if depth > YAMLLimits.depth {
            throw YAMLLimits.tooDeep(at: location)
        }
    }

    private mutating func refuseTag(_ event: YAMLEvents.Event) {
        guard let tag = event.tag else { return }
        report(
            "tags such as '\(Shortened.text(tag))' are not supported",
            event.location,
            hint: "the key decides the type of its value"
        )
    }

    private mutating func report(
        _ problem: String,
        _ location: SourceLocation,
        suggestion: String? = nil,
        hint: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(problem, at: location, suggestion: suggestion, hint: hint)
        )
    }
}
