import Simulator

/// The events of a run, in order, as far as memory allows.
///
/// Past its limit only the digest at the end of a run tells two runs apart.
final class EventRecording: EventObserver {
    /// An event as an observer sees it.
    struct Event: Equatable {
        /// When it happened.
        var instant: VirtualInstant
        /// The number of its node.
        var node: UInt32
        /// The digest with it.
        var digest: UInt64
    }

    /// The most events that are kept, a quarter of a gibibyte of them.
    private static let limit = 10_000_000

    /// The events so far.
    private(set) var events: [Event] = []
    /// Whether no event had to be left out.
    private(set) var isComplete = true

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        guard events.count < Self.limit else {
            isComplete = false
            return
        }
        events.append(Event(instant: instant, node: node, digest: digest))
    }
}

/// Compares the events of a run with those of an earlier one, until the first that differs.
final class EventComparison: EventObserver {
    private let recording: EventRecording
    private var count = 0
    private var first: (number: Int, event: EventRecording.Event)?

    /// A comparison with the events of `recording`.
    init(with recording: EventRecording) {
        self.recording = recording
    }

    func observe(event: UInt64, instant: VirtualInstant, node: UInt32, digest: UInt64) {
        defer { count += 1 }
        guard first == nil else { return }
        let seen = EventRecording.Event(instant: instant, node: node, digest: digest)
        if count < recording.events.count {
            if recording.events[count] != seen { first = (count + 1, seen) }
        } else if recording.isComplete {
            first = (count + 1, seen)
        }
    }

    /// What differs first, in words, once the run has ended.
    var difference: String? {
        if let first {
            let found = Self.text(first.event)
            guard first.number <= recording.events.count else {
                return "event \(first.number) is \(found), and the run before had ended"
            }
            let wanted = Self.text(recording.events[first.number - 1])
            return "event \(first.number) is \(found), and was \(wanted)"
        }
        guard count < recording.events.count else { return nil }
        let wanted = Self.text(recording.events[count])
        return "the run ended after \(count) events; the next was \(wanted)"
    }

    private static func text(_ event: EventRecording.Event) -> String {
        let digits = String(event.digest, radix: 16)
        return "at \(event.instant) on node number \(event.node) (digest \(digits))"
    }
}
