/// A result as JUnit XML: a suite for each run, and in it a case for each expectation, invariant
/// and call.
///
/// What did not hold is a failure, a violation an error, and a run that used up its budget has an
/// error of its own. Claims are not among them, for they decide nothing.
///
/// Source: the format as Jenkins reads it, `jenkins-junit.xsd` of its plugin xUnit; GitHub and
/// GitLab read the same.
public struct JUnitReport: ReportRenderer {
    /// A report in JUnit XML.
    public init() {}

    /// The whole report of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        let suites = result.cells.map { Suite(of: $0, in: result) }
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites\(Self.attributes(of: suites, name: result.scenario))>")
        for suite in suites { lines += suite.lines }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func attributes(of suites: [Suite], name: String) -> String {
        let cases = suites.flatMap(\.cases)
        return attribute("name", name)
            + attribute("tests", String(cases.count))
            + attribute("failures", String(cases.count { $0.outcome.isFailure }))
            + attribute("errors", String(cases.count { $0.outcome.isError }))
    }

    fileprivate static func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(XMLText.escaped(value))\""
    }

    /// One thing that was expected.
    private struct Case {
        enum Outcome {
            case held
            case failure(String)
            case error(String)

            var isFailure: Bool { if case .failure = self { true } else { false } }
            var isError: Bool { if case .error = self { true } else { false } }
        }

        var name: String
        var outcome: Outcome

        init(_ name: String, _ outcome: Outcome) {
            self.name = name
            self.outcome = outcome
        }

        init(of check: ResultDocument.Check) {
            name = check.text
            let found = check.actual.map { "found \(FigureText.precise($0))" }
            let told = [found, check.detail].compactMap(\.self).joined(separator: "; ")
            outcome = check.isHeld ? .held : .failure(told.isEmpty ? "it does not hold" : told)
        }

        func lines(ofClass name: String) -> [String] {
            let head =
                "    <testcase" + JUnitReport.attribute("classname", name)
                + JUnitReport.attribute("name", self.name)
            switch outcome {
            case .held: return [head + "/>"]
            case .failure(let message): return element("failure", message, head)
            case .error(let message): return element("error", message, head)
            }
        }

        private func element(_ element: String, _ message: String, _ head: String) -> [String] {
            let attribute = JUnitReport.attribute("message", message)
            return [
                head + ">", "      <\(element)\(attribute)>\(XMLText.escaped(name))</\(element)>",
                "    </testcase>",
            ]
        }
    }

    /// One run.
    private struct Suite {
        let name: String
        let cases: [Case]
        let properties: [(String, String)]

        init(of cell: ResultDocument.Cell, in result: ResultDocument) {
            name = cell.name.isEmpty ? result.scenario : "\(result.scenario): \(cell.name)"
            var cases = cell.expectations.map { Case(of: $0) }
            for violation in cell.violations {
                cases.append(Case(violation.property, .error(violation.text)))
            }
            if cell.verdict == .undecided, cell.violations.isEmpty {
                let undecided =
                    cell.lacksSeeds
                    ? Case("the intervals get narrow", .error("so many seeds do not suffice"))
                    : Case(
                        "the run comes to an end",
                        .error("the run used up its budget of events")
                    )
                cases.append(undecided)
            }
            // A suite of nothing would be taken for one that was left out.
            if cases.isEmpty { cases.append(Case("the run comes to an end", .held)) }
            self.cases = cases
            properties = [
                ("seed", String(cell.seed)), ("digest", cell.digest), ("command", result.command),
            ]
        }

        var lines: [String] {
            let attributes =
                JUnitReport.attribute("name", name)
                + JUnitReport.attribute("tests", String(cases.count))
                + JUnitReport.attribute("failures", String(cases.count { $0.outcome.isFailure }))
                + JUnitReport.attribute("errors", String(cases.count { $0.outcome.isError }))
            let head = ["  <testsuite\(attributes)>", "    <properties>"]
            let properties = properties.map { name, value in
                "      <property" + JUnitReport.attribute("name", name)
                    + JUnitReport.attribute("value", value) + "/>"
            }
            return head + properties + ["    </properties>"]
                + cases.flatMap { $0.lines(ofClass: name) } + ["  </testsuite>"]
        }
    }
}
