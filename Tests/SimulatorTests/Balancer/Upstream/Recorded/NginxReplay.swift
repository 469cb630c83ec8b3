import Testing

@testable import Simulator

/// The draws of a C library whose `random` was replaced by a known sequence.
struct RecordedDraws: UpstreamRandomness {
    private var state: UInt64 = 2_024

    mutating func below(_ bound: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % bound
    }
}

/// Sends the requests of a recorded run to a group and to backends that answer as the recorded
/// ones did.
struct NginxReplay {
    /// What became of a request.
    struct Outcome: Equatable {
        var tried: [Int] = []
        var upstreamStatus: [String] = []
        var status = 0
    }

    /// A request under way.
    private struct Open {
        var request: UpstreamRequest
        var outcome = Outcome()
        let expected: Outcome
        /// What the backend that has it will answer.
        var answer = (attempt: AttemptOutcome.abandoned, status: 0)
    }

    let run: NginxRun
    var group: UpstreamGroup
    private let names: [String]
    private let readTimeout: Duration
    private var served: [Int: Int] = [:]
    private var draws = RecordedDraws()
    /// The requests that are held open.
    private var held: [Int: Open] = [:]

    init(_ run: NginxRun, indexMinimum: Int = 64) throws {
        self.run = run
        let upstream = NginxDirectives(run.upstream)
        let location = NginxDirectives(run.location ?? "")
        var settings = UpstreamSettings(
            strategy: upstream.strategy,
            retry: location.retryRule
        )
        settings.indexMinimum = indexMinimum
        names = upstream.servers.map(\.name)
        readTimeout = NginxDirectives.duration(
            location.parameters(of: "proxy_read_timeout")?.first ?? "60s"
        )
        group = try UpstreamGroup(upstream.servers, settings: settings)
    }

    /// Performs a step.
    ///
    /// - Returns: A request that came to its end, with what nginx did with it; nothing where one
    ///   is held open.
    mutating func perform(_ step: NginxRun.Step) throws -> (actual: Outcome, expected: Outcome)? {
        let now = VirtualInstant.zero.advanced(by: .milliseconds(step.at ?? 0))
        if let end = step.end {
            guard var open = held.removeValue(forKey: end) else { return nil }
            guard try finish(&open, at: now) else { return (open.outcome, open.expected) }
            _ = try proceed(&open, isHeld: false, at: now)
            return (open.outcome, open.expected)
        }
        let request = UpstreamRequest(
            key: step.path.map { run.key(of: $0) },
            address: step.ip.flatMap { NetworkAddress($0) },
            isIdempotent: !["POST", "PATCH", "LOCK"].contains(step.method ?? "GET"),
            now: now
        )
        var open = Open(request: request, expected: step.outcome)
        let isOver = try proceed(&open, isHeld: step.begin != nil, at: now)
        guard !isOver, let begin = step.begin else { return (open.outcome, open.expected) }
        held[begin] = open
        return nil
    }

    /// Tries servers until the request has an answer.
    ///
    /// - Parameter isHeld: Whether the first backend that gets the request keeps it.
    /// - Returns: Whether it has one.
    private mutating func proceed(
        _ open: inout Open,
        isHeld: Bool,
        at start: VirtualInstant
    ) throws -> Bool {
        var now = start
        while true {
            guard let choice = group.choose(for: &open.request, now: now, drawing: &draws) else {
                open.outcome.tried.append(-1)
                open.outcome.upstreamStatus.append("502")
                open.outcome.status = 502
                return true
            }
            let backend = try #require(names.firstIndex(of: group.servers[choice.slot].name))
            open.outcome.tried.append(backend)
            open.answer = answer(of: backend, at: &now)
            if isHeld, open.answer.attempt.wasSent { return false }
            if try !finish(&open, at: now) { return true }
        }
    }

    /// Gives the server back.
    ///
    /// - Returns: Whether the request moves on.
    private mutating func finish(_ open: inout Open, at now: VirtualInstant) throws -> Bool {
        open.outcome.upstreamStatus.append(String(open.answer.status))
        let verdict = group.finish(&open.request, with: open.answer.attempt, now: now)
        if case .respond(let status) = verdict { open.outcome.status = status }
        return verdict == .retry
    }

    /// What a backend does with the next request, and the status that nginx notes.
    private mutating func answer(
        of backend: Int,
        at now: inout VirtualInstant
    ) -> (attempt: AttemptOutcome, status: Int) {
        if run.down.contains(backend) { return (.refused, 502) }
        let script = run.statuses[String(backend)]?.answers ?? ["200"]
        let answer = script[served[backend, default: 0] % script.count]
        served[backend, default: 0] += 1
        switch answer {
        case "close": return (.broken, 502)
        case "garbage": return (.invalidHeader, 502)
        case "hang":
            now = now.advanced(by: readTimeout)
            return (.timedOut, 504)
        default:
            let status = Int(answer) ?? 0
            return (.answered(status: status), status)
        }
    }
}

extension NginxRun.Step {
    /// What nginx did with the request.
    var outcome: NginxReplay.Outcome {
        NginxReplay.Outcome(
            tried: tried ?? [],
            upstreamStatus: upstreamStatus ?? [],
            status: status ?? 0
        )
    }
}
