/// Checks what an autoscaler promises: servers within bounds, rest after a change, none stopped
/// that has requests, and those in rotation that run.
public struct ScalingChecker {
    private let settings: ScalingSettings
    private let journal: ScalingJournal

    /// A checker of what an autoscaler did.
    public init(_ settings: ScalingSettings, journal: ScalingJournal) {
        self.settings = settings
        self.journal = journal
    }

    /// What is wrong; nothing where all is well.
    public var problem: String? {
        let problems = [bounds, rest, stops, disorders].compactMap { $0 }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }

    private var bounds: String? {
        guard let servers = journal.servers else { return nil }
        if servers.maximum > settings.maximum {
            return "there were \(servers.maximum) servers, of at most \(settings.maximum)"
        }
        if servers.minimum < settings.minimum {
            return "there were \(servers.minimum) servers, of at least \(settings.minimum)"
        }
        return nil
    }

    private var rest: String? {
        for (former, next) in zip(journal.actions, journal.actions.dropFirst()) {
            guard let end = former.end else { return "two changes at once at \(next.instant)" }
            guard end.advanced(by: settings.cooldown) > next.instant else { continue }
            return "a change at \(next.instant), although one was complete at \(end) only"
        }
        return nil
    }

    private var stops: String? {
        // What counts is what the autoscaler was told: it cannot know of a proxy that started anew
        // an instant ago.
        let stop = journal.stops.first { $0.underWay > 0 && !$0.isForced && !$0.wasIdle }
        return stop.map {
            "at \($0.instant) '\($0.server)' was stopped with \($0.underWay) requests under way"
        }
    }

    /// How long a server may run without being in rotation, or be in rotation without running,
    /// while the proxies answer: it is noticed and mended at each interval.
    private var grace: Duration { settings.interval * 2 }

    /// How long there may be more or fewer servers than may: a removal takes its time.
    private var populationGrace: Duration { grace + settings.cooldown + settings.drainTimeout }

    private var disorders: String? {
        let disorder = journal.disorders.first { disorder in
            let isOfAll = disorder.kind == .tooMany || disorder.kind == .tooFew
            let time = disorder.since.duration(to: disorder.until)
            return disorder.looks > 2 && time >= (isOfAll ? populationGrace : grace)
        }
        return disorder.map { disorder in
            let subject = disorder.server.isEmpty ? "" : "'\(disorder.server)' "
            return "from \(disorder.since) to \(disorder.until) \(subject)\(disorder.kind.rawValue)"
        }
    }
}
