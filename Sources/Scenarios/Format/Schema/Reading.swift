/// The state of checking one tree: where it is, and what was found wrong.
struct Reading {
    /// The problems in the order in which they were found.
    private(set) var diagnostics: [Diagnostic] = []
    /// The keys and indices that lead to the value being read.
    private(set) var path: [String] = []

    /// Whether so many problems were found that looking for more is no use.
    var isFull: Bool { diagnostics.count >= YAMLLimits.problems }

    /// Runs a part of the check one step deeper.
    mutating func within<Result>(_ step: String, _ body: (inout Reading) -> Result) -> Result {
        path.append(step)
        defer { path.removeLast() }
        return body(&self)
    }

    /// Notes a problem that has its own path.
    mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    /// Notes a problem at a place; the path is that of the value being read.
    mutating func report(
        _ problem: String,
        at location: SourceLocation,
        expected: String? = nil,
        suggestion: String? = nil,
        hint: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(
                problem,
                at: location,
                path: path.map { Shortened.text($0) }.joined(separator: "."),
                expected: expected,
                suggestion: suggestion,
                hint: hint
            )
        )
    }

    /// Notes a problem at a path through a whole file, which is read already.
    mutating func report(
        _ problem: String,
        in tree: YAMLNode,
        at path: [String],
        expected: String?,
        suggestion: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(
                problem,
                at: tree.location(at: path),
                path: path.joined(separator: "."),
                expected: expected,
                suggestion: suggestion
            )
        )
    }

    /// Notes that a node is not of the kind its key wants.
    mutating func reportKind(_ node: YAMLNode, wanted: String) {
        report("found \(Shortened.node(node))", at: node.location, expected: wanted)
    }

    /// Notes what is wrong with the text of a scalar.
    mutating func report(_ problem: ValueProblem, in node: YAMLNode, wanted: String) {
        report(
            "\(Shortened.node(node)) \(problem.problem)",
            at: node.location(ofOffset: problem.offset),
            expected: problem.expected ?? wanted,
            suggestion: problem.suggestion,
            hint: problem.hint
        )
    }
}

extension YAMLNode {
    /// The place so many Unicode scalars into the text of a scalar.
    ///
    /// It is the place of the scalar itself where the file does not have the text as it is: behind
    /// escapes, or over several lines.
    func location(ofOffset offset: Int) -> SourceLocation {
        guard offset > 0, case .scalar(let text, let plain) = content else { return location }
        let start = plain ? location : location.advanced(by: 1)
        let line = Array((start.source.line(start.line) ?? "").unicodeScalars)
        guard line.dropFirst(start.column - 1).starts(with: text.unicodeScalars.prefix(offset))
        else {
            return location
        }
        return start.advanced(by: offset)
    }
}
