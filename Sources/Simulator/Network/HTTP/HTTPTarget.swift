/// What a request is for: the parts of its path, and the fields of its query as they stand there.
///
/// Source: RFC 3986, section 3.3 and 3.4.
public struct HTTPTarget: Hashable, Sendable {
    /// The parts of the path between slashes, without empty ones.
    public let path: [String]
    /// Names and values of the query, in their order; a field without `=` has an empty value.
    public let query: [Field]

    /// A field of a query.
    public struct Field: Hashable, Sendable {
        /// What stands before the `=`.
        public let name: String
        /// What stands after it.
        public let value: String
    }

    /// Reads a target such as `/api/jobs/7/results?limit=20`.
    public init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].split(separator: "/").map(String.init)
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { field in
            let halves = field.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return Field(name: String(halves[0]), value: halves.count > 1 ? String(halves[1]) : "")
        }
    }

    /// The value of the first field called `name`; nothing where there is none.
    public func value(of name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}
