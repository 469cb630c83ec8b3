import OrderedCollections
import Simulator

/// What became of messages over time, by their topics, as their producers knew it.
struct MessageSeries {
    private struct Topic {
        var sent: WindowCounts
        var acknowledged: WindowCounts
        var failed: WindowCounts
    }

    private var topics: OrderedDictionary<String, Topic> = [:]
    private var acknowledgements: WindowDurations

    /// How many topics are told apart.
    private static let topicsMaximum = 12

    /// The messages of `log`.
    ///
    /// - Parameter names: The topic of each producer.
    init(_ windows: TimeWindows, of log: MessageLog, _ names: [String]) {
        acknowledgements = WindowDurations(windows)
        let none = WindowCounts(windows)
        for name in OrderedSet(names).prefix(Self.topicsMaximum) {
            topics[name] = Topic(sent: none, acknowledged: none, failed: none)
        }
        let places = names.map { topics.index(forKey: $0) }
        for message in log.messages {
            if let ended = message.ended, message.error == nil {
                acknowledgements.add(message.intended.duration(to: ended), at: ended)
            }
            guard let place = places[message.producer] else { continue }
            topics.values[place].sent.add(at: message.intended)
            guard let ended = message.ended else { continue }
            if message.error == nil {
                topics.values[place].acknowledged.add(at: ended)
            } else {
                topics.values[place].failed.add(at: ended)
            }
        }
    }

    /// All series.
    var all: [TimeSeries] {
        var all = acknowledgements.series(of: "acknowledgement")
        for (name, topic) in topics {
            let labels = [MetricReference.Label(name: "topic", value: name)]
            all += [
                topic.sent.rate(of: "messages.sent", labels),
                topic.acknowledged.rate(of: "messages.acknowledged", labels),
            ]
            if !topic.failed.isEmpty {
                all.append(topic.failed.rate(of: "messages.failed", labels))
            }
        }
        return all
    }
}
