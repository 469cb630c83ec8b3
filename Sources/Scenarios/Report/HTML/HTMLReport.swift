/// A report as one page for a browser: it needs no network and no other file.
///
/// Charts are drawn as SVG, each with the table of its data, in which `data-value` holds a number
/// as `result.json` has it and `data-pointer` and `data-row` say where it stands there. The page is
/// well-formed XML too, so that programs can read it.
///
/// Sources: WHATWG, "HTML Living Standard"; W3C, "Polyglot Markup", 2015; RFC 6901, "JavaScript
/// Object Notation (JSON) Pointer".
public struct HTMLReport: ReportRenderer {
    /// Whether every run of a matrix, and every line of long lists, is shown.
    public var isFull: Bool

    /// A report as a page.
    public init(isFull: Bool = false) {
        self.isFull = isFull
    }

    /// The whole page of `result`, ending with a line feed.
    public func render(_ result: ResultDocument) -> String {
        HTMLTemplates.page(PageModel(of: result, isFull: isFull).model)
    }
}
