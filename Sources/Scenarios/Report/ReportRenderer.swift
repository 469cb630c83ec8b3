/// Writes a result in one format.
///
/// The text depends on nothing but the result: no time of day, host, path or thread stands in it.
public protocol ReportRenderer: Sendable {
    /// The whole report of `result`, ending with a line feed.
    func render(_ result: ResultDocument) -> String
}

extension ReportRenderer {
    /// The whole report of a run that was just made.
    public func render(_ result: ScenarioResult) -> String {
        render(ResultDocument(of: result))
    }
}
