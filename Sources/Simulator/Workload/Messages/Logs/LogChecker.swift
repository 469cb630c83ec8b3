/// Whether what consumers wrote down is what producers sent.
///
/// Messages of logs have no numbers: two with the same words cannot be told apart. So what is
/// compared is how often each text stands in each shard, and the order in which different
/// consumers of a shard got what they got.
public enum LogChecker {
    private struct Place: Hashable {
        let topic: String
        let shard: String
    }

    /// What is wrong, in sentences; nothing where nothing is.
    public static func problems(in transcript: LogTranscript) -> [String] {
        var problems: [String] = []
        for consumer in transcript.consumers {
            problems += inventions(of: consumer, transcript.sent)
            problems += losses(of: consumer, transcript.sent)
        }
        return problems + disorder(transcript)
    }

    private static func sequences(
        _ consumer: LogTranscript.Consumer
    ) -> [Place: [String]] {
        var sequences: [Place: [String]] = [:]
        for line in consumer.lines {
            sequences[Place(topic: line.topic, shard: line.shard), default: []].append(line.text)
        }
        return sequences
    }

    /// Messages that it got more often than they were sent, or of what it does not read.
    private static func inventions(
        of consumer: LogTranscript.Consumer,
        _ sent: [LogTranscript.Sent]
    ) -> [String] {
        var attempts: [LogTranscript.Line: Int] = [:]
        var anywhere: [LogTranscript.Line: Int] = [:]
        for message in sent {
            let line = LogTranscript.Line(
                topic: message.topic,
                shard: message.shard ?? "",
                text: message.text
            )
            if message.shard == nil {
                anywhere[line, default: 0] += message.attempts
            } else {
                attempts[line, default: 0] += message.attempts
            }
        }
        var got: [LogTranscript.Line: Int] = [:]
        for line in consumer.lines { got[line, default: 0] += 1 }
        var problems: [String] = []
        for (line, count) in got.sorted(by: { $0.key.order < $1.key.order }) {
            let isRead = consumer.selectors.contains {
                $0.topic == line.topic && ($0.shard == nil || $0.shard == line.shard)
            }
            let any = LogTranscript.Line(topic: line.topic, shard: "", text: line.text)
            // One for all shards may be in any of them, each time that it was sent.
            let most = (attempts[line] ?? 0) + (anywhere[any] ?? 0)
            if !isRead {
                problems.append("\(consumer.name) got \(line.order), which it does not read")
            } else if count > most {
                problems.append("\(consumer.name) got \(line.order) \(count) times of \(most)")
            }
        }
        return problems
    }

    /// Messages that were acknowledged after it was there, and that it never got.
    private static func losses(
        of consumer: LogTranscript.Consumer,
        _ sent: [LogTranscript.Sent]
    ) -> [String] {
        guard let registered = consumer.registered, let ended = consumer.ended,
            consumer.unanswered == 0
        else { return [] }
        var missing: [LogTranscript.Line: Int] = [:]
        for message in sent where message.began > registered {
            guard let shard = message.place, let settled = message.ended, settled < ended,
                consumer.selectors.contains(where: {
                    $0.topic == message.topic && ($0.shard == nil || $0.shard == shard)
                })
            else { continue }
            let line = LogTranscript.Line(topic: message.topic, shard: shard, text: message.text)
            missing[line, default: 0] += 1
        }
        for line in consumer.lines { missing[line]? -= 1 }
        return missing.filter { $0.value > 0 }.sorted { $0.key.order < $1.key.order }.map {
            "\(consumer.name) lacks \($0.key.order) \($0.value) times"
        }
    }

    /// Two consumers of a shard of whom one got what the other did not, or in another order.
    private static func disorder(_ transcript: LogTranscript) -> [String] {
        let whole = transcript.consumers.filter { $0.unanswered == 0 }
        let all = whole.map { sequences($0) }
        var problems: [String] = []
        for (index, first) in all.enumerated() {
            for (other, second) in all.enumerated().dropFirst(index + 1) {
                let places = Set(first.keys).intersection(second.keys)
                for place in places.sorted(by: { ($0.topic, $0.shard) < ($1.topic, $1.shard) }) {
                    let begin = transcript.sent.first { $0.topic == place.topic }?.began
                    let wereThere = [whole[index], whole[other]].allSatisfy { consumer in
                        begin.map { (consumer.registered ?? $0) < $0 } ?? true
                    }
                    let got = (first[place] ?? [], second[place] ?? [])
                    guard !fit(got.0, got.1, fromTheStart: wereThere) else { continue }
                    problems.append(
                        "\(whole[index].name) and \(whole[other].name) got "
                            + "\(place.topic):\(place.shard) in different orders"
                    )
                }
            }
        }
        return problems
    }

    /// Whether both can be parts of one sequence that either ends first, and that both begin
    /// where both were there from the start.
    private static func fit(
        _ first: [String],
        _ second: [String],
        fromTheStart: Bool
    ) -> Bool {
        func follows(_ late: [String], _ early: ArraySlice<String>) -> Bool {
            zip(early, late).allSatisfy { $0 == $1 }
        }
        if fromTheStart { return follows(first, second[...]) }
        return first.indices.contains { follows(second, first[$0...]) }
            || second.indices.contains { follows(first, second[$0...]) }
    }
}

extension LogTranscript.Line {
    /// As it is said, and sorted.
    fileprivate var order: String { "\(text) of \(topic):\(shard)" }
}
