/// What the events of objects are measured by.
extension MetricCatalog {
    static let events: [MetricDefinition] = [
        byListener("sent", "Events of objects that a listener is to be told of."),
        byListener("delivered", "Events that a listener was told of, each counted once."),
        byListener("repeated", "Events that a listener was told of again."),
        byListener("reordered", "Events that came after a later one of the same object."),
        .init(
            "events.lost",
            .count,
            from: .notifications,
            "Events that were given up after a day."
        ),
        .init(
            "event-latency",
            .duration,
            statistics: ["count"] + quantiles,
            labels: ["listener"],
            from: .notifications,
            "Time from what happened until a listener knew."
        ),
    ]

    private static func byListener(_ name: String, _ documentation: String) -> MetricDefinition {
        .init(
            "events.\(name)",
            .count,
            labels: ["listener"],
            from: .notifications,
            documentation
        )
    }
}
