/// What a record keeps of a run beside what every report shows: as much as there was of it, so
/// that it is kept where somebody asks for it.
public struct RunDetails: OptionSet, Hashable, Sendable {
    /// Every request, operation and message of the clients: ``RunRecord/requests``.
    public static let requests = RunDetails(rawValue: 1 << 0)
    /// The messages between nodes: ``RunRecord/messages``.
    public static let messages = RunDetails(rawValue: 1 << 1)

    /// Nothing that charts draw, and no messages around a violation: for those who want to know
    /// only how a run ended.
    public static let withoutCharts = RunDetails(rawValue: 1 << 2)

    /// The bits of the kinds.
    public let rawValue: Int

    /// Details with these bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
