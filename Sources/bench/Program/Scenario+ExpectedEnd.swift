import Scenarios
import Simulator

extension Scenario {
    /// When a run ends in virtual time, as far as the file tells: at its `until`, else when the
    /// last work begins; nothing where that depends on the answers.
    var expectedEnd: VirtualInstant? {
        if case .instant(let end) = until { return .zero.advanced(by: end) }
        var last = Duration.zero
        for workload in workload {
            guard let end = workload.expectedEnd else { return nil }
            last = max(last, end)
        }
        return last > .zero ? .zero.advanced(by: last) : nil
    }
}

extension WorkloadSpecification {
    /// When the last piece of work begins.
    fileprivate var expectedEnd: Duration? {
        switch self {
        case .requests(let requests):
            Self.end(requests.from, requests.duration, requests.count, requests.arrival)
        case .jobs(let jobs): Self.end(jobs.from, jobs.duration, jobs.count, jobs.arrival)
        case .objects(let objects):
            Self.end(objects.from, objects.duration, objects.count, objects.arrival)
        case .messages(let messages):
            Self.end(messages.from, messages.duration, messages.count, messages.arrival)
        case .calls(let calls): calls.map(\.at).max()
        case .producerLog, .consumerLog, .deploy: Duration.zero
        }
    }

    private static func end(
        _ start: Duration,
        _ duration: Duration?,
        _ count: Int?,
        _ arrival: ArrivalSpecification
    ) -> Duration? {
        let last = count.flatMap { self.last(of: $0, arrival) }
        guard let span = [duration, last].compactMap({ $0 }).min() else { return nil }
        return start + span
    }

    /// When so many pieces of work have begun, on average.
    private static func last(of count: Int, _ arrival: ArrivalSpecification) -> Duration? {
        switch arrival {
        case .allAt, .closed, .ramp: nil
        case .constant(let rate), .poisson(let rate):
            rate.period * (Double(count) / Double(rate.count))
        }
    }
}
