import Simulator

/// Keeps messages of a run: the last ones until an instant, or the first ones of the run.
final class MessageCollector: MessageObserver {
    /// Which messages are kept.
    enum Selection: Equatable {
        /// The first ones that are sent.
        case first
        /// The last ones that are sent not after an instant.
        case last(until: VirtualInstant)
    }

    private let selection: Selection
    private let maximum: Int
    private var kept: [ObservedMessage] = []
    /// Where the next message goes once all places are taken.
    private var next = 0

    /// A collector of as many messages as `maximum`.
    init(_ selection: Selection, atMost maximum: Int) {
        self.selection = selection
        self.maximum = maximum
    }

    func observe(
        from source: String,
        to destination: String,
        _ name: String,
        sent: VirtualInstant,
        received: VirtualInstant?
    ) {
        if case .last(let end) = selection, sent > end { return }
        if kept.count == maximum, selection == .first { return }
        let message = ObservedMessage(
            from: source,
            to: destination,
            name,
            sent: sent.ordinate,
            received: received?.ordinate
        )
        if kept.count < maximum {
            kept.append(message)
        } else if maximum > 0 {
            kept[next] = message
            next = (next + 1) % maximum
        }
    }

    /// The messages in the order in which they were sent; those that would arrive after the end of
    /// the run did not arrive.
    func messages(until end: VirtualInstant) -> [ObservedMessage] {
        (kept[next...] + kept[..<next]).map { message in
            var message = message
            if let received = message.received, received > end.ordinate { message.received = nil }
            return message
        }
    }
}
