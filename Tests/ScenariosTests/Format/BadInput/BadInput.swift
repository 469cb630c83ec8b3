import Testing

@testable import Scenarios

/// A wrong scenario: `§` stands before the place that must be reported and is no part of the text.
struct BadInput: Sendable, CustomTestStringConvertible {
    /// What is wrong.
    var testDescription: String
    /// The text, with the mark.
    var marked: String
    /// What the message must contain.
    var phrases: [String]

    /// A wrong body after a right beginning.
    init(_ name: String, _ body: String, _ phrases: String...) {
        testDescription = name
        marked = "version: 1\nname: x\nseed: 1\n\(body)\n"
        self.phrases = phrases
    }

    /// A whole file.
    init(_ name: String, whole: String, _ phrases: String...) {
        testDescription = name
        marked = whole
        self.phrases = phrases
    }

    /// The text without the mark.
    var text: String { marked.replacing("§", with: "") }

    /// The line and column of the mark, from one.
    var place: (line: Int, column: Int) {
        let before = marked.prefix { $0 != "§" }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.count, (lines.last?.unicodeScalars.count ?? 0) + 1)
    }

    /// Demands that exactly the marked problem is reported.
    func check(overrides: ScenarioOverrides = .none) {
        let problems = problems(of: Array(text.utf8), overrides: overrides)
        #expect(problems.count == 1, "\(problems.map(\.description).joined(separator: "\n"))")
        guard let problem = problems.first else { return }
        #expect(problem.location.line == place.line, "\(problem)")
        #expect(problem.location.column == place.column, "\(problem)")
        for phrase in phrases {
            #expect(problem.message.contains(phrase), "\(problem)")
        }
        #expect(problem.description.hasPrefix("bad.yaml:\(place.line):\(place.column): error: "))
    }
}

/// The problems of a file; none when it is right.
func problems(of bytes: [UInt8], overrides: ScenarioOverrides = .none) -> [Diagnostic] {
    do throws(ScenarioLoadingError) {
        _ = try ScenarioLoader.load(bytes: bytes, name: "bad.yaml", overrides: overrides)
        return []
    } catch {
        if case .invalid(let diagnostics) = error { return diagnostics.all }
        Issue.record("\(error)")
        return []
    }
}
