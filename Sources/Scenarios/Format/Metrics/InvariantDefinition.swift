/// A property that a scenario may demand of its runs.
public struct InvariantDefinition: Sendable, Equatable {
    /// The name, such as `no-request-lost`.
    public var name: String
    /// What a run must have for the property to mean something.
    public var source: MetricDefinition.Source
    /// What it says, in a sentence.
    public var documentation: String
    /// Whether every run that can break it must not, although the file does not say so.
    public var isAlwaysDemanded: Bool

    init(
        _ name: String,
        from source: MetricDefinition.Source,
        always isAlwaysDemanded: Bool = false,
        _ documentation: String
    ) {
        self.isAlwaysDemanded = isAlwaysDemanded
        self.name = name
        self.source = source
        self.documentation = documentation
    }
}
